"""What the values of a column look like, from a sample of rows: the evidence that names alone never give."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from satchel.formats.tabular.rows import Row

_HAN = re.compile(r"[\u3400-\u9fff]")
_WORDY = re.compile(r"[A-Za-zÀ-ÿЀ-ӿ\u0600-\u06ff\uac00-\ud7a3\u3040-\u30ff]{2,}")
_ID = re.compile(
    r"^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,64}|[0-9A-HJKMNP-TV-Z]{26}"
    r"|[A-Za-z]{1,8}[-_:][0-9A-Za-z\-_]*\d[0-9A-Za-z\-_]*|[A-Za-z]{0,4}\d{1,20})$"
)
_RANDOM = re.compile(
    r"^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,64}|[0-9A-HJKMNP-TV-Z]{26})$",
    re.IGNORECASE,
)
_HASH = re.compile(r"^(?:sha\d+:|md5:)?[0-9a-f]{32}(?:[0-9a-f]{8}|[0-9a-f]{32})?$", re.IGNORECASE)
_SLUG = re.compile(r"^[A-Za-z][A-Za-z0-9]*(?:[_.\-:/][A-Za-z0-9]+)*$")
_URL = re.compile(
    r"^(?:https?|file|s3|ftp|wss?|postgres(?:ql)?|redis|mysql|sqlite)://|^(?:/|~/|[A-Z]:\\)[\w.\-]+|^[\w\-]+\.(?:json|db|py|md|yaml|yml|txt|log|csv)$"
)
_NUMBER = re.compile(r"^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?%?$", re.IGNORECASE)
_CODE = re.compile(
    r"[{};]\s*$|^\s*(?:def |class |import |function |SELECT |INSERT |\$ |<\w+[ >/])|\w+\(.*\)\s*[;{]?$", re.MULTILINE
)
_TRUTHS = frozenset(
    "true false yes no y n t f 0 1 是 否 on off 有 无 ja nein oui non sí si sim não nao sì nee wahr falsch vrai faux".split()
)
_SENTENCE_END = re.compile(r"[.!?。！？]\s*$")
TOP = 64


def is_empty(value: Any) -> bool:
    """Whether a value says nothing: null, blank, an empty list, or a word for nothing."""
    if value is None or (isinstance(value, list | dict) and not value):
        return True
    if isinstance(value, str):
        bare = value.strip()
        return not bare or bare.lower() in _NOTHINGS
    return isinstance(value, float) and math.isnan(value)


_NOTHINGS = frozenset(
    {
        "null",
        "none",
        "nan",
        "n/a",
        "nil",
        "undefined",
        "\\n",
        "-",
        "--",
        "(null)",
        "<null>",
        "#n/a",
        "无",
        "空",
        "[]",
        "{}",
    }
)


def as_key(value: Any) -> str:
    """A value as what codes are compared by: 3, 3.0 and "3" are one code."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


@dataclass(slots=True)
class Profile:
    """Counts over the sampled values of one column."""

    name: str
    rows: int = 0
    """Rows in the sample."""
    filled: int = 0
    strings: int = 0
    numbers: int = 0
    truths: int = 0
    lists: int = 0
    objects: int = 0
    blobs: int = 0
    vectors: int = 0
    han: int = 0
    phrases: int = 0
    """Texts of several words, or of four Chinese characters and more."""
    sentences: int = 0
    """Texts that end like a sentence, or have six words, or ten Chinese characters."""
    ids: int = 0
    randoms: int = 0
    hashes: int = 0
    slugs: int = 0
    urls: int = 0
    digits: int = 0
    """Texts that are numbers."""
    json_texts: int = 0
    code: int = 0
    list_texts: int = 0
    """Lists whose items are strings."""
    list_objects: int = 0
    list_numbers: int = 0
    long_items: int = 0
    """Lists of strings whose items read like sentences."""
    characters: int = 0
    low: float | None = None
    high: float | None = None
    fractions: int = 0
    counter: Counter[str] = field(default_factory=Counter)
    overflow: bool = False
    """More different values than are counted."""
    distinct: int = 0
    samples: list[Any] = field(default_factory=list)
    """Up to 400 filled values, spread over the sample."""

    @property
    def filled_share(self) -> float:
        return self.filled / self.rows if self.rows else 0.0

    def share(self, count: int) -> float:
        """A count as a share of the filled values."""
        return count / self.filled if self.filled else 0.0

    @property
    def mean_length(self) -> float:
        return self.characters / self.strings if self.strings else 0.0

    @property
    def distinct_share(self) -> float:
        return self.distinct / self.filled if self.filled else 0.0

    @property
    def few(self) -> bool:
        """Whether the values are a handful of codes that return."""
        if not 0 < self.distinct <= 40 or self.share(self.sentences) > 0.3:
            return False
        return self.filled >= 2 * self.distinct or (self.distinct <= 3 and self.mean_length <= 16)

    @property
    def is_text(self) -> float:
        """0 to 1: how far the values are things that people write, rather than codes."""
        return self.share(self.phrases)

    def top(self, limit: int = 8) -> list[tuple[str, int]]:
        """The most frequent values."""
        return self.counter.most_common(limit)


