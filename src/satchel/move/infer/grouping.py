"""What a whole table says about which of its rows are log lines: its codes, its gaps, and its templates.

Wording judges each row; here the rows that share a kind, a level, a source or an empty field lend each other what
they know, as far as that column has proved itself: a column along whose values the wording does not part has no say.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from satchel.move.infer.logs import log_score, skeleton
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.types import type_of_kind, type_scores
from satchel.move.infer.value_words import LEVELS

_MOST = 3.0
"""The largest say of a group, in log-odds."""
_PRIOR_ROWS = 4.0
"""How many rows a word such as `heartbeat` or `偏好` in a kind column is worth before any row was read."""
_TEMPLATE_ROWS = 4
_HUMAN = 1.6
"""A type's wording from which a text is taken for a person's."""
_NONE = "\x00"


@dataclass(slots=True)
class Groups:
    """The say of groups of rows, and of templates."""

    columns: dict[str, dict[str, float]] = field(default_factory=dict)
    """Column → value → log-odds for a log line."""
    reliability: dict[str, float] = field(default_factory=dict)
    """Column → 0 to 1: how far the wording parts along its values."""
    templates: dict[str, float] = field(default_factory=dict)
    """Skeleton of a text → log-odds."""
    repeats: dict[str, float] = field(default_factory=dict)
    """A text that comes again and again → log-odds."""

    def say(self, values: Mapping[str, Any], text: str) -> tuple[float, str]:
        """What the table adds to the wording of one row, and why."""
        total, why = 0.0, ""
        says = sorted(
            ((table.get(_value(values.get(column)), 0.0), column) for column, table in self.columns.items()),
            key=lambda pair: -abs(pair[0]),
        )
        for place, (say, column) in enumerate(says[:2]):
            total += say if place == 0 else 0.4 * say
            if place == 0 and abs(say) >= 0.5:
                why = f"rows with {column}={as_key(values.get(column))[:30] or 'nothing'} are mostly {'log lines' if say > 0 else 'memories'}"
        total = max(-_MOST, min(_MOST, total))
        template = 0.0
        if self.templates:
            template = self.templates.get(skeleton(text), 0.0)
        repeat = self.repeats.get(text, 0.0)
        if max(template, repeat) > 0.5:
            why = why or "one of many lines of the same template"
        return total + max(template, repeat), why


def _value(value: Any) -> str:
    return _NONE if is_empty(value) else as_key(value)[:60]


def learn(
    rows: Sequence[tuple[Mapping[str, Any], str]],
    codes: Sequence[str],
    decode: Mapping[str, Mapping[str, str]],
    kinds: Sequence[str],
) -> Groups:
    """Learn from sampled rows.

    Args:
        rows: Flattened values and the row's text.
        codes: Columns that may part the rows: few values, or often empty.
        decode: Column → code → label, where a lookup table was found.
        kinds: Of the codes, those whose words are a kind or level and count by themselves.
    """
    groups = Groups()
    if len(rows) < 4:
        return groups
    logits = [log_score(text).logit for _, text in rows]
    human = [type_scores(text).human >= _HUMAN and logit < 0 for (_, text), logit in zip(rows, logits, strict=True)]
    shares = [_probability(1.5 * logit) for logit in logits]
    for _ in range(2):
        # The second round starts from what the first one said, so that a column that parts well parts fully.
        overall = sum(shares) / len(shares)
        groups.columns.clear()
        for column in codes:
            _learn_column(
                groups,
                column,
                rows,
                shares,
                human,
                overall=overall,
                decode=decode.get(column, {}),
                by_word=column in kinds,
            )
        says = [groups.say(values, "")[0] for values, _ in rows]
        shares = [_probability(1.5 * (logit + say)) for logit, say in zip(logits, says, strict=True)]
    _learn_templates(groups, [text for _, text in rows], logits)
    return groups


def _probability(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-20.0, min(20.0, logit))))


def _learn_column(
    groups: Groups,
    column: str,
    rows: Sequence[tuple[Mapping[str, Any], str]],
    shares: Sequence[float],
    human: Sequence[bool],
    *,
    overall: float,
    decode: Mapping[str, str],
    by_word: bool,
) -> None:
    sums: dict[str, float] = defaultdict(float)
    counts: Counter[str] = Counter()
    worded: Counter[str] = Counter()
    for (values, _), share, person in zip(rows, shares, human, strict=True):
        value = _value(values.get(column))
        sums[value] += share
        counts[value] += 1
        worded[value] += person
    if len(counts) < 2 and not by_word:
        return
    total, said = len(rows), sum(worded.values())
    spread = sum(n * (sums[v] / n - overall) ** 2 for v, n in counts.items() if n >= 2) / total
    most = overall * (1 - overall)
    reliability = min(1.0, spread / most) if most > 0.02 else 0.0
    says: dict[str, float] = {}
    for value, n in counts.items():
        prior = _word_prior(decode.get(value, value)) if by_word else None
        logs, others = sums[value], n - sums[value]
        say = 0.0
        if n >= 3 and reliability >= 0.25:
            # The rows around a value, damped by how few they are and by how well the column parts at all.
            say = math.log((logs + 0.7) / (others + 0.7)) * min(1.0, n / 8) * min(1.0, reliability / 0.5)
        elsewhere = (said - worded[value]) / max(1, total - n)
        if n >= 15 and elsewhere >= max(0.15, 4 * worded[value] / n) and worded[value] <= 0.05 * n and logs >= 0.5 * n:
            say = max(say, 2.6)  # nobody says anything in these rows, and in the others somebody does
        elif n >= 8 and len(counts) > 1 and worded[value] >= 0.4 * n and logs <= 0.15 * n:
            say = min(say, -2.0)
        if prior is not None:
            agreement = logs / n if prior > 0 else others / n
            if n < 6 or agreement >= 0.3:
                say += prior
        says[value] = max(-_MOST, min(_MOST, say))
    if any(abs(say) >= 0.3 for say in says.values()):
        groups.columns[column] = says
        groups.reliability[column] = reliability


def _word_prior(label: str) -> float | None:
    low = label.strip().lower()
    named = type_of_kind(label) if label != _NONE else None
    if low in LEVELS:
        return 0.5 if low not in ("debug", "trace", "调试") else 1.5
    if named == "log":
        return 1.8
    return -1.5 if named in ("preference", "task", "skill", "fact") else None


def _learn_templates(groups: Groups, texts: Sequence[str], logits: Sequence[float]) -> None:
    """Lines of one template with other numbers in them, and lines that return word for word, are a machine's."""
    variants: dict[str, set[str]] = defaultdict(set)
    tone: dict[str, float] = {}
    for text, logit in zip(texts, logits, strict=True):
        mask = skeleton(text)
        if len(variants[mask]) < 64:
            variants[mask].add(text)
        tone[mask] = logit
    for mask, forms in variants.items():
        if "#" in mask and len(forms) >= _TEMPLATE_ROWS and tone[mask] > -2.5 and len(mask) >= 6:
            groups.templates[mask] = min(1.8, 0.4 * math.log2(len(forms)))
    for text, count in Counter(texts).items():
        if count >= 5 and count >= len(texts) / 300 and type_scores(text).human < _HUMAN:
            groups.repeats[text] = min(2.5, 0.5 * math.log2(count))
