"""Which of the text formats a text is, by its first lines; the name only breaks ties."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from satchel.formats.tabular.chat_lines import begins_turns
from satchel.formats.tabular.csv_rows import Dialect, sniff
from satchel.formats.tabular.ini import is_ini
from satchel.formats.tabular.json_text import decode_value
from satchel.formats.tabular.sql_dump import is_sql_dump
from satchel.formats.tabular.text_blocks import is_table_rule
from satchel.formats.tabular.text_marks import is_listed
from satchel.formats.tabular.xml_records import is_xml

_JSON_START = re.compile(
    r"""\s*(?:\{\s*(?:["}/]|$)|\[\s*(?:["{\[\]/]|$|(?:true|false|null|NaN)\b|-?[\d.eE+-]+\s*(?:,|$|\]\s*$)))""",
    re.MULTILINE,
)
_SCRIPT = re.compile(
    r"\s*(?:(?:var|let|const|export default|module\.exports|window)\b)?[\w.$\[\]\"' ]{0,80}=\s*(?=[\[{]\s*[\"{\[\]}])"
)
_HTML = re.compile(
    r"\s*<(?:!doctype|\?xml|html|head|body|div|table|ul|ol|p|meta|section|article|span|h[1-6])\b", re.IGNORECASE
)
_MARKDOWN = re.compile(
    r"^(?:#{1,6}\s+\S|\s*[-*+]\s+\S|```|>\s|\|.+\|\s*$|---\s*$)|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*", re.MULTILINE
)
_COMMENTS = re.compile(r"\A(?:\s|//[^\n]*\n|/\*.*?\*/)+", re.DOTALL)
_PYTHON_DICT = re.compile(r"\{\s*'\w+'\s*:.*\}", re.DOTALL)
_LINES = 60
_JSONL_NAMES = (".jsonl", ".ndjson", ".jsonlines", ".ldjson")


@dataclass(frozen=True, slots=True)
class TextKind:
    """What a text is."""

    name: str
    """`json`, `jsonl`, `csv`, `html`, `yaml`, `toml`, `ini`, `sql`, `markdown`, `text`."""
    dialect: Dialect | None = None
    """For `csv`."""
    skip: int = 0
    """For `json`: characters before it (`window.data = `)."""


def text_kind(sample: str, name: str, *, truncated: bool) -> TextKind:
    """Look at the first lines of a text.

    Args:
        sample: Its start.
        name: Of the file.
        truncated: Whether the text goes on; then the last line of the sample is not trusted.
    """
    name = name.lower()
    written = list(islice((line for line in _whole_lines(sample, truncated=truncated) if line.strip()), _LINES))
    if json := _json(sample, written, name, truncated=truncated):
        return json
    if _HTML.match(sample) or is_xml(sample, name):
        return TextKind("html")
    if name.endswith((".yaml", ".yml")):
        return TextKind("yaml")
    if name.endswith(".toml"):
        return TextKind("toml")
    if is_ini(_whole_lines(sample, truncated=truncated), name):
        return TextKind("ini")
    if is_sql_dump(_whole_lines(sample, truncated=truncated), name):
        return TextKind("sql")
    if not begins_turns(written) and (dialect := _csv(sample, written, name, truncated=truncated)):
        return TextKind("csv", dialect)
    if name.endswith((".md", ".markdown", ".mdx", ".mdc")) or _MARKDOWN.search(sample):
        return TextKind("markdown")
    return TextKind("text")


def _whole_lines(sample: str, *, truncated: bool) -> list[str]:
    lines = sample.splitlines()
    return lines[:-1] if truncated and len(lines) > 1 else lines


def _json(sample: str, written: list[str], name: str, *, truncated: bool) -> TextKind | None:
    if not written:
        return None
    good = [_is_objects(line) for line in written]
    if script := _SCRIPT.match(sample):
        return TextKind("json", skip=script.end())
    if len(written) > 1 and sum(good) * 2 >= len(written):
        # One object a line between `[` and `]` is a document; the commas at the lines' ends tell.
        listed = written[0].strip() in {"[", "{"} or sum(line.rstrip().endswith(",") for line in written) * 2 > len(
            written
        )
        return TextKind("json" if listed else "jsonl")
    if name.endswith(_JSONL_NAMES) and (any(good) or written[0].lstrip()[:1] in {"{", "["}):
        return TextKind("jsonl")
    start = _COMMENTS.sub("", sample.lstrip("\ufeff \t\r\n\x00"), count=1)
    if not _JSON_START.match(start):
        return None
    if (
        start[0] == "["
        and not truncated
        and not re.search(r"[\]\",}]\s*;?\s*$", sample)
        and "{" not in sample
        and '"' not in sample
    ):
        return None  # `[draft] some note`
    return TextKind("json")


def _is_objects(line: str) -> bool:
    """True for a line of one or more whole JSON objects."""
    at, line = 0, line.strip(" \t\ufeff\x00\x1e")
    if not line.startswith("{"):
        return False
    if _PYTHON_DICT.fullmatch(line):
        return True
    while at < len(line):
        try:
            _, at = decode_value(line, at)
        except (ValueError, RecursionError):
            return False
        while at < len(line) and line[at] in " \t,":
            at += 1
    return True


def _csv(sample: str, written: list[str], name: str, *, truncated: bool) -> Dialect | None:
    if any(is_table_rule(line) for line in written):
        return None  # a table drawn in markdown
    lines = _whole_lines(sample, truncated=truncated)[:400]
    dialect = sniff(lines)
    named = name.endswith((".csv", ".tsv", ".tab", ".psv"))
    if dialect is None:
        return Dialect(",", 1, len(written), 1.0, len(written) > 1, 0) if named and written else None
    if named or dialect.skip:
        return dialect
    if dialect.records < 2 or dialect.agreement < 0.6:
        return None
    if dialect.quoted and dialect.agreement >= 0.8:
        return dialect
    if dialect.heading and dialect.width >= 3:
        return dialect  # a line of names above says enough, however ragged the rest is
    if dialect.agreement < 0.8:
        return None
    listed = sum(is_listed(line) for line in written) * 2 > len(written)
    if dialect.delimiter == ",":
        # Prose has commas too: a heading, or many even columns, must tell.
        even = dialect.width >= 4 and dialect.agreement >= 0.95 and dialect.records >= 3 and not listed
        return dialect if (dialect.heading and dialect.agreement >= 0.85) or even else None
    fewest = 2 if dialect.delimiter == "\t" else 3  # nobody writes prose with tabs
    return dialect if dialect.heading or (dialect.records >= fewest and dialect.agreement >= 0.9) else None
