"""What mem0 leaves: lists of memories in the shapes of `get_all`, its history database, payloads of its vector stores."""

from satchel.formats.mem0.reader import Mem0Reader

__all__ = ["Mem0Reader"]
