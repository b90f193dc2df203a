"""Planted references: known names put into copies of what was scanned, to measure how many the scan finds.

That a scan found nothing says something only together with how much it would have found. So names are written in
every spelling into copies of the scanned surfaces, in memory, and read by the same code. The bound holds for these
spellings in such places; a spelling that nobody thought of is in no sample.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import exp, lgamma, log
from typing import Any, Final

from satchel.schema.names import words
from satchel.schema.surfaces.index import Known
from satchel.schema.surfaces.mention import SURE, Mention
from satchel.schema.surfaces.regions import Part, Regions
from satchel.schema.surfaces.scan import Scanner
from satchel.schema.surfaces.surface import CODE, Kind, Surface, Syntax

_MOST_BYTES: Final = 16_000
"""Of a copy: around the planted name."""
_STRING: Final = re.compile(rb"\"(?:[^\"\\\n]|\\.)*\"(?!\s*:)")
_ALIKE: Final = {"a": "а", "e": "е", "o": "о", "p": "р", "c": "с", "x": "х", "i": "і", "s": "ѕ", "y": "у"}
"""Latin letters and the Cyrillic ones that look the same."""
_SENTENCES: Final = (
    "The {last} stored under {above} decides.", "Look up the {last} in {above} first.", "Save the {last} in their {above}.",
    "Keep the new {last} under {above}.", "Under {above}, find the {last}.", "The {above} {last} field is the one to read.",
    "{above} → {last}", "I wrote the {last} into {above}.", "{above} 里的 {last} 要先读。", "把 {last} 保存到 {above} 里。",
)  # fmt: skip


@dataclass(slots=True)
class Planted:
    """How many planted names were found."""

    found: int = 0
    planted: int = 0
    classes: dict[str, list[int]] = field(default_factory=dict)
    """Spelling → found, planted."""
    missed: list[dict[str, str]] = field(default_factory=list)
    """The first that were missed, each with where it was put."""

    @property
    def lower(self) -> float:
        """The share found is at least this, with a certainty of 95 %."""
        return at_least(self.found, self.planted)

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "found": self.found, "planted": self.planted, "at_least": round(self.lower, 5), "certainty": 0.95,
            "classes": {name: {"found": one[0], "planted": one[1]} for name, one in sorted(self.classes.items())},
            "missed": self.missed,
        }  # fmt: skip


def at_least(found: int, planted: int, *, doubt: float = 0.05) -> float:
    """The lower bound of a share, one-sided.

    Source: Clopper and Pearson, Biometrika 1934. 299 of 299 give 0.99.
    """
    if found == 0:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _tail(found, planted, middle) < doubt:
            low = middle
        else:
            high = middle
    return low


def _tail(found: int, planted: int, share: float) -> float:
    """How probable as many or more are."""
    if share in {0.0, 1.0}:
        return share
    first = lgamma(planted + 1)
    return sum(
        exp(first - lgamma(k + 1) - lgamma(planted - k + 1) + k * log(share) + (planted - k) * log(1 - share))
        for k in range(found, planted + 1)
    )


def plant(surfaces: Sequence[Surface], scanner: Scanner, count: int, rng: random.Random) -> Planted:
    """Plant names into copies of surfaces, one a copy, and look for each.

    Args:
        surfaces: Where to; each may be used several times.
        scanner: What is measured.
        count: How many names.
        rng: Decides on names, spellings and places.
    """
    result = Planted()
    names = [known for known in scanner.index.names if known.number is not None]
    if not names or not surfaces:
        return result
    turns = [(known, spelling) for spelling in SPELLINGS for known in rng.sample(names, min(len(names), 40))]
    rng.shuffle(turns)
    place = 0
    for _ in range(count * 20):
        if result.planted >= count:
            break
        known, spelling = turns[place % len(turns)]
        place += 1
        surface = rng.choice(surfaces)
        written = SPELLINGS[spelling](known, rng) if _fits(spelling, surface) else None
        if written is None:
            continue
        copy, begin, end = _put(surface, written, rng)
        mentions = scanner.scan(copy).mentions
        hit = any(_is_it(mention, known, begin, end) for mention in mentions)
        result.planted += 1
        result.found += hit
        counts = result.classes.setdefault(spelling, [0, 0])
        counts[0] += hit
        counts[1] += 1
        if not hit and len(result.missed) < 20:
            result.missed.append({"spelling": spelling, "written": written, "where": surface.where})
    return result


def _is_it(mention: Mention, known: Known, begin: int, end: int) -> bool:
    return (
        mention.known.number == known.number
        and mention.confidence >= SURE
        and mention.begin < end
        and mention.end > begin
    )


def _fits(spelling: str, surface: Surface) -> bool:
    """Whether people write so in surfaces of this kind."""
    if spelling == "nested yaml":
        return surface.syntax in {Syntax.YAML, Syntax.PLAIN}
    if spelling == "prose":
        return surface.kind is not Kind.DATA
    return True


# ------------------------------------------------------------------------------------------------------- spellings


def _exact(known: Known, rng: random.Random) -> str | None:
    return known.name


def _item(known: Known, rng: random.Random) -> str | None:
    if "[*]" not in known.name:
        return None
    return known.name.replace("[*]", rng.choice(("[42]", '["a7"]', ".17", "[{task_id}]", "['x-1']")))


def _joined(separator: str) -> Callable[[Known, random.Random], str | None]:
    def spelled(known: Known, rng: random.Random) -> str | None:
        return separator.join(known.plain) if len(known.plain) > 2 else None

    return spelled


def _slashes(known: Known, rng: random.Random) -> str | None:
    if len(known.plain) < 3:
        return None
    return rng.choice(("", "/")) + "/".join("42" if part.startswith("[") else part for part in known.segments)


def _brackets(known: Known, rng: random.Random) -> str | None:
    if len(known.plain) < 2:
        return None
    quote = rng.choice("'\"")
    return "state" + "".join(f"[{'3' if part.startswith('[') else quote + part + quote}]" for part in known.segments)


def _camel(known: Known, rng: random.Random) -> str | None:
    said = [word for part in known.plain for word in re.split(r"[_-]+", part)]
    if len(known.plain) < 3 or not known.name.isascii():
        return None
    return said[0].lower() + "".join(word[:1].upper() + word[1:] for word in said[1:])


def _snake(known: Known, rng: random.Random) -> str | None:
    return "_".join(known.plain).replace("-", "_") if len(known.plain) > 2 else None


def _case(known: Known, rng: random.Random) -> str | None:
    if not known.name.isascii() or len(known.plain) < 2:
        return None
    changed = (
        known.name.upper()
        if rng.random() < 0.4
        else ".".join(part[:1].upper() + part[1:] for part in known.name.split("."))
    )
    return changed if changed != known.name else None


def _plural(known: Known, rng: random.Random) -> str | None:
    parts = known.name.split(".")
    if len(parts) < 2:
        return None
    place = rng.randrange(1, len(parts))
    part = parts[place]
    if not part.isalpha() or not part.isascii():
        return None
    parts[place] = f"{part[:-1]}ies" if part.endswith("y") and part[-2:-1] not in {*"aeiou"} else f"{part}s"
    if words(parts[place]) != words(part):
        return None  # `state` and `states` are told apart by nobody; `address` and `addresss` are no plural
    return ".".join(parts)


def _wide(known: Known, rng: random.Random) -> str | None:
    parts = known.name.split(".")
    if len(parts) < 2 or not known.name.isascii():
        return None
    place = rng.randrange(len(parts))
    parts[place] = "".join(chr(ord(char) + 0xFEE0) if char.isalnum() else char for char in parts[place])
    return rng.choice((".", ".", "．")).join(parts)


def _look_alike(known: Known, rng: random.Random) -> str | None:
    places = [place for place, char in enumerate(known.name) if char in _ALIKE]
    if not places or len(known.plain) < 2:
        return None
    chosen = set(rng.sample(places, rng.randint(1, min(3, len(places)))))
    return "".join(_ALIKE[char] if place in chosen else char for place, char in enumerate(known.name))


def _unseen(known: Known, rng: random.Random) -> str | None:
    if len(known.plain) < 2:
        return None
    places = [n for n in range(1, len(known.name)) if known.name[n - 1].isalpha() and known.name[n].isalpha()]
    at = rng.choice(places)
    return known.name[:at] + rng.choice("\u200b\u200c\u2060\u00ad\ufeff") + known.name[at:]


def _json_path(known: Known, rng: random.Random) -> str | None:
    return None if len(known.plain) < 3 else f"$.{known.name}"


def _nested_json(known: Known, rng: random.Random) -> str | None:
    if len(known.plain) < 3:
        return None
    value: Any = rng.choice(("dark", 3, True))
    for part in reversed(known.plain):
        value = {part: value}
    return json.dumps(value, ensure_ascii=False, separators=rng.choice(((", ", ": "), (",", ":"))))


def _nested_yaml(known: Known, rng: random.Random) -> str | None:
    if len(known.plain) < 3:
        return None
    lines = [f"{'  ' * depth}{part}:" for depth, part in enumerate(known.plain)]
    return "\n" + "\n".join(lines) + " dark\n"


def _prose(known: Known, rng: random.Random) -> str | None:
    plain = known.plain
    if len(plain) < 3:
        return None
    last, above = (part.replace("_", " ").replace("-", " ") for part in (plain[-1], plain[-2]))
    return rng.choice(_SENTENCES).format(last=last, above=above)


SPELLINGS: Final[dict[str, Callable[[Known, random.Random], str | None]]] = {
    "exact": _exact, "item": _item, "slashes": _slashes, "brackets": _brackets, "colons": _joined(":"), "arrows": _joined("->"),
    "kebab-case": _joined("-"), "snake_case": _snake, "camelCase": _camel, "JSON path": _json_path, "case": _case,
    "plural": _plural, "full width": _wide, "look-alikes": _look_alike, "unseen": _unseen, "nested JSON": _nested_json,
    "nested yaml": _nested_yaml, "prose": _prose,
}  # fmt: skip


# ---------------------------------------------------------------------------------------------------------- places


def _put(surface: Surface, written: str, rng: random.Random) -> tuple[Surface, int, int]:
    """A copy with the text in it, and where it stands there."""
    data = surface.data
    if len(data) > _MOST_BYTES:
        start = rng.randrange(len(data) - _MOST_BYTES)
        start = data.find(b"\n", start, start + _MOST_BYTES // 2) + 1
        data = data[start : start + _MOST_BYTES]
    at, text = _place(data, surface, written, rng)
    made = text.encode("utf-8", "surrogatepass")
    return replace(surface, data=data[:at] + made + data[at:]), at, at + len(made)


def _place(data: bytes, surface: Surface, written: str, rng: random.Random) -> tuple[int, str]:
    if surface.syntax is Syntax.JSON:
        strings = [found.span() for found in _STRING.finditer(data)]
        inner = json.dumps(written, ensure_ascii=rng.random() < 0.5)[1:-1]
        if strings:
            begin, end = rng.choice(strings)
            return (begin + 1, f"{inner} ") if rng.random() < 0.5 else (end - 1, f" {inner}")
        return len(data), f'\n"{inner}"'
    if surface.syntax in CODE:
        return _in_code(data, surface, written, rng)
    if surface.syntax is Syntax.YAML:
        starts = _line_starts(data)
        text = written if written.startswith("\n") else f"note: {json.dumps(written, ensure_ascii=False)}\n"
        return rng.choice(starts), text
    if written.startswith("\n"):
        return rng.choice(_line_starts(data)), written
    blanks = [0, *(found.end() for found in re.finditer(rb"\s", data))]
    return rng.choice(blanks), f"{written} "


def _in_code(data: bytes, surface: Surface, written: str, rng: random.Random) -> tuple[int, str]:
    inner = json.dumps(written, ensure_ascii=False)[1:-1]
    regions = [
        one for one in Regions(data, surface.syntax).all if one.part is Part.TEXT and one.inner[1] > one.inner[0]
    ]
    if regions and rng.random() < 0.7:
        at = rng.choice(regions).inner[0]
        if b"'" not in data[at - 1 : at] or "'" not in inner:
            return at, f"{inner} "
    at = rng.choice(_line_starts(data)) if not regions else _outside(data, surface, rng)
    return at, f'\nNOTE = "{inner}"\n'


def _outside(data: bytes, surface: Surface, rng: random.Random) -> int:
    """The beginning of a line that lies in no literal or comment."""
    regions = Regions(data, surface.syntax)
    free = [start for start in _line_starts(data) if regions.at(start) is None and regions.at(start - 1) is None]
    return rng.choice(free) if free else 0


def _line_starts(data: bytes) -> list[int]:
    return [0, *(found.end() for found in re.finditer(rb"\n", data))]


def sampled(places: Iterable[Any], count: int, rng: random.Random) -> list[Any]:
    """As many of the places, by chance, in constant memory."""
    kept: list[Any] = []
    for seen, place in enumerate(places):
        if len(kept) < count:
            kept.append(place)
        else:
            at = rng.randrange(seen + 1)
            if at < count:
                kept[at] = place
    return kept
