"""Sentences from the pattern files in `bank/`: slots in {braces}, alternatives in (a|b|), sections in [brackets]."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

BANK = Path(__file__).resolve().parent.parent / "bank"
_SLOT = re.compile(r"\{([A-Za-z_]+[0-9]?)\}")

Sections = Mapping[str, tuple[str, ...]]


@cache
def load(name: str) -> Sections:
    """Read `bank/<name>.txt` into section → lines; lines before the first heading are the section named ''."""
    sections: dict[str, list[str]] = {}
    current = ""
    for line in (BANK / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        heading = re.fullmatch(r"\[([A-Za-z_:]+)\]", line)
        if heading:
            current = heading[1]
        else:
            sections.setdefault(current, []).append(line)
    return {key: tuple(lines) for key, lines in sections.items()}


def some(rng: random.Random, lines: Sequence[str], share: float) -> tuple[str, ...]:
    """A random part of `lines` in random order, at least three, so that two worlds seldom speak alike."""
    return tuple(rng.sample(lines, max(min(3, len(lines)), round(len(lines) * share))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Expands patterns with one world's words."""

    words: Sections
    """Slot → its possible fillings; they may hold slots and alternatives themselves."""
    makers: Mapping[str, Callable[[random.Random], str]]
    """Slot → a function of the random source, for numbers, names and dates."""

    def expand(self, pattern: str, rng: random.Random, used: set[str] | None = None) -> str:
        """Fill in `pattern`. Within one sentence no filling comes twice, as long as there are others.

        Raises:
            KeyError: the pattern names a slot that nobody fills.
        """
        used = set() if used is None else used
        chosen = _choose(pattern, rng)
        return _SLOT.sub(lambda match: self._fill(match[1], rng, used), chosen)

    def _fill(self, slot: str, rng: random.Random, used: set[str]) -> str:
        if slot in self.makers:
            make = self.makers[slot]
            value = make(rng)
            for _ in range(8):
                if value not in used:
                    break
                value = make(rng)
            if not value.isdigit():
                used.add(value)
            return value
        if slot not in self.words:
            lower = slot[0].lower() + slot[1:]
            if lower == slot:
                raise KeyError(f"no filling for slot {slot!r}")
            value = self._fill(lower, rng, used)
            return value[:1].upper() + value[1:]
        options = [word for word in self.words[slot] if word not in used] or list(self.words[slot])
        word = rng.choice(options)
        if slot != "U":
            used.add(word)
        return self.expand(word, rng, used)


def _choose(pattern: str, rng: random.Random) -> str:
    """Resolve every (a|b) group, inner ones included; parentheses without a bar stay as they are."""
    text, rest = _sequence(iter(pattern), rng, closing="")
    assert not rest, f"unbalanced parentheses in {pattern!r}"
    return text


def _sequence(chars: Iterator[str], rng: random.Random, *, closing: str) -> tuple[str, str]:
    branches = [""]
    for char in chars:
        if char == "(":
            inner, _ = _sequence(chars, rng, closing=")")
            branches[-1] += inner
        elif char == ")" and closing:
            return (rng.choice(branches) if len(branches) > 1 else f"({branches[0]})"), ""
        elif char == "|" and closing:
            branches.append("")
        else:
            branches[-1] += char
    return "|".join(branches), closing
