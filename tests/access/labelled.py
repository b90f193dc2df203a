"""The labelled texts of sensitive content, with what must not stand in a repository drawn when they are read.

A line of `data/*.tsv` holds, tab-separated: the classes that are in the text (comma-separated, or `none`), the class
that the text is aimed at, its language, the text. In the text `⟦…⟧` frames what must lie inside a found span, `⏎` is a
line break, and `‹kind:…›` stands for something drawn from a generator that is seeded with the line: a key, or a number
with a right (or, for the kinds with `not`, a wrong) check digit.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).with_name("data")
_DRAWN = re.compile(r"‹([\w-]+)((?::[^:›]*)*)›")
_ALPHABETS = {
    "b62": string.ascii_letters + string.digits,
    "hex": "0123456789abcdef",
    "B32": string.ascii_uppercase + "234567",
    "b64": string.ascii_letters + string.digits + "+/",
    "b64url": string.ascii_letters + string.digits + "-_",
    "low": string.ascii_lowercase + string.digits,
    "upper": string.ascii_uppercase + string.digits,
    "dig": string.digits,
    "b58": "".join(c for c in string.ascii_letters + string.digits if c not in "0OIl"),
}
_FULL_WIDTH = {ord(c): ord(c) + 0xFEE0 for c in string.digits + "X"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One labelled text."""

    aim: str
    language: str
    classes: frozenset[str]
    text: str
    framed: tuple[tuple[int, int], ...]
    """Spans that must be inside a found span of a class of `classes`."""

    @property
    def name(self) -> str:
        return f"{self.aim}-{self.language}-{self.text[:40]}"


def load(name: str) -> list[Case]:
    """The cases of one file, such as `held_out`."""
    lines = (DATA / f"{name}.tsv").read_text("utf-8").splitlines()
    return [_case(line) for line in lines]


def _case(line: str) -> Case:
    classes, aim, language, raw = line.split("\t")
    text, framed = _unframed(filled(raw))
    return Case(
        aim=aim,
        language=language,
        classes=frozenset() if classes == "none" else frozenset(classes.split(",")),
        text=text,
        framed=framed,
    )


def filled(raw: str) -> str:
    """The text with everything drawn that it names; the same for the same line."""
    chance = random.Random(raw)

    def draw(match: re.Match[str]) -> str:
        return drawn(match[1], match[2].split(":")[1:], chance)

    return _DRAWN.sub(draw, raw).replace("⏎", "\n")


def _unframed(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    plain, spans, start = "", [], 0
    for piece in re.split("([⟦⟧])", text):
        if piece == "⟦":
            start = len(plain)
        elif piece == "⟧":
            spans.append((start, len(plain)))
        else:
            plain += piece
    return plain, tuple(spans)


def drawn(kind: str, args: list[str], chance: random.Random) -> str:
    """One value of a kind."""
    if kind in _ALPHABETS:
        return _letters(_ALPHABETS[kind], int(args[0]), chance)
    if kind == "jwt":
        head = {"alg": chance.choice(["HS256", "RS256", "ES256"]), "typ": "JWT"}
        body = {"sub": str(chance.randrange(10**6)), "iat": 1_700_000_000 + chance.randrange(10**7)}
        parts = [_base64url(json.dumps(part, separators=(",", ":"))) for part in (head, body)]
        return ".".join([*parts, _letters(_ALPHABETS["b64url"], 43, chance)])
    if kind.startswith(("card", "notcard")):
        number = _luhn(args[0], int(args[1]), chance)
        if kind.startswith("not"):
            return number[:-1] + str((int(number[-1]) + chance.randrange(1, 10)) % 10)
        if kind == "cardfw":
            return number.translate(_FULL_WIDTH)
        gap = {"card4": " ", "card-": "-"}.get(kind, "")
        return gap.join(number[start : start + 4] for start in range(0, len(number), 4))
    if kind in ("iban", "iban4", "notiban"):
        number = _iban(args[0], chance, right=kind != "notiban")
        return " ".join(re.findall(".{1,4}", number)) if kind == "iban4" else number
    if kind in ("cnid", "cnidx", "cnidfw", "notcnid"):
        return _resident(kind, chance)
    return _NATIONAL[kind](chance)


def _letters(alphabet: str, count: int, chance: random.Random) -> str:
    return "".join(chance.choice(alphabet) for _ in range(count))


def _base64url(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _luhn(prefix: str, length: int, chance: random.Random) -> str:
    body = prefix + _letters(string.digits, length - len(prefix) - 1, chance)
    total = 0
    for place, digit in enumerate(reversed(body)):
        doubled = int(digit) * (2 - place % 2)
        total += doubled - 9 * (doubled > 9)
    return body + str(-total % 10)


_IBANS = {"DE": "d18", "FR": "d10c11d2", "GB": "a4d14", "NL": "a4d10", "ES": "d20", "CH": "d5c12", "IT": "a1d10c12",
          "AT": "d16", "BE": "d12", "PL": "d24", "SE": "d20", "IE": "a4d14", "PT": "d21"}  # fmt: skip


def _iban(country: str, chance: random.Random, *, right: bool) -> str:
    alphabets = {"d": string.digits, "a": string.ascii_uppercase, "c": string.digits}
    body = "".join(
        _letters(alphabets[sort], int(count), chance) for sort, count in re.findall(r"([dac])(\d+)", _IBANS[country])
    )
    check = 98 - int("".join(str(int(c, 36)) for c in body + country + "00")) % 97
    return f"{country}{check if right else (check + chance.randrange(1, 90)) % 97 + 2:02}{body}"


def _resident(kind: str, chance: random.Random) -> str:
    while True:
        area = chance.choice(["110105", "310104", "440305", "330106", "430104", "510107", "120101"])
        born = f"{chance.randrange(1950, 2015)}{chance.randrange(1, 13):02}{chance.randrange(1, 29):02}"
        body = area + born + _letters(string.digits, 3, chance)
        weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
        check = "10X98765432"[sum(int(d) * w for d, w in zip(body, weights, strict=True)) % 11]
        if (kind == "cnidx") != (check == "X"):
            continue
        if kind == "notcnid":
            check = str((int(check) + 1 + chance.randrange(8)) % 10)
        return (body + check).translate(_FULL_WIDTH) if kind == "cnidfw" else body + check


def _ssn(chance: random.Random) -> str:
    return f"{chance.randrange(1, 650):03}-{chance.randrange(1, 100):02}-{chance.randrange(1, 10000):04}"


def _hong_kong(chance: random.Random) -> str:
    letter, digits = chance.choice("ACDGKPRVYZ"), _letters(string.digits, 6, chance)
    total = 9 * 36 + 8 * (ord(letter) - 55) + sum(int(d) * w for d, w in zip(digits, range(7, 1, -1), strict=True))
    return f"{letter}{digits}({'0123456789A'[-total % 11]})"


def _taiwan(chance: random.Random) -> str:
    letter = chance.choice("ABCDEFGH")
    digits = chance.choice("12") + _letters(string.digits, 7, chance)
    code = ord(letter) - 55
    total = code // 10 + code % 10 * 9 + sum(int(d) * w for d, w in zip(digits, range(8, 0, -1), strict=True))
    return f"{letter}{digits}{-total % 10}"


_NATIONAL = {"ssn": _ssn, "hkid": _hong_kong, "twid": _taiwan}
