"""Verification after a move: five questions with their failing records, and exact accounting."""
