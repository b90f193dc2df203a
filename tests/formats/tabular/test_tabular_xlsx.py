"""Workbooks: each sheet a table under its own heading, dates by the format of their cells, nothing computed or expanded."""

from __future__ import annotations

import zipfile
from pathlib import Path

from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import BESIDE, Shape

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STYLES = (
    f'<styleSheet {MAIN}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.00&quot;days&quot;"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
)
TEXTS = f"<sst {MAIN}><si><t>Note</t></si><si><r><t>Likes </t></r><r><t>tea</t></r><rPh><t>x</t></rPh></si></sst>"


def write(path: Path, sheets: dict[str, str], *, of_mac: bool = False) -> Path:
    """A workbook of sheets, each given as the XML of its rows."""
    listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, start=1))
    with zipfile.ZipFile(path, "w") as archive:
        flag = '<workbookPr date1904="1"/>' if of_mac else ""
        archive.writestr(
            "xl/workbook.xml", f'<workbook {MAIN} xmlns:r="{LINKS}">{flag}<sheets>{listed}</sheets></workbook>'
        )
        links = "".join(f'<Relationship Id="r{n}" Target="worksheets/s{n}.xml"/>' for n in range(1, len(sheets) + 1))
        archive.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{links}</Relationships>")
        archive.writestr("xl/styles.xml", STYLES)
        archive.writestr("xl/sharedStrings.xml", TEXTS)
        for n, rows in enumerate(sheets.values(), start=1):
            archive.writestr(f"xl/worksheets/s{n}.xml", f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>")
    return path


def said(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


HEAD = f'<row r="3"><c r="A3" t="s"><v>0</v></c>{said("When")}{said("Day")}{said("Rank")}</row>'


def test_cells_are_what_their_formats_say(tmp_path: Path) -> None:
    rows = f'<row r="1">{said("My list")}</row>' + HEAD
    rows += '<row r="4"><c r="A4" t="s"><v>1</v></c><c s="1"><v>46023.5</v></c><c s="2"><v>46030</v></c><c s="3"><v>2.5</v></c></row>'
    rows += f'<row r="6">{said("No dates")}<c r="D6"><v>7</v></c></row><row r="7"/>'
    rows += f'<row r="8">{said("A fault")}<c t="e"><v>#REF!</v></c><c t="b"><v>1</v></c></row>'
    (table,) = tables(write(tmp_path / "a.xlsx", {"S": rows}))
    found = list(table.rows())
    assert dict(found[0].values) == {BESIDE: "My list"}
    assert [(row.position, tuple(row.values.values())) for row in found[1:]] == [
        ("row 4", ("Likes tea", "2026-01-01 12:00:00", "2026-01-08", 2.5)),
        ("row 6", ("No dates", None, None, 7)),
        ("row 8", ("A fault", None, True, None)),
    ]
    assert list(found[1].values) == ["Note", "When", "Day", "Rank"]


def test_days_count_from_1904_where_the_file_says_so(tmp_path: Path) -> None:
    rows = HEAD + f'<row r="4">{said("x")}<c s="1"><v>44561.5</v></c></row>'
    (table,) = tables(write(tmp_path / "a.xlsx", {"S": rows}, of_mac=True))
    assert next(iter(table.rows())).values["When"] == "2026-01-01 12:00:00"


def test_each_sheet_that_holds_anything_is_a_table(tmp_path: Path) -> None:
    rows = HEAD + f'<row r="4">{said("x")}</row>'
    assert [table.name for table in tables(write(tmp_path / "a.xlsx", {"One": rows, "Empty": "", "二": rows}))] == [
        "One",
        "二",
    ]


def test_a_sheet_without_a_heading_keeps_its_first_row(tmp_path: Path) -> None:
    rows = "".join(
        f'<row r="{n}">{said(f"Note {n} about the garden behind the house, and what is to be done there")}<c><v>{n}</v></c></row>'
        for n in (1, 2)
    )
    (table,) = tables(write(tmp_path / "a.xlsx", {"S": rows}))
    assert len(list(table.rows())) == 2


def test_a_part_that_declares_entities_is_never_parsed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", {"S": HEAD})
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/worksheets/s2.xml", '<!DOCTYPE a [<!ENTITY x "y">]><worksheet/>')
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/styles.xml"] = b'<!DOCTYPE a [<!ENTITY x "y">]>' + parts["xl/styles.xml"]
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    (table,) = tables(path)
    assert table.shape is Shape.OPAQUE
    assert "entities" in table.reason


def test_a_broken_sheet_keeps_what_came_before_and_says_where_it_ends(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", {"S": HEAD + f'<row r="4">{said("x")}</row><row r="5">{said("y")}<c><v>1</row>'})
    (table,) = tables(path)
    assert [(row.values.get("Note"), row.problem[:31]) for row in table.rows()] == [
        ("x", ""),
        (None, "the sheet is broken after row 4"),
    ]


def test_damage_anywhere_is_told_and_never_raised(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.xlsx", {"S": HEAD + "".join(f'<row r="{n}">{said(f"note {n}")}</row>' for n in range(4, 90))}
    )
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(tmp_path / "b.xlsx", "w", zipfile.ZIP_DEFLATED) as packed:
        for name in whole.namelist():
            packed.writestr(name, whole.read(name))
    content = (tmp_path / "b.xlsx").read_bytes()
    place = content.index(b"xl/worksheets/s1.xml") + 60
    for at in range(place, place + 200, 8):
        (tmp_path / "b.xlsx").write_bytes(content[:at] + b"\xff" + content[at + 1 :])
        for table in tables(tmp_path / "b.xlsx"):
            rows = list(table.rows())
            assert table.reason or rows
