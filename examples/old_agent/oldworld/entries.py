"""What a source is going to hold, before anybody decides on columns and file formats."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from .cast import Cast, User
from .ledger import Ledger
from .naming import Namer
from .speech import TYPES, Saying, Speech


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One row to be: its role in the truth and its content."""

    role: str
    """memory, log, evidence, deleted, empty, broken or grey."""
    text: str = ""
    types: tuple[str, ...] = ()
    """Types defensible from the wording, the intended one first."""
    lang: str = "en"
    when: datetime
    user: User | None = None
    speaker: str = ""
    session: str = ""
    tags: tuple[str, ...] = ()
    probe: str = ""
    """Name of the probe that this memory answers."""


@dataclass(slots=True, kw_only=True)
class World:
    """All that the makers of sources share."""

    seed: int
    rng: random.Random
    cast: Cast
    speech: Speech
    namer: Namer
    ledger: Ledger
    chinese: float
    """Share of Chinese among the memories."""
    answers: dict[str, dict[str, object]] = field(default_factory=dict)
    """Probe → truth line of its answer."""
    askable: list[tuple[dict[str, object], str]] = field(default_factory=list)
    """Tasks whose state may be asked about, with their subjects."""
    lines: dict[tuple[str, str], dict[str, object]] = field(default_factory=dict)
    """Squeezed text and scope → truth line."""
    origins: list[tuple[dict[str, object], Entry]] = field(default_factory=list)
    """Truth lines with the entry that each came from, for copies elsewhere."""

    def lang(self) -> str:
        return "zh" if self.rng.random() < self.chinese else "en"

    def user(self, share: float) -> User | None:
        """One of the users, the main one half the time; with the rest of `share` nobody."""
        if self.rng.random() >= share:
            return None
        return self.cast.users[0] if self.rng.random() < 0.5 else self.rng.choice(self.cast.users)

    def saying(self, kinds: Sequence[str] = TYPES, lang: str | None = None) -> Saying:
        return self.speech.memory(self.rng.choice(kinds), lang or self.lang())

    def memory(self, *, kinds: Sequence[str] = TYPES, lang: str | None = None, users: float = 0.0) -> Entry:
        """A new memory at a random moment."""
        saying = self.saying(kinds, lang)
        return self.entry(saying, users=users)

    def entry(self, saying: Saying, *, users: float = 0.0, probe: str = "") -> Entry:
        return Entry(
            role="memory",
            text=saying.text,
            types=saying.types,
            lang=saying.lang,
            when=self.cast.moment(self.rng),
            user=self.user(users),
            probe=probe,
        )

    def log(self, chinese: float) -> Entry:
        lang = "zh" if self.rng.random() < chinese else "en"
        return Entry(role="log", text=self.speech.log(lang), lang=lang, when=self.cast.moment(self.rng))

    def deleted(self, *, kinds: Sequence[str] = TYPES, users: float = 0.0) -> Entry:
        """A memory that the user had removed: the text is still there, with a mark."""
        entry = self.memory(kinds=kinds, users=users)
        return Entry(
            role="deleted", text=entry.text, types=entry.types, lang=entry.lang, when=entry.when, user=entry.user
        )

    def empty(self) -> Entry:
        return Entry(role="empty", text=self.rng.choice(("", "", "   ", "\n", "\t")), when=self.cast.moment(self.rng))
