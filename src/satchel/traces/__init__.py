"""Traces that agents leave behind, read into one neutral list of events: what was said, called, answered, remembered."""
