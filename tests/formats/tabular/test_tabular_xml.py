"""XML of records is rows with columns; XML that is a text stays one, and what could do harm is never parsed."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.xml_records import load_xml


def test_repeated_elements_are_rows(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<store owner="ida"><notes>'
        '<note id="1" at="2026-03-01"><text>One &amp; two</text><tag>a</tag><tag>b</tag></note>'
        '<note id="2" at="2026-03-02"><text>三</text></note></notes></store>',
        "utf-8",
    )
    found = {table.name: list(table.rows()) for table in tables(tmp_path / "a.xml") if not table.envelope}
    (rows,) = found.values()
    assert [(row.values["id"], row.values["text"], row.values.get("tag")) for row in rows] == [
        ("1", "One & two", ["a", "b"]),
        ("2", "三", None),
    ]


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE a [<!ENTITY x "y">]><a><b c="1"/><b c="2"/></a>',
        "<page><p>One</p><p>Two <b>bold</b></p></page>",
        "<a><b c='1'><b c='2'></a>",
        "<html><body><div id='1'>x</div><div id='2'>y</div></body></html>",
        "<a>" * 200 + "<b c='1'/><b c='2'/>" + "</a>" * 200,
    ],
)
def test_what_is_no_list_of_records_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        load_xml(text)


def test_a_text_in_xml_is_read_as_a_text(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<?xml version='1.0'?><page><p>One thing.</p><p>Another.</p></page>", "utf-8")
    found = list(tables(tmp_path / "a.xml"))
    assert [row.values["text"] for table in found for row in table.rows()] == ["One thing.", "Another."]
