"""An agent's "brain" folder: markdown with sections, a journal of one file a day, check boxes, state files, a log."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import ANY, Expected, Memory
from tests.acceptance.folders.files import write_json, write_text
from tests.acceptance.second.words import LESSON, RULE, F, P, T, W, english_logs, later, told

ABOUT = (
    ("Name: Imke Vandersteen, translator from Ghent", F),
    ("Speaks Dutch, English and some Portuguese", F),
    ("Shares the studio with Bram and a parrot called Kiwi", F),
    ("Deadline days are Monday and Thursday", F),
)
TASTES = (
    ("Prefers British spelling in every text", P),
    ("Dislikes footnotes; wants a glossary instead", P),
    ("Likes the tone of replies dry and short", P),
    ("Wants numbers under twelve written as words", P),
)
LESSONS = (
    ("Exporting from the CAT tool drops italics, so check them by hand", LESSON),
    ("The client portal logs out after ten minutes; copy the text before submitting", LESSON),
    ("Never translate product names of Halvorsen, they complained twice", (*RULE, "fact")),
)
JOURNAL = {
    "2026-03-03": (
        ("Imke signed the contract with Halvorsen for the whole year", F),
        ("She will be paid 0.11 euro per word", F),
    ),
    "2026-03-04": (("Kiwi the parrot was ill; the vet is Dr Maes", F), ("Imke no longer works on Fridays", W)),
    "2026-03-09": (
        ("The laptop was replaced by a Framework 13", F),
        ("Imke prefers the new keyboard layout, Belgian period AZERTY", P),
    ),
    "2026-03-17": (("Bram moves out of the studio in May", F), ("The rent goes up to 640 euro from June", F)),
    "2026-03-20": (("Imke's cousin Lotte is now the backup translator", F),),
    "2026-03-31": (
        ("The first quarter's VAT declaration was filed", F),
        ("Imke asked never to be reminded on Sundays", P),
    ),
}
TODO = (
    "Send the Halvorsen glossary to Lotte before 15 April",
    "Find a new studio mate for May",
    "Renew the dictionary subscription",
    "Ask the tax office about the home office rule",
)
DONE = ("Buy a second monitor", "Return the library books")


def build(folder: Path) -> None:
    sections = (("Who I work for", ABOUT), ("Tastes", TASTES), ("Lessons learned", LESSONS))
    brain = "# BRAIN\n\nThis file is rewritten by the agent. Do not edit while it runs.\n\n" + "\n".join(
        f"## {title}\n\n" + "".join(f"- {line}\n" for line, _ in lines) for title, lines in sections
    )
    write_text(folder / "brain" / "BRAIN.md", brain)
    for day, lines in JOURNAL.items():
        write_text(
            folder / "brain" / "journal" / f"{day}.md", f"# {day}\n\n" + "".join(f"* {line}\n" for line, _ in lines)
        )
    write_text(
        folder / "brain" / "TODO.md",
        "# TODO\n\n" + "".join(f"- [ ] {t}\n" for t in TODO) + "".join(f"- [x] {t}\n" for t in DONE),
    )
    write_json(folder / "state" / "heartbeat.json", {"pid": 4411, "beats": 90211, "last": 1774900000, "status": "ok"})
    write_json(folder / "state" / "window.json", {"x": 10, "y": 40, "w": 1200, "h": 800, "theme": "dark"})
    write_text(
        folder / "logs" / "agent.log",
        "".join(
            f"{later('2026-03-03 06:00:00', n * 47)},{n * 7 % 1000:03} {('INFO', 'DEBUG', 'WARN')[n % 3]} agent.core - {line}\n"
            for n, line in enumerate(english_logs(60, 3))
        ),
    )


def _all() -> list[Memory]:
    found = [told(line, types=types, at=ANY) for lines in (ABOUT, TASTES, LESSONS) for line, types in lines]
    for day, lines in JOURNAL.items():
        found += [told(line, types=types, at=f"{day}T00:00:00Z", precision="day") for line, types in lines]
    return found + [told(t, types=T, at=ANY) for t in TODO]


EXPECTED = Expected(
    memories=tuple(_all()),
    never=("heartbeat", "agent.core", "rewritten by the agent", "beats"),
    tolerated=(*DONE, "dark"),
)