def profile_columns(columns: Sequence[str], rows: Iterable[Row]) -> dict[str, Profile]:
    """Profile every column over the sampled good rows."""
    profiles = {column: Profile(column) for column in columns}
    seen: dict[str, set[str]] = {column: set() for column in columns}
    for row in rows:
        if row.problem:
            continue
        for column, value in row.values.items():
            if column not in profiles:
                profiles[column], seen[column] = Profile(column), set()
            profile = profiles[column]
            if not is_empty(value):
                _count(profile, value, seen[column])
    total = max((1, *(p.filled for p in profiles.values())))
    good = sum(1 for row in rows if not row.problem) if isinstance(rows, Sequence) else total
    for name, profile in profiles.items():
        profile.rows = good or total
        profile.distinct = len(seen[name])
    return profiles


def _count(profile: Profile, value: Any, seen: set[str]) -> None:
    profile.filled += 1
    if len(profile.samples) < 400:
        profile.samples.append(value)
    if isinstance(value, str):
        _count_text(profile, value)
    elif isinstance(value, bool):
        profile.truths += 1
    elif isinstance(value, int | float):
        profile.numbers += 1
        _count_number(profile, float(value))
    elif isinstance(value, bytes | bytearray | memoryview):
        profile.blobs += 1
    elif isinstance(value, list | tuple):
        _count_list(profile, value)
    elif isinstance(value, Mapping):
        profile.objects += 1
    else:
        profile.vectors += 1  # a marker that a reader puts in the place of a long list of numbers
    key = as_key(value)[:120] if not isinstance(value, list | tuple | Mapping | bytes) else repr(value)[:120]
    if len(seen) < 20000:
        seen.add(key)
    if key in profile.counter or len(profile.counter) < TOP:
        profile.counter[key] += 1
    else:
        profile.overflow = True


def _count_number(profile: Profile, number: float) -> None:
    profile.low = number if profile.low is None else min(profile.low, number)
    profile.high = number if profile.high is None else max(profile.high, number)
    if not number.is_integer():
        profile.fractions += 1


def _count_text(profile: Profile, text: str) -> None:
    profile.strings += 1
    bare = text.strip()
    profile.characters += len(bare)
    han = len(_HAN.findall(bare[:300]))
    if han:
        profile.han += 1
    if bare.lower() in _TRUTHS:
        profile.truths += 1
    if _NUMBER.match(bare):
        profile.digits += 1
        _count_number(profile, float(bare.rstrip("%")))
        return
    if _HASH.match(bare):
        profile.hashes += 1
    if _RANDOM.match(bare):
        profile.randoms += 1
    if _ID.match(bare):
        profile.ids += 1
        return
    if _URL.match(bare):
        profile.urls += 1
        return
    if _SLUG.match(bare):
        profile.slugs += 1
    if bare[:1] in "[{" and bare[-1:] in "]}" and _is_json(bare):
        profile.json_texts += 1
        return
    if len(bare) > 12 and _CODE.search(bare):
        profile.code += 1
    words = len(_WORDY.findall(bare[:300]))
    if han >= 4 or (" " in bare and words + han >= 2):
        profile.phrases += 1
    if han >= 10 or words >= 6 or (_SENTENCE_END.search(bare) and words + han >= 4):
        profile.sentences += 1


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _count_list(profile: Profile, value: Sequence[Any]) -> None:
    profile.lists += 1
    if all(isinstance(item, str) for item in value):
        profile.list_texts += 1
        if any(len(_HAN.findall(item)) >= 7 or len(_WORDY.findall(item)) >= 4 for item in value):
            profile.long_items += 1
    elif all(isinstance(item, Mapping) for item in value):
        profile.list_objects += 1
    elif all(isinstance(item, int | float) for item in value):
        profile.list_numbers += 1


def sampled(rows: Iterable[Row], *, size: int = 2400) -> list[Row]:
    """Rows spread over a table: every row of a small one; of a large one an even thinning, in order.

    Keeps at most twice `size` rows in memory: whenever that many are held, every other one is let go and only every
    second, fourth, … row is taken from there on.
    """
    kept: list[Row] = []
    step = 1
    for number, row in enumerate(rows):
        if number % step == 0:
            kept.append(row)
            if len(kept) >= 2 * size:
                kept = kept[::2]
                step *= 2
    return kept
