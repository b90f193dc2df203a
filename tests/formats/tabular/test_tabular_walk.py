"""Folders and archives: everything is named, nothing dangerous is opened, nothing is left out unsaid."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest
import zstandard

from satchel.formats.tabular.archives import Limits
from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Shape
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.walk import walk
from satchel_protocol.errors import SourceError, UnsafeArchiveError


def _by_name(path: Path, limits: Limits | None = None) -> dict[str, SourceFile]:
    return {source.name: source for source in walk(path, limits=limits)}


def _content(source: SourceFile) -> bytes:
    with source.open() as stream:
        return stream.read()


def _zip(path: Path, members: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def _tar(path: Path, members: dict[str, bytes], mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def test_a_folder_is_walked_in_the_order_of_names_with_slashes(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.txt", "a/c.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert [source.name for source in walk(tmp_path)] == ["a/c.txt", "a/z.txt", "b.txt"]


def test_a_missing_path_is_one_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nowhere"):
        list(walk(tmp_path / "nowhere"))


def test_a_pipe_as_the_source_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SourceError, match="neither a file nor a folder"):
        list(walk(tmp_path / "pipe"))


def test_machinery_is_counted_and_not_entered(tmp_path: Path) -> None:
    (tmp_path / ".git" / "objects").mkdir(parents=True)
    for name in ("HEAD", "config", "objects/aa"):
        (tmp_path / ".git" / name).write_text("x")
    (tmp_path / ".DS_Store").write_text("x")
    found = _by_name(tmp_path)
    assert found[".git"].machinery
    assert found[".git"].weight == 3
    assert found[".DS_Store"].machinery


def test_links_are_told_about_and_never_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("not part of it")
    root = tmp_path / "root"
    root.mkdir()
    (root / "real.txt").write_text("here")
    (root / "out").symlink_to(secret)
    (root / "inside").symlink_to(root / "real.txt")
    (root / "circle").symlink_to(root)
    found = _by_name(root)
    assert set(found) == {"real.txt", "out", "inside", "circle"}
    assert all(found[name].refusal for name in ("out", "inside", "circle"))
    assert "real.txt" in found["inside"].refusal


def test_a_link_given_as_the_source_is_what_it_points_to(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("here")
    (tmp_path / "link").symlink_to(tmp_path / "real.txt")
    (source,) = walk(tmp_path / "link")
    assert _content(source) == b"here"


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "C:/windows/x", "..\\..\\x", "a/../../b"])
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_an_archive_that_leads_out_of_itself_is_refused_and_the_member_named(
    tmp_path: Path, name: str, kind: str
) -> None:
    make = _zip if kind == "zip" else _tar
    path = make(tmp_path / "bad", {"good.txt": b"x", name: b"y"})
    with pytest.raises(UnsafeArchiveError, match="bad: member"):
        list(walk(path))


def test_a_bad_archive_in_a_folder_does_not_end_the_walk(tmp_path: Path) -> None:
    _zip(tmp_path / "bad.zip", {"../x": b"y", "inside.txt": b"kept"})
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 and nothing more")
    (tmp_path / "good.txt").write_text("fine")
    found = _by_name(tmp_path)
    assert "../x" in found["bad.zip!x"].refusal
    assert _content(found["bad.zip!inside.txt"]) == b"kept"
    assert found["broken.zip"].refusal
    assert _content(found["good.txt"]) == b"fine"


def test_an_encrypted_member_is_refused_by_name(tmp_path: Path) -> None:
    path = _zip(tmp_path / "locked.zip", {"secret.txt": b"x"})
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    path.write_bytes(data)
    with pytest.raises(UnsafeArchiveError, match=r"secret\.txt.*encrypted"):
        list(walk(path))


def test_a_bomb_is_told_by_its_ratio(tmp_path: Path) -> None:
    path = _zip(tmp_path / "bomb.zip", {"zeros": bytes(9 << 20)}, zipfile.ZIP_DEFLATED)
    with pytest.raises(UnsafeArchiveError, match=r"zeros.*bomb"):
        list(walk(path))


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, zstandard.compress])
def test_a_compressed_bomb_is_stopped_while_it_unpacks(tmp_path: Path, pack) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(pack(bytes(9 << 20)))
    with pytest.raises(UnsafeArchiveError, match="bomb"):
        list(walk(path))


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(members=2), "more than 2 members"),
        (Limits(member_bytes=1 << 20), "more than 1 MiB"),
        (Limits(total_bytes=3 << 20), "more than 3 MiB"),
    ],
)
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_each_limit_refuses_and_says_which(tmp_path: Path, limits: Limits, said: str, kind: str) -> None:
    members = {f"{i}.bin": os.urandom(1_500_000) for i in range(3)}
    path = (_zip if kind == "zip" else _tar)(tmp_path / "big", members)
    with pytest.raises(UnsafeArchiveError, match=said):
        list(walk(path, limits=limits))
    assert len(list(walk(path))) == 3


def test_an_archive_in_an_archive_is_opened_and_a_third_level_is_told(tmp_path: Path) -> None:
    third = _zip(tmp_path / "3", {"deep.txt": b"deep"}).read_bytes()
    second = _zip(tmp_path / "2", {"mid.txt": b"mid", "third.zip": third}).read_bytes()
    top = _zip(tmp_path / "top.zip", {"top.txt": b"top", "second.zip": second})
    found = _by_name(top)
    assert _content(found["top.zip!top.txt"]) == b"top"
    assert _content(found["top.zip!second.zip!mid.txt"]) == b"mid"
    assert "archive inside an archive" in found["top.zip!second.zip!third.zip"].refusal


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_is_read_however_it_is_compressed(tmp_path: Path, mode: str) -> None:
    path = _tar(tmp_path / "old.bak", {"./notes/a.txt": b"likes tea", "b.txt": b"b"}, mode)
    found = _by_name(path)
    assert _content(found["old.bak!notes/a.txt"]) == b"likes tea"
    assert len(found) == 2


def test_links_in_a_tar_are_told_about(tmp_path: Path) -> None:
    path = tmp_path / "t.tar"
    with tarfile.open(path, "w") as archive:
        info = tarfile.TarInfo("link")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info)
    assert "link" in _by_name(path)["t.tar!link"].refusal


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "cp437"])
def test_zip_names_without_the_utf8_flag_are_decoded(tmp_path: Path, encoding: str) -> None:
    name = "Müller.txt" if encoding == "cp437" else "记忆数据/偏好.txt"
    raw = name.encode(encoding)
    path = _zip(tmp_path / "n.zip", {"p" * len(raw): b"x"})
    path.write_bytes(path.read_bytes().replace(b"p" * len(raw), raw))
    assert f"n.zip!{name}" in _by_name(path)


def test_content_of_a_member_can_be_opened_again_and_again(tmp_path: Path) -> None:
    path = _tar(tmp_path / "t.tgz", {"a": b"1", "b": b"2"})
    sources = list(walk(path))
    for _ in range(2):
        assert [_content(source) for source in sources] == [b"1", b"2"]


def test_scratch_copies_go_away_with_their_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    sources = list(walk(_tar(tmp_path / "t.tgz", {"a": b"1"})))
    assert _content(sources[0]) == b"1"
    assert list(scratch.iterdir())
    del sources
    assert not list(scratch.iterdir())


def test_a_cut_compressed_file_gives_what_came_before_and_says_so(tmp_path: Path) -> None:
    lines = b"".join(b'{"id": %d, "text": "%d"}\n' % (i, i * 7919) for i in range(20_000))
    path = tmp_path / "m.jsonl.gz"
    path.write_bytes(gzip.compress(lines)[:-2000])
    member, broken = sorted(walk(path), key=lambda source: bool(source.refusal))
    assert lines.startswith(_content(member))
    assert member.size > len(lines) // 2
    assert "cut" in broken.refusal


def test_side_files_of_a_database_are_no_sources_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"SQLite format 3\x00" + bytes(84))
    (tmp_path / "a.db-wal").write_bytes(b"wal")
    (tmp_path / "other-wal").write_bytes(b"just a file of that name")
    found = _by_name(tmp_path)
    assert set(found) == {"a.db", "other-wal"}
    assert set(found["a.db"].companions) == {"-wal"}


def test_a_workbook_is_one_file_and_no_archive(tmp_path: Path) -> None:
    path = _zip(tmp_path / "book", {"[Content_Types].xml": b"", "xl/workbook.xml": b""})
    assert list(_by_name(path)) == ["book"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_told_about(tmp_path: Path) -> None:
    (tmp_path / "locked.txt").write_text("x")
    (tmp_path / "locked.txt").chmod(0)
    assert "permission" in _by_name(tmp_path)["locked.txt"].refusal


@pytest.mark.parametrize(
    "name",
    ["LICENSE", "licence.txt", "CHANGELOG.md", "requirements-dev.txt", "Dockerfile", "src/agent.py", "web/app.js"],
)
def test_the_program_beside_the_memories_is_counted_and_not_read(name: str, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("# Remembers what the user likes\n\n- Likes tea more than coffee.\n", "utf-8")
    (tmp_path / "notes.md").write_text("- Likes tea more than coffee.\n", "utf-8")
    shapes = {table.source: table.shape for table in tables(tmp_path)}
    assert shapes == {name: Shape.INDEX, "notes.md": Shape.LINES}


def test_what_looks_like_code_and_holds_data_is_read(tmp_path: Path) -> None:
    (tmp_path / "data.js").write_text('window.notes = [{"text": "Likes tea."}, {"text": "No coffee."}]\n', "utf-8")
    (table,) = tables(tmp_path)
    assert [row.values["text"] for row in table.rows()] == ["Likes tea.", "No coffee."]


def test_a_readme_is_a_page_of_the_program_only_beside_its_code(tmp_path: Path) -> None:
    for folder, others in (("agent", ["package.json"]), ("notes", ["a.md"])):
        (tmp_path / folder).mkdir()
        for name in ("README.md", *others):
            (tmp_path / folder / name).write_text("{}" if name.endswith("json") else "- Likes tea.\n", "utf-8")
    shapes = {table.source: table.shape for table in tables(tmp_path)}
    assert (shapes["agent/README.md"], shapes["notes/README.md"]) == (Shape.INDEX, Shape.LINES)


def test_a_file_that_somebody_names_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text("- Likes tea.\n", "utf-8")
    (table,) = tables(tmp_path / "CHANGELOG.md")
    assert table.shape is Shape.LINES
