"""Every link of a page to another page, and to a heading in it, leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (
        *ROOT.glob("*.md"),
        *(p for top in ("docs", "spec", "protocol", "examples", "bench") for p in (ROOT / top).rglob("*.md")),
    )
)

_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)")
_HEADING = re.compile(r"^#+ +(.+?) *#*$", re.MULTILINE)


def _prose(path: Path) -> str:
    return _FENCE.sub("", path.read_text(encoding="utf-8"))


def _anchors(path: Path) -> set[str]:
    """The anchors that a heading gets: lower case, punctuation gone, spaces to hyphens; a repeated one is numbered."""
    seen: dict[str, int] = {}
    anchors = set()
    for heading in _HEADING.findall(_prose(path)):
        text = re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).replace(" ", "-")
        count = seen.get(text, 0)
        seen[text] = count + 1
        anchors.add(f"{text}-{count}" if count else text)
    return anchors


def _broken(page: Path) -> Iterator[str]:
    for link in _LINK.findall(_prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        place, _, anchor = link.partition("#")
        target = page.parent / place if place else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in _anchors(target)):
            yield link


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    assert list(_broken(ROOT / page)) == []


def test_a_link_to_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A `thing`, twice\n\n[good](#a-thing-twice) [gone](other.md) [moved](page.md#elsewhere)\n\n"
        "```\n[code](not-a-link.md)\n```\n",
        encoding="utf-8",
    )
    assert list(_broken(page)) == ["other.md", "page.md#elsewhere"]
