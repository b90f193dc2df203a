"""What somebody copied out of a chat assistant: dated lines in two languages, a month, an unknown date, prose around."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, WISH, Expected, Memory
from tests.acceptance.folders.files import write_text

TEXT = """Sure! Here is everything I have stored about you:

```
PERSONAL
[2025-08-14] - Grew up in Tainan and moved to Rotterdam for university.
[2025-09-02] - 有一个哥哥，在新竹做工程师。
[Jan 2026] - Started a part-time job at a flower shop.

PREFERENCES
[2025-10-11] – Prefers metric units and 24-hour times.
[2026-02-27] - 回答时先给结论，再给理由。
[date unknown] - Does not like horror films.

PROJECTS
[2026-03-05] - Is writing a thesis on tidal power; the draft is due
  at the end of June.
- Wants to learn to sail this summer.
```

Let me know if anything is wrong!
"""

EXPECTED = Expected(
    memories=(
        Memory(
            text="Grew up in Tainan and moved to Rotterdam for university.",
            types=FACT,
            at="2025-08-14T00:00:00Z",
            precision="day",
        ),
        Memory(text="有一个哥哥，在新竹做工程师。", types=FACT, at="2025-09-02T00:00:00Z", precision="day"),
        Memory(
            text="Started a part-time job at a flower shop.", types=FACT, at="2026-01-01T00:00:00Z", precision="month"
        ),
        Memory(
            text="Prefers metric units and 24-hour times.", types=PREFERENCE, at="2025-10-11T00:00:00Z", precision="day"
        ),
        Memory(text="回答时先给结论，再给理由。", types=PREFERENCE, at="2026-02-27T00:00:00Z", precision="day"),
        Memory(text="Does not like horror films.", types=PREFERENCE),
        Memory(
            text="Is writing a thesis on tidal power; the draft is due at the end of June.",
            types=FACT + TASK,
            at="2026-03-05T00:00:00Z",
            precision="day",
        ),
        Memory(text="Wants to learn to sail this summer.", types=WISH + TASK),
    ),
    never=("Let me know", "everything I have stored", "date unknown"),
    evidence=0,
    logs=0,
)


def build(folder: Path) -> None:
    write_text(folder / "from the chat.txt", TEXT)
