"""A team chat's export with threads, and beside it what the team's bot wrote down about each member."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_json
from tests.acceptance.second.words import F, P, T, W, mem, sec, z

PEOPLE = {"U01KESTREL": "ravi", "U02MERLIN": "noor", "U03SWIFT": "guojing"}
NOTES = (
    ("U01KESTREL", "Ravi prefers to be asked in threads, not in direct messages.", "2026-03-02 10:12:00", P),
    ("U01KESTREL", "Ravi is on call in the second week of every month.", "2026-03-02 11:02:40", F),
    ("U02MERLIN", "Noor's tests run only on the macOS runners.", "2026-03-03 08:31:15", F),
    ("U02MERLIN", "Noor dislikes screenshots of code; paste text instead.", "2026-03-03 15:06:59", P),
    ("U03SWIFT", "郭婧周三下午要接孩子，不要约会议。", "2026-03-04 02:18:00", ("preference", "fact", "task")),
    ("U03SWIFT", "郭婧喜欢用中文写设计文档。", "2026-03-04 02:25:25", P),
    ("U01KESTREL", "Ravi owes the team a retro on the March incident.", "2026-03-05 13:40:00", ("task", "fact")),
    ("U02MERLIN", "Noor will be in Amman from 20 to 28 March.", "2026-03-05 14:09:09", F),
    ("U03SWIFT", "郭婧负责支付网关，备份负责人是 Ravi。", "2026-03-06 03:33:00", F),
    ("U01KESTREL", "Ravi drinks no coffee after noon.", "2026-03-06 16:20:20", W),
    ("U02MERLIN", "Remind Noor to rotate the staging keys on 1 April.", "2026-03-06 17:45:00", T),
    ("U03SWIFT", "提醒郭婧三月底前把网关的压测报告发给大家。", "2026-03-07 04:00:00", T),
)
CHAT = (
    ("U01KESTREL", "morning all, deploy is green"),
    ("U02MERLIN", "nice. did anyone look at the flaky login test?"),
    ("U03SWIFT", "我看了，是时区的问题"),
    ("U01KESTREL", "can you put it in the ticket?"),
    ("U03SWIFT", "好的，下午补上"),
    ("U02MERLIN", "I love the new dashboard by the way"),
    ("U01KESTREL", "what should we name the service?"),
    ("U02MERLIN", "anything but kraken2"),
    ("U03SWIFT", "叫 heron 吧"),
    ("U01KESTREL", "heron it is"),
    ("U02MERLIN", "lunch?"),
    ("U01KESTREL", "12:30 at the corner place"),
    ("U03SWIFT", "我带饭了，你们去吧"),
    ("U02MERLIN", "ok who is paying"),
    ("U01KESTREL", "the build on main broke again"),
    ("U02MERLIN", "reverting 4f2a now"),
)
DAYS = ("2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05")


def build(folder: Path) -> None:
    export = folder / "team-export-Mar-2026"
    write_json(export / "channels.json", [{"id": "C1", "name": "platform", "members": list(PEOPLE)}])
    write_json(
        export / "users.json",
        [{"id": code, "name": name, "profile": {"tz": "Etc/UTC"}, "deleted": False} for code, name in PEOPLE.items()],
    )
    for d, day in enumerate(DAYS):
        root = sec(f"{day} 09:00:00")
        messages: list[dict[str, object]] = []
        for n, (who, text) in enumerate(CHAT):
            ts = f"{root + n * 97}.{d * 100 + n:06}"
            message: dict[str, object] = {"type": "message", "user": who, "text": f"{text} ({d + 1})", "ts": ts}
            if n % 5:
                message["thread_ts"] = f"{root + n // 5 * 5 * 97}.{d * 100 + n // 5 * 5:06}"
            messages.append(message)
        write_json(export / "platform" / f"{day}.json", messages)
    write_json(
        folder / "bot" / "member_notes.json",
        {
            "version": 2,
            "saved": "2026-03-08T00:00:00Z",
            "notes": [
                {"about": who, "note": note, "noted_at": f"{sec(utc)}.000000", "hits": n % 4}
                for n, (who, note, utc, _) in enumerate(NOTES)
            ],
        },
    )


EXPECTED = Expected(
    memories=tuple(mem(note, z(utc), types, (f"user:{who}", f"user:{PEOPLE[who]}")) for who, note, utc, types in NOTES),
    never=tuple(text for _, text in CHAT),
    evidence=len(CHAT) * len(DAYS),
)
