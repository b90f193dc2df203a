"""Opening a file of the source again and again, while the tool that owns it may still be running.

A source is read several times: to know its layout, to find copies, to give its rows out. All of them must see the same
bytes, or rows would be lost between two readings unsaid.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from satchel.formats.tabular import magic

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""Not to wait for a writer where a pipe took the file's place."""


@dataclass(frozen=True, slots=True)
class FileOpener:
    """Opens a file as it was when it was found."""

    path: Path
    status: os.stat_result

    def __call__(self) -> IO[bytes]:
        """Open it.

        Raises:
            OSError: it has gone, may not be read, or is another by now. A log that only grew is what it was: who reads
                it stops where it ended.
        """
        stream = os.fdopen(os.open(self.path, _FLAGS), "rb")
        try:
            if self._changed(stream):
                raise OSError(
                    errno.EBUSY, "it changed while it was being read; import it again when no program writes to it"
                )
        except BaseException:
            stream.close()
            raise
        return stream

    def _changed(self, stream: IO[bytes]) -> bool:
        now, then = os.fstat(stream.fileno()), self.status
        if not stat.S_ISREG(now.st_mode) or not os.path.samestat(now, then) or now.st_size < then.st_size:
            return True
        if now.st_size == then.st_size:
            return now.st_mtime_ns != then.st_mtime_ns
        grown = magic.is_sqlite(stream.read(16))  # a database grows in its middle too
        stream.seek(0)
        return grown
