"""What two texts have in common and what tells them apart, as numbers for the model of pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from typing import Final

from satchel.move.checkup.told import Told
from satchel.text.exclusive_words import STRONG, WEAK
from satchel.text.synonyms import opposites
from satchel.text.traits import agree, clash
from satchel.text.values import unmatched

Closeness = Callable[[str, str], float]
"""How close two words are in meaning, -1 to 1."""
_LOW, _HIGH = 0.35, 0.85
"""Closeness of words between which a word counts as found in part."""
_KINDS: Final = {
    "clock": "when", "date": "when", "weekday": "when", "money": "money", "amount": "amount", "number": "number",
    "version": "code", "code": "code", "ordinal": "ordinal",
}  # fmt: skip


def no_closeness(_one: str, _other: str) -> float:
    """Of words, where nothing embeds them."""
    return 0.0


def features(one: Told, other: Told, similarity: float, closeness: Closeness = no_closeness) -> dict[str, float]:
    """Name → number; the order of the two makes no difference.

    Args:
        one, other: The texts.
        similarity: Cosine of their vectors.
        closeness: Of two words.
    """
    left, right, matched = unmatched(one.values, other.values)
    kinds = {_KINDS[value.kind] for value in left} & {_KINDS[value.kind] for value in right}
    loose = bool(left and right)
    shared_names = (one.names & (other.names | other.openings)) | (other.names & (one.names | one.openings))
    ours, theirs = one.names - other.openings - other.names, other.names - one.openings - one.names
    ours = frozenset(name for name in ours if name not in other.plain)
    theirs = frozenset(name for name in theirs if name not in one.plain)
    # Where one text has a name of its own, a capital that opens the other one may be the name in its place.
    if theirs and not ours:
        ours = frozenset(word for word in one.openings - one.names if not other.has(word))
    elif ours and not theirs:
        theirs = frozenset(word for word in other.openings - other.names if not one.has(word))
    cover = sorted((_cover(one, other, closeness), _cover(other, one, closeness)))
    hard = sorted((_cover(one, other, no_closeness), _cover(other, one, no_closeness)))
    shared = one.words & other.words
    parity = (one.negations - other.negations) % 2
    any_negation = float(bool(one.negations or other.negations))
    opposed = _opposed(one, other)
    against, along = clash(one.traits, other.traits), agree(one.traits, other.traits)
    against = [name for name in against if not _within(one, other, name)]
    closed = [name for name in against if all(value in _CLOSED for side in (one, other) for value in side.traits[name])]
    persons = bool(one.persons - other.persons) and bool(other.persons - one.persons)
    odd_person = one.persons != other.persons
    swapped, ratio = _aligned(one, other)
    long, short = max(len(one.plain), len(other.plain)), max(1, min(len(one.plain), len(other.plain)))
    found: dict[str, float] = {
        "similarity": similarity, "similarity squared": similarity * abs(similarity), "very similar": max(0.0, similarity - 0.7) * 3,
        "least cover": cover[0], "most cover": cover[1], "least words": hard[0], "most words": hard[1],
        "both covered": cover[0] * cover[1],
        "values alike": min(3, matched) / 3, "no values": float(not one.values and not other.values),
        "values on one side": float(bool(left) != bool(right)), "values differ": float(loose),
        **{f"{kind} differs": float(kind in kinds) for kind in ("when", "money", "amount", "number", "code", "ordinal")},
        "names alike": min(2, len(shared_names)) / 2, "names differ": float(bool(ours) and bool(theirs)),
        "names on one side": float(bool(ours) != bool(theirs)),
        "negation differs": float(parity), "negated": any_negation, "opposites": min(2, opposed) / 2,
        "trait against": float(bool(against)), "trait denied": float(bool(closed)), "trait along": float(bool(along)),
        "other person": float(persons), "person on one side": float(odd_person and not persons),
        **{
            f"{name} differs": float(mine != yours)
            for name, mine, yours in zip(("past", "plan", "question", "exception", "once"), one.validity, other.validity, strict=True)
        },
        "swapped": swapped, "aligned": ratio, "length": math.log(long / short), "short": 1 / math.sqrt(short),
        "shared": min(5, len(shared)) / 5, "nothing shared": float(not shared and not shared_names),
    }  # fmt: skip
    denied = [meaning for meaning in one.signs.keys() & other.signs.keys() if meaning in shared or meaning in _TURNING]
    odd = [meaning for meaning in denied if not one.signs[meaning] & other.signs[meaning]]
    alike = [meaning for meaning in denied if -1 in one.signs[meaning] & other.signs[meaning]]
    turned = float(any(meaning in _TURNING for meaning in odd))
    kept = float(any(meaning in _TURNING for meaning in denied if meaning not in odd))
    odd_share, alike_share = len(odd) / max(1, len(denied)), len(alike) / max(1, len(denied))
    rest = min(_missing(one, other), _missing(other, one))
    labelled = float(bool(one.labels - other.labels) and bool(other.labels - one.labels))
    single = float(len(left) == len(right) == 1 and left[0].kind == right[0].kind)
    exact = float(hard[0] > 0.95)
    found |= {
        "signs differ": odd_share, "signs of denial alike": alike_share, "turned": turned, "not turned": kept, "turned, similar": turned * similarity, "signs differ, covered": odd_share * cover[0],
        "rest of both": min(4, rest) / 4, "rest, negation differs": min(4, rest) / 4 * parity, "rest, values differ": min(4, rest) / 4 * loose, "rest, signs differ": min(4, rest) / 4 * odd_share,
        "labels differ": labelled, "labels alike": float(bool(one.labels & other.labels)), "former": float(one.is_former != other.is_former), "hoped": float(one.is_hoped != other.is_hoped),
        "exact, one value differs": exact * single, "exact, when differs": exact * single * ("when" in kinds), "exact": exact, "exact, negation differs": exact * parity,
        "covered, one value differs": single * cover[0], "names differ, none alike": float(bool(ours) and bool(theirs) and not shared_names), "names differ, some alike": float(bool(ours and theirs and shared_names)),
        "one word each": float(rest == 1 and _missing(one, other) == _missing(other, one) == 1 and not loose), "both negated": float(bool(one.negations and other.negations)),
        "Chinese": float(one.is_chinese), "event": float(one.validity[4] and other.validity[4]), "event, values differ": float(one.validity[4] and other.validity[4] and loose),
        "former or hoped, similar": similarity * float(one.is_former != other.is_former or one.is_hoped != other.is_hoped),
    }  # fmt: skip
    places, order, kind, others, apart = _places(one, other)
    close = float(order > 0.5)
    excluded = [
        name
        for name in one.exclusive.keys() & other.exclusive.keys()
        if not one.exclusive[name] & other.exclusive[name]
    ]
    if (one.words | other.words) & _SEVERAL:
        excluded = []
    included = [
        name for name in one.exclusive.keys() & other.exclusive.keys() if one.exclusive[name] & other.exclusive[name]
    ]
    scoped = float(bool(one.scopes - other.scopes) and bool(other.scopes - one.scopes))
    unit = float(any(a.kind == b.kind and a.parts[1:] == b.parts[1:] for a in left for b in right))
    found |= {
        "one place": float(places == 1) * order, "two places": float(places == 2) * order, "more places": float(places > 2) * order,
        **{f"one place, {name}": float(places == 1 and kind == name) * order for name in ("value", "negation", "word", "opposite")},
        **{f"more places, {name}": float(places > 1 and kind == name) * close for name in ("value", "negation", "opposite")},
        "exclusive differs": float(bool(excluded)), "exclusive alike": float(bool(included)), "exclusive differs, similar": similarity * bool(excluded),
        "scopes differ": scoped, "scope on one side": float(one.scopes != other.scopes and not scoped), "unit alike, differs": unit, "unit alike, differs, similar": unit * similarity,
        "unit alike, names alike": unit * bool(shared_names), "far apart, against": float(order < 0.4 and bool(against or opposed or turned)),
        "side differs": float(_apart(one.sides, other.sides)), "direction differs": float(_apart(one.directions, other.directions)),
        "exception on one side": float(one.is_excepted != other.is_excepted),
        "person alone": float(bool(one.persons) != bool(other.persons)),
        "occasions": float("when" in kinds and len(kinds) > 1), "reordered": float(_reordered(one, other, shared_names)),
        "other things": min(3, others) / 3, "other things, close": min(3, others) / 3 * close, "order": order,
        "one build": float(apart > 0), "two things": float(apart > 1), "kind alike": float(len(shared) > 1 and any(a.kind == b.kind and (a.kind != "amount" or a.parts[1:] == b.parts[1:]) for a in left for b in right)),
        "sole": float(one.is_sole or other.is_sole), "sole, shared": float((one.is_sole or other.is_sole) and len(shared) > 1),
        "sole, covered": (one.is_sole or other.is_sole) * cover[0],
        "sign evidence": float(bool(odd) and bool(shared & set(odd))),
        "unique": float(bool(shared & _UNIQUE)),
        "opposites or turned": float(bool(opposed) or turned), "any denial": float(bool(opposed or turned or closed or odd or parity)),
    }  # fmt: skip
    now = float(one.validity == other.validity)
    found |= {
        "similar, negation differs": similarity * parity, "covered, negation differs": cover[0] * parity,
        "similar, opposites": similarity * min(1, opposed), "covered, opposites": cover[0] * min(1, opposed),
        "covered, values differ": cover[1] * loose, "similar, values differ": similarity * loose,
        "covered, swapped": cover[0] * swapped, "similar, names differ": similarity * bool(ours and theirs),
        "names alike, values differ": float(bool(shared_names) and loose), "names alike, negation differs": float(bool(shared_names) and parity),
        "when alone differs": float(kinds == {"when"} and not (ours and theirs)), "value alone differs": float(loose and not (ours and theirs) and not persons) * hard[0],
        "holds now alike": now, "trait against now": now * bool(against) * (not odd_person), "trait denied of one": float(bool(closed) and not odd_person),
        "trait along, similar": similarity * bool(along), "opposites of one": float(bool(opposed) and not odd_person and not (ours and theirs)),
        "negation of one": float(bool(parity) and not persons and not (ours and theirs)) * similarity,
    }  # fmt: skip
    return found


_CLOSED: Final = frozenset(
    "vegetarian meat single married none some no yes left right dead alive home office early late".split()
)


_TURNING: Final = frozenset(
    "like allow enabl activ open pay accept finish start own eat drink need want use live work speak keep sign".split()
)
"""What is often said and denied of one subject."""


_ONE_BUILD: Final = 0.5
"""Share of what stands in the same order, from which two sentences are of one build."""
_SHORT, _LONGER, _SHORT_BUILD = 8, 2, 0.2
"""Words of sentences so short that a word or two of another makes them look unlike, all the same."""
_SEVERAL: Final = frozenset("speak learn like buy study travel read visit play".split())
"""Who does this with one thing may do it with another."""
_UNIQUE: Final = frozenset("lead own call name live job boss native born mother father wife husband".split())
"""Of these there is one: who leads, who owns, what somebody is called."""


def _reordered(one: Told, other: Told, names: frozenset[str]) -> bool:
    """Whether the same words stand in another order, so that who does it to whom may have changed."""
    if one.sequence == other.sequence or sorted(one.sequence) != sorted(other.sequence):
        return False
    if one.is_chinese and not one.values:
        return True
    orders = [sorted((side.plain.find(name), name) for name in names) for side in (one, other)]
    return [name for _, name in orders[0]] != [name for _, name in orders[1]]


def _within(one: Told, other: Told, trait: str) -> bool:
    """Whether what one text says of a trait stands in the other one too, as "Portugal" does in "Porto, Portugal"."""
    return any(
        value in side.plain for told, side in ((one, other), (other, one)) for value in told.traits[trait] - _CLOSED
    )


def _apart(ours: Mapping[str, frozenset[str]], theirs: Mapping[str, frozenset[str]]) -> bool:
    return any(not ours[name] & theirs[name] for name in ours.keys() & theirs.keys())


def _missing(one: Told, other: Told) -> int:
    """How many words of one the other lacks."""
    return len(one.words - other.words)


def _cover(one: Told, other: Told, closeness: Closeness) -> float:
    """How much of one text's words is in the other: by meaning, in part by closeness."""
    total = held = 0.0
    for meaning, spelling in one.tokens:
        weight = 1.0 if len(spelling) > 1 else 0.6
        total += weight
        if meaning in other.words:
            held += weight
        elif closeness is not no_closeness:
            best = max(
                (
                    closeness(mine, yours)
                    for mine in one.phrases[meaning]
                    for spelled in other.phrases.values()
                    for yours in spelled
                ),
                default=0.0,
            )
            held += weight * min(1.0, max(0.0, (best - _LOW) / (_HIGH - _LOW)))
    return held / total if total else 0.5


