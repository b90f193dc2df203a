"""Messy containers (JSON, SQLite, CSV, text, archives …) reduced to tables of rows; `reader.tables` is the way in."""
