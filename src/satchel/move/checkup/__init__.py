"""The check-up before a move: what in a set of memories would do harm, get lost or mislead in the next tool."""