def _opposed(one: Told, other: Told) -> int:
    """How many words of one exclude one of the other that it lacks."""
    table = opposites()
    mine, yours = one.words - other.words, other.words - one.words
    direct = sum(1 for word in mine if table.get(word, frozenset()) & yours)
    if direct or not (one.is_chinese and other.is_chinese):
        return direct
    return sum(
        1 for word, others in table.items()
        if not word.isascii() and word in one.plain and word not in other.plain and any(o in other.plain and o not in one.plain for o in others if not o.isascii())
    ) + sum(
        1 for word, others in table.items()
        if not word.isascii() and word in other.plain and word not in one.plain and any(o in one.plain and o not in other.plain for o in others if not o.isascii())
    )  # fmt: skip


def _aligned(one: Told, other: Told) -> tuple[float, float]:
    """Whether one place alone holds something else, and how much stands in the same order."""
    left, right = [meaning for meaning, _ in one.tokens], [meaning for meaning, _ in other.tokens]
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    ratio = matcher.ratio()
    swapped = float(len(codes) == 1 and codes[0][0] == "replace") * ratio
    return swapped, ratio


def _places(one: Told, other: Told) -> tuple[int, float, str, int, int]:
    """In how many places two texts differ, how much stands in the same order, what kind of difference there is, and in how
    many places each has words of its own that do not exclude each other: those tell of other things. Last, in how many
    places two sentences of one build differ; 0 for others."""
    matcher = SequenceMatcher(None, one.sequence, other.sequence, autojunk=False)
    codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    mine = {word for _, start, end, _, _ in codes for word in one.sequence[start:end]}
    yours = {word for _, _, _, start, end in codes for word in other.sequence[start:end]}
    table = opposites()
    others = differences = 0
    for _, start, end, from_, to in codes:
        ours = [word for word in one.sequence[start:end] if word[0] not in "#¬" and word not in other.words]
        theirs = [word for word in other.sequence[from_:to] if word[0] not in "#¬" and word not in one.words]
        opposed = any(table.get(word, frozenset()) & set(theirs) for word in ours) or _exclusive(ours, theirs)
        others += bool(ours and theirs) and not opposed
        differences += opposed + (min(len(ours), len(theirs)) > opposed)
        differences += any(word[0] == "#" for word in one.sequence[start:end]) and any(
            word[0] == "#" for word in other.sequence[from_:to]
        )
    if any(word.startswith("#") for word in mine) and any(word.startswith("#") for word in yours):
        kind = "value"
    elif ("¬" in mine) != ("¬" in yours):
        kind = "negation"
    elif any(table.get(word, frozenset()) & yours for word in mine):
        kind = "opposite"
    else:
        kind = "word"
    lengths = sorted((len(one.sequence), len(other.sequence)))
    alike = matcher.ratio() > _ONE_BUILD or (
        lengths[1] <= _SHORT and lengths[1] - lengths[0] <= _LONGER and matcher.ratio() >= _SHORT_BUILD
    )
    return len(codes), matcher.ratio(), kind, others, (differences + (kind == "negation")) if alike else 0


def _exclusive(ours: list[str], theirs: list[str]) -> bool:
    for table in (STRONG, WEAK):
        mine, yours = ({table[word][0] for word in words if word in table} for words in (ours, theirs))
        if mine & yours:
            return True
    return False


def vector(found: Mapping[str, float], names: tuple[str, ...]) -> list[float]:
    """The numbers in the order of these names."""
    return [found[name] for name in names]
