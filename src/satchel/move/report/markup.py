"""Building HTML so that nothing of the data can become markup: every plain string is escaped where it is put in."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_VOID = frozenset({"meta", "link", "input", "br", "hr", "img"})


class Markup(str):
    """Text that is HTML already. Only this module and constants of the page make one."""

    __slots__ = ()


Child = str | None | Iterable["Child"]
"""A plain string, which is escaped; Markup, which is not; nothing; or several of them."""


def markup(*children: Child) -> Markup:
    """Children side by side."""
    parts: list[str] = []
    for child in children:
        if child is None:
            continue
        if isinstance(child, Markup):
            parts.append(str(child))
        elif isinstance(child, str):
            parts.append(escape(child, quote=True))
        else:
            parts.append(str(markup(*child)))
    return Markup("".join(parts))


def element(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """One element. `class_` and `data_label` become `class` and `data-label`; True is a bare attribute, None is none."""
    written = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{markup(*children)}</{name}>")


def _attribute(name: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value), quote=True)}"'


def foreign(text: str, name: str = "bdi", **attributes: str | int | bool | None) -> Markup:
    """Text of the data: it finds its own direction, and that direction does not reach beyond it."""
    return element(name, text, dir="auto", **attributes)
