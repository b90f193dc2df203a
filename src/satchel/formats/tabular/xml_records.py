"""XML that holds records: repeated elements as rows, with attributes and inner elements as their columns.

Pages, drawings and other XML that is a text with marks in it is read as a text. A document that declares entities of its
own is never parsed: nested ones grow without bounds, and external ones name files of the machine.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

_DECLARES = re.compile(r"<!(?:ENTITY|DOCTYPE[^>\[]*\[)", re.IGNORECASE)
_PAGES = frozenset("html svg math plist rss feed opml worddocument wordDocument Workbook document".split())
_FEWEST = 2
_DEEPEST = 64
_INLINE = frozenset("b i u em strong a br p span code sub sup".split())


def is_xml(sample: str, name: str) -> bool:
    """Whether a text says that it is XML, or is called so and begins like it."""
    start = sample.lstrip("\ufeff \t\r\n")
    return start.startswith("<?xml") or (name.lower().endswith(".xml") and start.startswith("<"))


def load_xml(text: str) -> Any:
    """The document as plain values: elements as objects, those that repeat as lists, and texts.

    Raises:
        ValueError: it is broken, declares entities, or is no list of records.
    """
    if _DECLARES.search(text):
        raise ValueError("it declares entities of its own")
    try:
        plain = re.sub(r"^\s*<\?xml[^>]*\?>", "", text.lstrip("\ufeff"), count=1)
        root = ElementTree.fromstring(plain)  # noqa: S314  # without declarations there is nothing that could grow
    except (ElementTree.ParseError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if _bare(root.tag) in _PAGES or not _has_records(root):
        raise ValueError("a text with marks in it, and no records")
    return _value(root, 0)


def _bare(tag: str) -> str:
    """The name of an element without its namespace."""
    return tag.rpartition("}")[2]


def _has_records(root: ElementTree.Element) -> bool:
    """Whether some element holds several of one name that have members: attributes or elements of their own."""
    for parent in root.iter():
        seen: dict[str, int] = {}
        for child in parent:
            if (child.attrib or len(child)) and _bare(child.tag) not in _INLINE:
                seen[child.tag] = seen.get(child.tag, 0) + 1
        if any(count >= _FEWEST for count in seen.values()):
            return True
    return False


def _value(element: ElementTree.Element, depth: int) -> Any:
    children = list(element)
    if depth > _DEEPEST:
        raise ValueError("nested too deeply")
    mixed = bool(children) and all(_bare(child.tag) in _INLINE for child in children)
    if not children or mixed:
        text = " ".join("".join(element.itertext()).split(" ")).strip()
        if not element.attrib:
            return text or None
        return {**_attributes(element), **({"text": text} if text else {})}
    members: dict[str, Any] = _attributes(element)
    if own := (element.text or "").strip():
        members["text"] = own
    lists: set[str] = set()
    for child in children:
        name, value = _bare(child.tag), _value(child, depth + 1)
        if name in lists:
            members[name].append(value)
        elif name in members:
            members[name] = [members[name], value]
            lists.add(name)
        else:
            members[name] = value
    return members


def _attributes(element: ElementTree.Element) -> dict[str, Any]:
    return {_bare(name): value for name, value in element.attrib.items()}
