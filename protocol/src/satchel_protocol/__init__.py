"""Satchel's portable memory protocol: the record, merging, forgetting, the stream and the Store interface.

Standard library only.
"""

__version__ = "0.1.0"
