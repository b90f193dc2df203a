"""Which of many patterns may match a text at all, by the strings that each of them cannot do without.

Most rules of wording match few texts, and to find out costs each of them a walk over the text. What a pattern needs is read from the pattern
itself: of `ignore (?:all|any) rules?` it is "ignore all rule" or "ignore any rule". One walk over a text looks for such strings of all patterns
together (Aho and Corasick, 1975); a pattern that lacks them is not tried. The same idea is behind the prefilters of RE2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property, lru_cache
from re import _constants as op  # type: ignore[attr-defined]  # the parser of `re` is the only one that reads a pattern as `re` does
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final, NamedTuple

import ahocorasick  # type: ignore[import-not-found]  # has neither stubs nor a mark that it is typed

from satchel.text.stopwords import ENGLISH

_MOST_SPELLED: Final = 32
"""Strings that a stretch of a pattern is written out to; of a stretch with more, its parts are looked at."""
_LONGEST_SPELLED: Final = 40
_MOST_OF_A_CLASS: Final = 6
"""Characters of a class that are written out; of larger ones only that one of them must be there is kept."""
_RARE: Final = 0.03
"""How often strings may be in a text, by a rough guess, so that they alone decide; a second need is asked for beside others."""
_EVERYWHERE: Final = 3.0
"""Strings that are in nearly every text are no need worth looking for."""
_COMMON: Final = ENGLISH | {"user", "the user", "用户", "note", "answer", "memory", *"的了是在有一不"}
_IN_EVERY_SENTENCE: Final = frozenset({"the", "a", "is", "to", "of", "and", "in", "for", "user"})

_EDGE: Final = "\b"
"""Stands in a string where a word must begin or end, until it is known what is beside it."""


class _Plain(dict[int, str]):
    """Code point → what stands for it in a text that is searched; worked out when a character is first met."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        if sign.isdecimal():
            stands = "0"
        elif sign.isalnum() or sign == "_":
            # Of what `re.IGNORECASE` takes for an ASCII letter, these are no such letters to `str.lower`.
            stands = {"İ": "i", "ı": "i", "ſ": "s"}.get(sign, sign.lower())
        else:
            stands = " "
        self[code] = stands
        return stands


_PLAIN: Final = _Plain()
_PLAIN_ASCII: Final = bytes(ord(_PLAIN[code]) if code < 128 else code for code in range(256))

_Items = list[tuple[Any, Any]]
_Strings = frozenset[str]


class _Told(NamedTuple):
    """What a piece of a pattern tells of a text that it matches."""

    spelled: _Strings | None
    """All strings that it matches, in small letters; None: too many."""
    needs: tuple[_Strings, ...] = ()
    """Of each of these sets, one string is in the text. The rarest first, two at most."""
    starts: _Strings = frozenset({""})
    """How it begins, where not all of it can be written out: with one of these."""
    ends: _Strings = frozenset({""})
    """How it ends."""


_ANYTHING: Final = _Told(None)
_EMPTY: Final = frozenset({""})
_NO_WIDTH: Final = _Told(_EMPTY)
_AT_AN_EDGE: Final = _Told(frozenset({_EDGE}))
_BLANK: Final = _Told(frozenset({" "}))
_NO_LETTERS: Final = ([(op.CATEGORY, op.CATEGORY_SPACE)], [(op.CATEGORY, op.CATEGORY_NOT_WORD)])
_ZERO: Final = _Told(frozenset({"0"}))
_DIGIT: Final = [(op.CATEGORY, op.CATEGORY_DIGIT)]
_EDGES: Final = (op.AT_BOUNDARY, op.AT_BEGINNING, op.AT_BEGINNING_STRING)
"""What a letter behind it has no letter in front of."""


Ids = frozenset[int]


def ids(patterns: Iterable[re.Pattern[str]]) -> Ids:
    """Patterns, for `Possible.among`."""
    return frozenset(map(id, patterns))


