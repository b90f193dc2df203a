"""What a script kept in its INI file: lists under counted keys, between the settings of the program."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_text

LIKES = [
    "I like my train tickets on paper, not on the phone",
    "Never book a seat next to the restaurant car for me",
    "I prefer night trains over flying when it is under twelve hours",
]
TODO = ["Renew the rail pass before the tenth of June", "Ask the Vienna office whether the sleeper runs on Sundays"]


def build(folder: Path) -> None:
    lines = ["; written by railbot", "[server]", "host = 127.0.0.1", "port = 8080", "", "[preferences]"]
    lines += [f"pref_{n} = {text}" for n, text in enumerate(LIKES, start=1)]
    lines += ["", "[todo]", *(f"{n}: {text}" for n, text in enumerate(TODO))]
    write_text(folder / "railbot.ini", "\r\n".join(lines) + "\r\n")


EXPECTED = Expected(
    memories=(
        *(Memory(text=text, types=PREFERENCE) for text in LIKES),
        *(Memory(text=text, types=TASK) for text in TODO),
    ),
    never=("127.0.0.1", "8080"),
)
