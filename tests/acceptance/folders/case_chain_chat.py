"""A chat agent on a chain framework: one JSON file of typed messages, a dict of facts, its own configuration."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import WISH, Expected, Memory
from tests.acceptance.folders.files import write_json

TALK = [
    ("human", "Morning! Can you find me a train from Ghent to Cologne for Thursday?"),
    ("ai", "There is a direct IC at 08:12, and one with a change in Brussels at 09:25. Which one suits you?"),
    ("human", "The later one. I hate getting up before seven."),
    ("ai", "Noted. The 09:25 it is. Should I look for a seat reservation?"),
    ("human", "yes please, window"),
    ("ai", "Done: coach 22, seat 61, window."),
    ("system", "You are a helpful travel assistant. Today is Tuesday."),
    ("human", "What is the weather in Cologne on Thursday?"),
    ("ai", "Rain in the morning, clearing up later, about 11 degrees."),
    ("human", "ok, thanks"),
    ("ai", "You're welcome, have a good trip!"),
    ("human", "One more: how do I say 'two tickets' in German?"),
    ("ai", "“Zwei Fahrkarten, bitte.”"),
]
FACTS = {
    "name": "Marta Claes",
    "home_city": "Ghent, near the Dampoort station",
    "diet": "Vegetarian, and no mushrooms in anything",
    "preferred_seat": "Window, facing forward",
    "sister": "Her sister Lotte lives in Cologne and has two children",
    "work": "Restores church organs, freelance since 2019",
    "dislikes_phone_calls": "Would rather get a message than a phone call",
}


def build(folder: Path) -> None:
    write_json(
        folder / "history" / "chat_8f31.json",
        [
            {
                "type": kind,
                "data": {
                    "content": text,
                    "additional_kwargs": {},
                    "response_metadata": {},
                    "type": kind,
                    "name": None,
                    "id": f"run-{n:04d}" if kind == "ai" else None,
                    "example": False,
                },
            }
            for n, (kind, text) in enumerate(TALK)
        ],
    )
    write_json(folder / "facts.json", FACTS)
    write_json(
        folder / "config.json",
        {"llm": {"model": "small-instruct", "temperature": 0.2, "max_tokens": 1024}, "verbose": False, "memory_k": 12},
    )


EXPECTED = Expected(
    memories=(
        Memory(parts=("name", "Marta Claes"), types=("fact",)),
        Memory(parts=("city", "Ghent, near the Dampoort station"), types=("fact",)),
        Memory(parts=("Vegetarian, and no mushrooms",), types=WISH),
        Memory(parts=("seat", "Window, facing forward"), types=("preference",)),
        Memory(parts=("Her sister Lotte lives in Cologne and has two children",), types=("fact",)),
        Memory(parts=("Restores church organs, freelance since 2019",), types=("fact",)),
        Memory(parts=("Would rather get a message than a phone call",), types=WISH),
    ),
    never=("small-instruct", "memory_k", "direct IC at 08:12", "helpful travel assistant", "Zwei Fahrkarten"),
    evidence=13,
)