class Possible:
    """The patterns that may match one text."""

    __slots__ = ("_patterns",)

    def __init__(self, patterns: Mapping[int, re.Pattern[str]]) -> None:
        self._patterns = patterns
        """By identity: a pattern is slow to hash."""

    def __iter__(self) -> Iterator[re.Pattern[str]]:
        """In no order."""
        return iter(self._patterns.values())

    def __contains__(self, pattern: re.Pattern[str]) -> bool:
        return id(pattern) in self._patterns

    def among(self, patterns: Ids) -> bool:
        """Whether any of these patterns may match."""
        return not patterns.isdisjoint(self._patterns)

    def finditer(self, pattern: re.Pattern[str], text: str, *bounds: int) -> Iterator[re.Match[str]]:
        """`pattern.finditer` for the text, or a part of it."""
        return pattern.finditer(text, *bounds) if id(pattern) in self._patterns else iter(())

    def search(self, pattern: re.Pattern[str], text: str, *bounds: int) -> re.Match[str] | None:
        """`pattern.search` for the text, or a part of it."""
        return pattern.search(text, *bounds) if id(pattern) in self._patterns else None


class Sieve:
    """Patterns, and what each needs. It is made when it is first asked."""

    def __init__(self, patterns: Iterable[re.Pattern[str]]) -> None:
        self._patterns = tuple(patterns)

    def possible(self, text: str) -> Possible:
        """The patterns that may match the text, or a part of it that is cut between words; every other one matches nowhere in it."""
        automaton, always, first, alternatives = self._made
        found = 0
        for _, bits in automaton.iter(plain(text)):
            found |= bits
        asked = found & first
        if not asked:
            return always
        possible = dict(always._patterns)
        while asked:
            bit = asked & -asked
            need, pattern = alternatives[bit]
            if found & need == need:
                possible[id(pattern)] = pattern
            asked ^= bit
        return Possible(possible)

    @cached_property
    def _made(self) -> tuple[ahocorasick.Automaton, Possible, int, dict[int, tuple[int, re.Pattern[str]]]]:
        strings: dict[str, int] = {"\0": 0}  # an automaton without any string can't be asked
        always: list[re.Pattern[str]] = []
        alternatives: dict[int, tuple[int, re.Pattern[str]]] = {}
        first, bit = 0, 1
        for pattern in self._patterns:
            for needs in needed(pattern):
                if not needs:
                    always.append(pattern)
                    continue
                first |= bit
                start, need = bit, 0
                for among in needs:
                    for string in among:
                        strings[string] = strings.get(string, 0) | bit
                    need |= bit
                    bit <<= 1
                alternatives[start] = need, pattern
        automaton = ahocorasick.Automaton()
        for string, bits in strings.items():
            automaton.add_word(string, bits)
        automaton.make_automaton()
        return automaton, Possible({id(pattern): pattern for pattern in always}), first, alternatives


def plain(text: str) -> str:
    """A text in which a string of `needed` stands wherever its pattern matches: small letters, 0 for any digit, a blank for all that is in no word."""
    if text.isascii():
        return f" {text.encode().translate(_PLAIN_ASCII).decode()} "
    return f" {text.translate(_PLAIN)} "


def needed(pattern: re.Pattern[str]) -> list[tuple[_Strings, ...]]:
    """For each alternative of a pattern, what a text needs for it: one string of each of these sets. None: nothing is known."""
    if pattern.flags & re.ASCII or "(?a" in pattern.pattern:
        return [()]  # another notion of words than that of `plain`
    found = []
    for items in _alternatives(list(parser.parse(pattern.pattern, pattern.flags))):
        needs = tuple(map(_resolved, _sequence(items).needs))
        found.append(needs[:1] if needs and _frequency(needs[0]) <= _RARE else needs)
    return found


