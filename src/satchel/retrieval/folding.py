"""The same thing said twice takes one place: duplicates among the ranked fold into one that names the others.

Which of them stands: one that is valid before an expired one, a memory before a turn of a conversation, one's own before
a public one, then the one known for longest, then the smallest id. It stands at the place of the best of them. All of
them may be shown to whoever asks, since what may not is gone before; so no allowed one hides behind a forbidden one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from satchel.retrieval.rerank import Ranked
from satchel.text.claims import may_agree, telling
from satchel.text.similar import THRESHOLD, is_near_duplicate
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record
from satchel_protocol.scope import PUBLIC

_LONGEST: Final = 2000
"""Characters up to which two texts are compared for being nearly the same; longer ones must be the same."""
_COMPARED: Final = 20
"""Most hits with which a text is compared for being nearly the same."""
_SHORTER: Final = THRESHOLD / (2 - THRESHOLD)
"""Length of the shorter of two texts, as a share of the longer, below which they cannot be alike enough."""
_NEAR: Final = 0.1
"""Difference of two cosines to one question above which two texts do not say the same."""
_VERY_NEAR: Final = 0.03
"""The same where one of them lacks a word of the question."""
_LAST: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(slots=True)
class Group:
    """Hits that say the same, best first."""

    best: Ranked
    others: list[Ranked] = field(default_factory=list)
    words: frozenset[str] | None = None
    """`telling` words of the best; None until they are needed."""

    def standing(self) -> tuple[Ranked, tuple[str, ...]]:
        """Which of them is shown, and the ids of the others, sorted."""
        members = [self.best, *self.others]
        stands = min(members, key=_order)
        return stands, tuple(sorted(hit.record.id for hit in members if hit is not stands))


def fold(ranked: Sequence[Ranked], limit: int) -> list[Group]:
    """Group a ranking, best first, by what is said; groups in the order of their best.

    Args:
        ranked: Best first.
        limit: How many of the groups are shown; only with those a text is compared for being nearly the same.
    """
    groups: list[Group] = []
    same: dict[str, list[Group]] = {}
    for hit in ranked:
        text = _normal(hit.record.content)
        ours = next((group for group in same.get(text, ()) if _may_fold(group.best.record, hit.record)), None)
        if ours is None:
            ours = _nearly_the_same(hit, groups[: min(limit, _COMPARED)])
        if ours is None:
            groups.append(Group(hit))
            same.setdefault(text, []).append(groups[-1])
        else:
            ours.others.append(hit)
    return groups


def _normal(text: str) -> str:
    return _kept_normal(text) if len(text) <= _LONGEST else normalise_text(text)


_kept_normal = lru_cache(maxsize=4096)(normalise_text)
"""Kept, since the same memories are candidates again and again."""


def _nearly_the_same(hit: Ranked, groups: Sequence[Group]) -> Group | None:
    text = hit.record.content
    if len(text) > _LONGEST or hit.record.type == "interaction":
        return None
    words: frozenset[str] | None = None
    for group in groups:
        best = group.best
        if not _may_be_alike(best, hit) or not _may_fold(best.record, hit.record):
            continue
        words = telling(text) if words is None else words
        group.words = telling(best.record.content) if group.words is None else group.words
        if may_agree(group.words, words) and is_near_duplicate(best.record.content, text):
            return group
    return None


def _may_be_alike(one: Ranked, other: Ranked) -> bool:
    """A look at what is known already: the question's words in both, how near both are to it, length."""
    ours, theirs = one.fused, other.fused
    different = ours.held ^ theirs.held
    # A slip of the pen may stand in a word that was asked for, in one.
    if different.bit_count() > 1:
        return False
    apart = abs(ours.cosine - theirs.cosine) if ours.cosine is not None and theirs.cosine is not None else 0.0
    if apart > (_VERY_NEAR if different else _NEAR):
        return False
    # Of the words that are not the same each must be a slip of the pen, and few are.
    if ours.tokens and 2 * len(ours.tokens & theirs.tokens) < max(len(ours.tokens), len(theirs.tokens)):
        return False
    length, longer = sorted((len(ours.record.content), len(theirs.record.content)))
    # Marks and blanks do not count in the comparison, so there is some room.
    return longer <= _LONGEST and length >= _SHORTER * longer - 10 and ours.record.type != "interaction"


def _may_fold(one: Record, other: Record) -> bool:
    """Two keyed memories are two, whatever they say; the same words of two moments of a conversation are two events."""
    if one.key is not None and other.key is not None and one.key != other.key:
        return False
    return not (one.type == other.type == "interaction") or one.created_at == other.created_at


def _order(hit: Ranked) -> tuple[bool, bool, bool, datetime, str]:
    record = hit.record
    return (
        hit.expired,
        record.state == "archived",
        record.scope == PUBLIC,
        record.created_at or _LAST,
        record.id,
    )
