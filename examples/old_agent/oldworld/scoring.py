"""How good a rescue was: precision and recall against the truth, and what went wrong."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .matching import answers, match, right_scope, right_time, right_type, strings
from .reading import Line, Truth
from .text import squeeze

FATES = ("memory", "evidence", "log", "vector", "structure", "duplicate", "empty", "rejected")
SAMPLES = 25
"""Most examples listed of each kind of mistake."""


@dataclass(slots=True, kw_only=True)
class Score:
    """The judgement; every rate is between 0 and 1, and 1 for nothing out of nothing."""

    truth: int
    """Memories that a careful human would bring over."""
    records: int
    """Records that came as memories (not as interactions), without the grey ones."""
    matched: int
    """Pairs whose text is right."""
    full: int
    """Pairs whose text, type, time and scope are all right."""
    precision: float
    recall: float
    text: dict[str, float]
    """precision and recall by text alone."""
    rates: dict[str, float]
    """Among the matched: share with the right type, time, scope."""
    evidence: dict[str, float]
    by: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """Dimension (tag, type, lang, file) → value → [right, all]."""
    confusion: dict[str, int] = field(default_factory=dict)
    """'preference → fact' → how often, among wrong types."""
    false: dict[str, int] = field(default_factory=dict)
    """Records that are no memory, by what they are."""
    misses: list[Line] = field(default_factory=list)
    """Memories without a record, and pairs with something wrong."""
    strays: list[Line] = field(default_factory=list)
    """Examples of records that are no memory."""


def judge(truth: Truth, records: Sequence[Line]) -> Score:
    """Compare what came over with what should have.

    A record counts as right only if text, type, time and scope are. Records of type interaction are judged apart, as
    evidence; texts that careful readers would differ on (grey) count neither way.
    """
    grey = [squeeze(str(line["text"])) for line in truth.grey]
    ours = [record for record in records if record.get("type") != "interaction"]
    pairs = match(truth.memories, ours)
    used = set(pairs.values())
    unmatched = [record for position, record in enumerate(ours) if position not in used]
    wild = [record for record in unmatched if not _is_grey(squeeze(str(record["content"])), grey)]
    came = len(pairs) + len(wild)
    checks: Mapping[str, Callable[[Line, Line], bool]] = {"type": right_type, "time": right_time, "scope": right_scope}
    wrong = {
        m: [name for name, check in checks.items() if not check(truth.memories[m], ours[r])] for m, r in pairs.items()
    }
    full = sum(1 for names in wrong.values() if not names)
    score = Score(
        truth=len(truth.memories),
        records=came,
        matched=len(pairs),
        full=full,
        precision=_rate(full, came),
        recall=_rate(full, len(truth.memories)),
        text={"precision": _rate(len(pairs), came), "recall": _rate(len(pairs), len(truth.memories))},
        rates={name: _rate(sum(1 for names in wrong.values() if name not in names), len(pairs)) for name in checks},
        evidence=_evidence(truth, records),
        by=_break_down(truth.memories, wrong),
    )
    confused = Counter(
        f"{strings(truth.memories[m], 'types')[0]} → {ours[r].get('type')}"
        for m, r in pairs.items()
        if "type" in wrong[m]
    )
    score.confusion = dict(confused.most_common())
    score.misses = _misses(truth.memories, ours, pairs, wrong)
    score.false, score.strays = _strays(truth, wild, {squeeze(str(truth.memories[m]["text"])) for m in pairs})
    return score


def _rate(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _is_grey(text: str, grey: Sequence[str]) -> bool:
    return any(known and (known in text or text in known) for known in grey) if text else False


def _evidence(truth: Truth, records: Sequence[Line]) -> dict[str, float]:
    """How much of the conversations came over as interactions, a turn or a whole session a record."""
    turns = [record for record in records if record.get("type") == "interaction"]
    texts = {squeeze(str(record["content"])): record for record in turns}
    hay = "\n".join(texts)
    found = timed = 0
    for line in truth.evidence:
        key = squeeze(str(line["text"]))
        if key in texts:
            found += 1
            timed += right_time(line, texts[key])
        elif key in hay:
            found += 1
            timed += 1  # inside a longer record, whose one time says little
    known = {squeeze(str(line["text"])) for line in (*truth.evidence, *truth.grey)}
    known |= {squeeze(str(line["text"])) for line in truth.none if line["why"] == "response"}
    foreign = [
        text for text in texts if text not in known and not any(turn in text for turn in known if len(turn) > 12)
    ]
    return {
        "truth": len(truth.evidence),
        "records": len(turns),
        "recall": _rate(found, len(truth.evidence)),
        "time": _rate(timed, found),
        "foreign": len(foreign),
    }


def _break_down(memories: Sequence[Line], wrong: Mapping[int, Sequence[str]]) -> dict[str, dict[str, list[int]]]:
    out: dict[str, dict[str, list[int]]] = {"tag": {}, "type": {}, "lang": {}, "file": {}}
    for position, memory in enumerate(memories):
        right = wrong.get(position) == []
        places = memory["places"]
        assert isinstance(places, list)
        where = places[0]["file"] + (f"::{places[0]['part']}" if places[0]["part"] else "")
        values = [("tag", tag) for tag in strings(memory, "tags")]
        values += [("type", strings(memory, "types")[0]), ("lang", str(memory["lang"])), ("file", where)]
        for dimension, value in values:
            counts = out[dimension].setdefault(value, [0, 0])
            counts[0] += right
            counts[1] += 1
    return out


def _misses(
    memories: Sequence[Line], ours: Sequence[Line], pairs: Mapping[int, int], wrong: Mapping[int, Sequence[str]]
) -> list[Line]:
    """Missing memories first, then pairs by how much is wrong; from each kind of mistake a few, so that none hides another."""
    kinds: dict[str, list[Line]] = {}
    for position, memory in enumerate(memories):
        names = wrong.get(position)
        if names == []:
            continue
        about: Line = {"wrong": ", ".join(names) if names else "missing"}
        about |= {key: memory[key] for key in ("id", "text", "types", "times", "scopes", "tags", "places")}
        if names:
            record = ours[pairs[position]]
            about["found"] = {key: record.get(key) for key in ("type", "created_at", "scope", "content", "origin")}
        kinds.setdefault(str(about["wrong"]), []).append(about)
    out: list[Line] = []
    for name in sorted(kinds, key=lambda name: (name != "missing", -name.count(","), name)):
        step = max(1, len(kinds[name]) // SAMPLES)
        out += kinds[name][::step][:SAMPLES]
    return out


def _strays(truth: Truth, wild: Sequence[Line], matched: set[str]) -> tuple[dict[str, int], list[Line]]:
    """What the records are that are no memory."""
    none = {squeeze(str(line["text"])): str(line["why"]) for line in truth.none}
    turns = {squeeze(str(line["text"])) for line in truth.evidence}
    counts: Counter[str] = Counter()
    samples: list[Line] = []
    seen: Counter[str] = Counter()
    for record in wild:
        text = squeeze(str(record["content"]))
        if text in matched:
            why = "imported twice"
        elif text in none:
            why = none[text]
        elif text in turns:
            why = "conversation"
        else:
            why = next((why for known, why in none.items() if len(known) > 12 and known in text), "unknown")
        counts[why] += 1
        seen[why] += 1
        if seen[why] <= SAMPLES:
            samples.append(
                {"why": why, **{key: record.get(key) for key in ("type", "created_at", "scope", "content", "origin")}}
            )
    return dict(counts.most_common()), samples


def probe_rank(truth: Truth, probe: Line, hits: Sequence[Line]) -> int | None:
    """The place, from 1, of the right answer among `hits` (the records in order), or None."""
    memory = next(line for line in truth.memories if line["id"] == probe["memory"])
    return next((rank for rank, record in enumerate(hits, 1) if answers(memory, record)), None)