def _alternatives(items: _Items) -> Iterator[_Items]:
    """A pattern as the alternatives that it is made of: of what has a width, one piece, with edges around it."""
    wide = [place for place, (what, _) in enumerate(items) if what is not op.AT]
    what, value = items[wide[0]] if len(wide) == 1 else (None, None)
    pieces: list[Any]
    if what is op.BRANCH:
        pieces = value[1]  # type: ignore[index]  # what it is says what it holds
    elif what is op.SUBPATTERN:
        pieces = [value[3]]  # type: ignore[index]
    else:
        yield items
        return
    for piece in pieces:
        for inner in _alternatives(list(piece)):
            yield [*items[: wide[0]], *inner, *items[wide[0] + 1 :]]


def _sequence(items: Iterable[tuple[Any, Any]]) -> _Told:
    spelled: _Strings = _EMPTY
    needs: tuple[_Strings, ...] = ()
    starts: _Strings | None = None
    for told in _in_turn(items):
        if told.spelled is not None and _is_short(spelled, told.spelled):
            if told.spelled == _EMPTY != told.starts and _is_short(spelled, told.starts):  # it looks ahead
                needs = _rarest(*needs, *told.needs, _joined(spelled, told.starts))
            spelled = _joined(spelled, told.spelled)
            continue
        # Of what can't be written out together, the character on the other side still shows where a word begins or ends.
        ahead = (
            told.starts
            if told.spelled is None and _is_short(spelled, told.starts)
            else {start[:1] for start in told.starts}
        )
        behind = {one[-1:] for one in spelled}
        before = _joined(spelled, ahead) if _is_short(spelled, ahead) else spelled
        needs = _rarest(*needs, *told.needs, before)
        starts = before if starts is None else starts
        spelled = told.ends if told.spelled is None else told.spelled
        if told.spelled is not None and _is_short(behind, spelled):
            spelled = _joined(behind, spelled)
    needs = _rarest(*needs, spelled)
    return _Told(spelled, needs, spelled, spelled) if starts is None else _Told(None, needs, starts, spelled)


def _joined(strings: Set[str], others: Set[str]) -> _Strings:
    return frozenset([one + other for one in strings for other in others])


def _in_turn(items: Iterable[tuple[Any, Any]]) -> Iterator[_Told]:
    """What each item tells; characters that follow one another tell it together."""
    run = ""
    for what, value in items:
        if what is op.LITERAL and _is_known(chr(value)):
            run += _PLAIN[value]
            continue
        if run:
            yield _Told(frozenset({run}))
            run = ""
        yield _told(what, value)
    if run:
        yield _Told(frozenset({run}))


def _told(what: Any, value: Any) -> _Told:
    if what is op.IN:
        return _class(value)
    if what is op.AT:
        return _AT_AN_EDGE if value in _EDGES else _NO_WIDTH
    if what is op.ASSERT_NOT:
        return _NO_WIDTH
    if what is op.ASSERT:
        direction, ahead = value
        told = _sequence(ahead)
        return _Told(_EMPTY, told.needs, told.starts if direction > 0 else _EMPTY)
    if what is op.SUBPATTERN:
        return _sequence(value[3])
    if what is op.ATOMIC_GROUP:
        return _sequence(value)
    if what is op.BRANCH:
        return _branch([_sequence(branch) for branch in value[1]])
    if what in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        return _repeated(*value)
    return _ANYTHING


def _is_known(sign: str) -> bool:
    """Whether `plain` makes the same of a character and of all that match it; of other letters `re` and `str.lower` have their own ideas."""
    return sign.isascii() or sign.lower() == sign.upper()


