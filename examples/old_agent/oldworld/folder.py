"""Where files go: the agent folder itself, or a ZIP inside it."""

import io
import random
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from .ledger import Place


@dataclass(slots=True)
class Folder:
    """Files by relative path, kept in memory until they are written."""

    files: dict[str, bytes] = field(default_factory=dict)
    archive: str = ""
    """Set when this is the inside of that archive: then places name the archive, with the member as part."""

    def put(self, name: str, data: bytes) -> None:
        """Add one file.

        Raises:
            ValueError: there is one of that name already.
        """
        if name in self.files:
            raise ValueError(f"two files named {name}")
        self.files[name] = data

    def place(self, name: str, part: str = "", row: int | str = 0) -> Place:
        """The place of a row in the file `name`."""
        if self.archive:
            return Place(file=self.archive, part=name + (f"::{part}" if part else ""), row=row)
        return Place(file=name, part=part, row=row)

    def write(self, root: Path) -> None:
        """Write everything below `root`."""
        for name, data in self.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def zipped(self) -> bytes:
        """All files as one ZIP archive with fixed times."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self.files.items():
                archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
        return buffer.getvalue()


def ending(rng: random.Random, right: str, *, wrong: float = 0.2) -> str:
    """The right file ending, or now and then a wrong one or none."""
    if rng.random() >= wrong:
        return right
    return rng.choice([name for name in (".txt", ".dat", ".bak", ".old", ".tmp", "") if name != right])
