"""What is no source: each is refused by `import`, `inspect` and `move` in one line, and nothing is half done behind it."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import socket
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from satchel.cli import exits

JUNK = random.Random(3).randbytes(4000)
MEMORY = b'[{"memory": "User lives in Oslo near the sea", "created_at": "2026-01-02T03:04:05Z"}]'


def zipped(*members: tuple[str, bytes], **how: Any) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", **how) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def encrypted() -> bytes:
    raw = bytearray(zipped(("a.json", MEMORY)))
    raw[6] |= 1
    raw[raw.find(b"PK\x01\x02") + 8] |= 1
    return bytes(raw)


def tarred(*members: tarfile.TarInfo) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for member in members:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    return out.getvalue()


def entry(name: str, size: int = 3) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size = size
    return member


def nested(depth: int) -> bytes:
    raw = MEMORY
    for level in range(depth):
        raw = zipped((f"{level}.zip" if level else "a.json", raw))
    return raw


ZEROS = b"0" * (20 << 20)
BAD: dict[str, tuple[bytes, str]] = {
    "empty.json": (b"", "empty"),
    "junk.bin": (JUNK, "binary"),
    "junk.json": (JUNK, "binary"),
    "zeros.jsonl": (b"\x00" * 4000, "binary"),
    "old.rar": (b"Rar!\x1a\x07\x00" + JUNK, "RAR"),
    "new.zip": (b"Rar!\x1a\x07\x01\x00" + JUNK, "RAR"),
    "some.7z": (b"7z\xbc\xaf\x27\x1c\x00\x04" + JUNK, "7-Zip"),
    "letter.doc": (bytes.fromhex("d0cf11e0a1b11ae1") + JUNK, "Office"),
    "letter.docx": (zipped(("[Content_Types].xml", b"<Types/>"), ("word/document.xml", b"<w/>")), "Word"),
    "paper.pdf": (b"%PDF-1.7\n" + JUNK, "PDF"),
    "page.png": (b"\x89PNG\r\n\x1a\n" + JUNK, "PNG"),
    "locked.zip": (encrypted(), "encrypted"),
    "locked.satchel": (b"age-encryption.org/v1\n-> X25519 abc\n" + JUNK, "no key here"),
    "cut.zip": (zipped(("a.json", MEMORY))[:60], "damaged"),
    "hollow.zip": (b"PK\x05\x06" + b"\x00" * 18, "empty"),
    "cut.gz": (gzip.compress(JUNK)[:500], "damaged or cut"),
    "bad.gz": (b"\x1f\x8b\x08" + JUNK, "damaged"),
    "bad.xz": (b"\xfd7zXZ\x00" + JUNK, "damaged"),
    "bad.bz2": (b"BZh9" + JUNK, "damaged"),
    "bad.zst": (b"\x28\xb5\x2f\xfd" + JUNK, "damaged"),
    "fake.db": (b"SQLite format 3\x00" + JUNK, "SQLite"),
    "bomb.zip": (zipped(("b.json", ZEROS), compression=zipfile.ZIP_DEFLATED), "bomb"),
    "bomb.gz": (gzip.compress(ZEROS), "bomb"),
    "bomb.xz": (lzma.compress(ZEROS), "bomb"),
    "bomb.bz2": (bz2.compress(ZEROS), "bomb"),
    "bomb.zst": (zstandard.compress(ZEROS), "bomb"),
    "deep.zip": (nested(5), "archive inside"),
    "many.tar": (tarred(entry("huge", 0))[:0] + entry("huge", 1 << 40).tobuf() + b"abc", "more than"),
    "up.zip": (zipped(("../evil.json", MEMORY)), "out of the archive"),
    "root.zip": (zipped(("/etc/evil.json", MEMORY)), "absolute"),
    "drive.zip": (zipped(("C:\\evil.json", MEMORY)), "absolute"),
    "back.zip": (zipped(("a\\..\\..\\evil.json", MEMORY)), "out of the archive"),
    "up.tar": (tarred(entry("a/../../evil")), "out of the archive"),
    "header.satchel": (b'{"satchel":"1.0"}\n', "cut off"),
    "newer.satchel": (b'{"satchel":"9.0"}\n', "Update"),
    "bomb.satchel.zst": (zstandard.compress(b'{"satchel":"1.0"}\n' + b"0" * (80 << 20)), "bomb"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_source(name: str, run: Callable[..., Any], tmp_path: Path) -> None:
    content, says = BAD[name]
    file = tmp_path / name
    file.write_bytes(content)
    new = tmp_path / "new"
    new.mkdir()
    # All three open a source in one way, so that each file meets one of them.
    commands = [
        ("import", file, "--store", f"sqlite:{new}/s.db"),
        ("move", file, f"jsonl:{new}/s.jsonl"),
        ("inspect", file),
    ]
    for command in commands[list(BAD).index(name) % 3 :][:1]:
        run(*command).refused(exits.INPUT, exits.STREAM, names=name, says=says)
        assert list(new.iterdir()) == []
    assert file.read_bytes() == content


def test_one_bad_source_among_good_ones_stops_all_before_the_first(run: Callable[..., Any], kept, tmp_path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.rar"
    good.write_bytes(MEMORY)
    bad.write_bytes(b"Rar!\x1a\x07\x00" + JUNK)
    run("import", good, bad, "--store", kept.url).refused(exits.INPUT, names="bad.rar")
    kept.unchanged(run)


def test_in_a_folder_a_bad_file_costs_only_itself(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    for name, (content, _) in BAD.items():
        if not name.endswith((".satchel", ".satchel.zst")):
            (folder / name).write_bytes(content)
    (folder / "good.json").write_bytes(MEMORY)
    report = run("import", folder, "--store", f"sqlite:{tmp_path}/s.db").json
    assert report["memories"] == 1
    assert report["rows"]["unaccounted"] == 0
    assert report["rows"]["rejected"] >= 30
    assert all(entry["reason"] for entry in report["rejected"])


# ------------------------------------------------------------------------------------------- what only a path can be


def _fifo(place: Path) -> Path:
    os.mkfifo(place / "pipe")
    return place / "pipe"


def _socket(place: Path) -> Path:
    here = Path.cwd()
    os.chdir(place)  # the name of a socket may be 100 characters long
    try:
        with socket.socket(socket.AF_UNIX) as it:
            it.bind("sock")
    finally:
        os.chdir(here)
    return place / "sock"


def _loop(place: Path) -> Path:
    (place / "loop").symlink_to("loop")
    return place / "loop"


def _dangling(place: Path) -> Path:
    (place / "dangling").symlink_to("nowhere")
    return place / "dangling"


def _below_a_file(place: Path) -> Path:
    (place / "file").write_bytes(MEMORY)
    return place / "file" / "x.json"


def _empty_folder(place: Path) -> Path:
    (place / "nothing").mkdir()
    return place / "nothing"


PATHS: dict[str, Callable[[Path], Path | str]] = {
    "pipe": _fifo,
    "sock": _socket,
    "loop": _loop,
    "dangling": _dangling,
    "file": _below_a_file,
    "nothing": _empty_folder,
    "/dev/zero": lambda _: Path("/dev/zero"),
    "absent": lambda place: place / "absent.json",
    "xxx": lambda place: place / ("x" * 300),
    "y/y/y": lambda place: "y/" * 2000,
    "\\n": lambda place: place / "two\nlines\x1b[31m.json",
    "\\udcff": lambda place: place / "bad\udcff.json",
    '""': lambda _: "",
}


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes, links and devices of this kind")
@pytest.mark.parametrize("names", PATHS)
def test_a_path_that_leads_to_no_source(names: str, run: Callable[..., Any], kept, tmp_path: Path) -> None:
    path = PATHS[names](tmp_path)
    shown = names if names.isprintable() else ""
    for command in (("import", path, "--store", kept.url), ("move", path, kept.url), ("inspect", path)):
        run(*command).refused(exits.INPUT, exits.USAGE, names=shown)
    kept.unchanged(run)


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes are Linux's")
def test_a_folder_with_every_strange_thing_in_it(child: Callable[..., Any], tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    for make in (_fifo, _socket, _loop, _dangling):
        make(old)
    (old / "out").symlink_to("/etc")
    (old / "round").symlink_to(old)
    for name in ("two\nlines\x1b[2J.json", "bad\udcff.json", "y" * 250 + ".json", "\u202egnp.json", " .json"):
        (old / name).write_bytes(MEMORY.replace(b"Oslo", b"Oslo " + str(ord(name[0])).encode()))
    done = child("import", old, "--store", f"sqlite:{tmp_path}/s.db")
    assert (done.code, done.err) == (0, "")
    assert done.json["memories"] == 5
    assert done.json["rows"]["rejected"] == 6


@pytest.mark.skipif(sys.platform != "linux", reason="rights, and root's giving up of them, as Linux has them")
def test_what_may_not_be_read_or_written_is_named(child: Callable[..., Any], tmp_path: Path) -> None:
    old, place = tmp_path / "old", tmp_path / "new"
    for folder in (old, old / "shut", place):
        folder.mkdir()
    for name in ("shut/a.json", "shut.json", "open.json"):
        (old / name).write_bytes(MEMORY)
    (old / "shut").chmod(0)
    (old / "shut.json").chmod(0)
    url = f"sqlite:{place}/s.db"
    child("import", old / "shut", "--store", url, humble=True).refused(exits.INPUT, names="shut", says="ermission")
    child("inspect", old / "shut.json", humble=True).refused(exits.INPUT, names="shut", says="ermission")
    assert list(place.iterdir()) == []
    report = child("import", old, "--store", url, humble=True).json
    assert report["memories"] == 1
    assert {entry["source"] for entry in report["rejected"]} == {"shut", "shut.json"}
    (place / "s.db").chmod(0o444)
    place.chmod(0o555)
    assert child("recall", "Oslo", "--store", url, humble=True).json["hits"]
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    for command in (("import", old / "open.json"), ("undo", report["batch"])):
        child(*command, "--store", url, humble=True).refused(exits.STORE, names="s.db")
    child("export", "--scope", "*", "-o", place / "all.satchel", "--store", url, humble=True).refused(
        exits.STORE, names="all.satchel"
    )
    page = place / "page.html"
    child("import", old / "open.json", "--store", url, "--report", page, humble=True).refused(
        exits.USAGE, names="page.html"
    )
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before
    place.chmod(0o755)