def _class(items: _Items) -> _Told:
    if items in _NO_LETTERS:
        return _BLANK
    if items == _DIGIT:
        return _ZERO
    codes: list[int] = []
    for what, value in items:
        if what is op.LITERAL:
            codes.append(value)
        elif what is op.RANGE and value[1] - value[0] < _MOST_SPELLED - len(codes):
            codes += range(value[0], value[1] + 1)
        else:
            return _ANYTHING
    if not all(_is_known(chr(code)) for code in codes):
        return _ANYTHING
    small = frozenset(_PLAIN[code] for code in codes)
    return _Told(small) if len(small) <= _MOST_OF_A_CLASS else _Told(None, (small,))


def _branch(branches: list[_Told]) -> _Told:
    spelled = None
    if all(branch.spelled is not None for branch in branches):
        spelled = _any_of(branch.spelled or _EMPTY for branch in branches)
    starts = _any_of(branch.starts for branch in branches) or _EMPTY
    ends = _any_of(branch.ends for branch in branches) or _EMPTY
    needs: tuple[_Strings, ...] = ()
    if all(branch.needs for branch in branches):
        needs = (frozenset().union(*(branch.needs[0] for branch in branches)),)
    return _Told(spelled, needs, starts, ends)


def _any_of(strings: Iterable[_Strings]) -> _Strings | None:
    together = frozenset().union(*strings)
    return together if len(together) <= _MOST_SPELLED else None


def _repeated(least: int, most: int, items: Iterable[tuple[Any, Any]]) -> _Told:
    told = _sequence(items)
    if least == 0:
        return _Told(told.spelled | {""}) if most == 1 and told.spelled is not None else _ANYTHING
    if told.spelled is None:
        return _Told(None, told.needs, told.starts, told.ends)
    spelled, count = told.spelled, 1
    while count < least and _is_short(spelled, told.spelled):
        spelled, count = _joined(spelled, told.spelled), count + 1
    return _Told(spelled if count == least == most else None, _rarest(*told.needs, spelled), spelled, spelled)


def _is_short(strings: Set[str], others: Set[str]) -> bool:
    """Whether each of these followed by each of those can be written out."""
    return len(strings) * len(others) <= _MOST_SPELLED and (
        len(next(iter(strings), "")) + len(next(iter(others), "")) <= _LONGEST_SPELLED
    )


def _resolved(strings: _Strings) -> _Strings:
    """With a blank where a word must begin or end, and no edge left."""
    found = set()
    for string in strings:
        if string.startswith(_EDGE) and string.lstrip(_EDGE)[:1].isalnum():
            string = f" {string.lstrip(_EDGE)}"
        if string.endswith(_EDGE) and string.rstrip(_EDGE)[-1:].isalnum():
            string = f"{string.rstrip(_EDGE)} "
        found.add(string.replace(_EDGE, ""))
    return frozenset(found)


def _rarest(*needs: _Strings) -> tuple[_Strings, ...]:
    """The two rarest of different words."""
    told = {
        frozenset(map(_bare, need)): need for need in needs if all(map(_bare, need)) and _frequency(need) < _EVERYWHERE
    }
    return tuple(sorted(told.values(), key=_frequency)[:2]) if len(told) > 1 else tuple(told.values())


@lru_cache(maxsize=1 << 14)
def _bare(string: str) -> str:
    return string.strip(f" {_EDGE}")


@lru_cache(maxsize=1 << 12)
def _frequency(strings: _Strings) -> float:
    """About how often one of these is in a text: long strings are rare, and Chinese signs."""
    return sum(map(_share, strings))


def _share(string: str) -> float:
    bare = _bare(string)
    if not bare.strip("0 "):
        return 0.3 if len(bare) < 3 else 0.1
    if bare in _COMMON:
        return 0.3 if len(string) - len(bare) < 2 or bare in _IN_EVERY_SENTENCE else 0.06
    letters = len(string) - 0.6 * string.count(" ")
    signs = 0 if string.isascii() else sum(sign >= "\u3000" for sign in string)
    return float(0.4 * 0.2**signs * 0.42 ** (letters - signs)) if signs else float(min(1, 0.42 ** (letters - 1.5)))
