"""A chat saved from a phone and one copied from WeChat, beside a list of memories with their dates behind them."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, Expected, Memory
from tests.acceptance.folders.files import write_text

PHONE = """\
[14.03.26, 18:02:11] Tante Ruth: The cherry tree needs cutting before it flowers
[14.03.26, 18:04:40] Falk Behrens: I prefer to do that in one go, with the ladder
[14.03.26, 18:05:02] Tante Ruth: Then bring the long saw
and the gloves that hang in the cellar
[15.03.26, 07:30:59] Falk Behrens: The saw is at my brother's place
[15.03.26, 07:31:20] Tante Ruth: He lives in Celle now
"""
WECHAT = """\
方敏 2026-03-02 21:10:05
我不喜欢把会议排在周五下午

助手 2026-03-02 21:10:12
好的，周五下午不排会议

方敏 2026-03-02 21:12:40
另外机票要选靠过道的座位

助手 2026-03-02 21:12:55
记下了
"""
KNOWN = [
    ("Ruth keeps the keys of the allotment under the third pot", "2026-01-12", FACT),
    ("Falk wants reminders the evening before, never in the morning", "2026-01-19", PREFERENCE),
    ("The allotment has no running water from November to March", "2026-02-03", FACT),
]


def build(folder: Path) -> None:
    write_text(folder / "phone" / "_chat.txt", PHONE)
    write_text(folder / "微信" / "方敏.txt", WECHAT)
    write_text(folder / "known.md", "# Known\n\n" + "".join(f"- {text} ({day})\n" for text, day, _ in KNOWN))


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=f"{day}T00:00:00Z", precision="day") for text, day, types in KNOWN
    ),
    never=("cherry tree", "one go", "long saw", "Celle", "靠过道", "周五下午"),
    evidence=9,
)
