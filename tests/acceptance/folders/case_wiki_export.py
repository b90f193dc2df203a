"""Pages exported from a wiki-like notebook: markdown with a hash in the name, properties on top, a database as CSV."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, TASK, WISH, Expected, Memory
from tests.acceptance.folders.files import write_csv, write_text

PAGE = """# About me (for the assistant)

Created: March 3, 2026 9:14 AM
Tags: assistant, profile

## Eating

- I don't eat pork or shellfish
- Breakfast is coffee only, please no suggestions before 11

## Home

- We live on the fourth floor without a lift
- My partner Ines works from home on Mondays

## Writing

- Use British spelling in everything you write for me
- Bullet points over paragraphs
"""
TODO = """# Next

- [ ] Renew the passport before the August trip
- [ ] Ask the landlord about the mould in the bathroom
- [x] Cancel the gym
"""
BOOKS = [
    ("The Peregrine", "J. A. Baker", "Loved it, wants more nature writing", "March 8, 2026"),
    ("Austerlitz", "W. G. Sebald", "Gave up after 80 pages", "March 19, 2026"),
    ("Piranesi", "Susanna Clarke", "Read it twice in one week", "April 4, 2026"),
]


def build(folder: Path) -> None:
    write_text(folder / "Export-5d11" / "About me (for the assistant) 3f2a9c0d1e4b4f7a.md", PAGE)
    write_text(folder / "Export-5d11" / "Next 77ab01c2d3e4f5a6.md", TODO)
    write_csv(
        folder / "Export-5d11" / "Books 0c9d8e7f6a5b4c3d.csv",
        ["Name", "Author", "Verdict", "Created"],
        BOOKS,
        encoding="utf-8-sig",
    )


# The page says when it was made; its lines may take that time or none.
_PAGE = ("2026-03-03T09:14:00Z", None)
EXPECTED = Expected(
    memories=(
        Memory(parts=("I don't eat pork or shellfish",), types=WISH, at=_PAGE),
        Memory(parts=("Breakfast is coffee only, please no suggestions before 11",), types=WISH, at=_PAGE),
        Memory(parts=("We live on the fourth floor without a lift",), types=FACT, at=_PAGE),
        Memory(parts=("My partner Ines works from home on Mondays",), types=FACT, at=_PAGE),
        Memory(parts=("Use British spelling in everything you write for me",), types=("preference", "skill"), at=_PAGE),
        Memory(parts=("Bullet points over paragraphs",), types=("preference", "fact", "skill"), at=_PAGE),
        Memory(parts=("Renew the passport before the August trip",), types=TASK),
        Memory(parts=("Ask the landlord about the mould in the bathroom",), types=TASK),
        Memory(
            parts=("The Peregrine", "J. A. Baker", "Loved it"), types=WISH, at="2026-03-08T00:00:00Z", precision="day"
        ),
        Memory(parts=("Austerlitz", "W. G. Sebald", "Gave up"), types=WISH, at="2026-03-19T00:00:00Z", precision="day"),
        Memory(parts=("Piranesi", "Susanna Clarke", "twice"), types=WISH, at="2026-04-04T00:00:00Z", precision="day"),
    ),
    never=("Tags: assistant",),
    # A task that is done is history: keeping it (as done) or not are both fine.
    tolerated=("Cancel the gym",),
    evidence=0,
)
