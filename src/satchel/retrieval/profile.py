"""How candidates become an order: weights, half-lives and priorities, by name. All of it can be set by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from satchel_protocol.errors import ConfigError

_DAY_S = 86_400.0

HALF_LIVES_DAYS: Mapping[str, float] = MappingProxyType(
    {"task": 365.0, "interaction": 1095.0, "fact": 1460.0, "skill": 1825.0, "preference": 1825.0}
)
"""Days after which the time term of a type is halved; another type counts as a fact.

Shorter ones look tidier and cost answers: on the sets of docs/benchmarks.md an age says nothing about being right, and
a half-life of 30 days for all takes 2 to 4 points of R@5. These take at most one.
"""
PRIORITIES: Mapping[str, float] = MappingProxyType(
    {"preference": 1.0, "task": 1.0, "fact": 0.6, "skill": 0.6, "interaction": 0.0}
)
"""What an agent should know first, 0 to 1; another type counts as a fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One way of ranking. The three weights need not sum to 1; only their proportions count."""

    name: str = "default"
    relevance: float = 0.6
    decay: float = 0.25
    priority: float = 0.15
    dense: float = 0.4
    """Weight of the meaning against the words, 0 to 1, where there are vectors."""
    coverage: float = 0.5
    """Within the words: weight of the share of the question's terms against BM25."""
    side_by_side: float = 0.1
    """Within the words: weight of the question's neighbours that are neighbours in the memory. It moves no measured set
    by half a point, and brings up the one memory whose title a question quotes."""
    half_lives_days: Mapping[str, float] = field(default_factory=lambda: HALF_LIVES_DAYS)
    priorities: Mapping[str, float] = field(default_factory=lambda: PRIORITIES)
    assistant: float = 0.75
    """Factor on what an assistant said: its long answers would drown what the user stated."""
    expired: float = 0.5
    """Factor on the relevance of an expired memory: demoted, not hidden."""
    floor: float = 0.06
    """The least chance that the best candidate is worth showing, 0 to below 1; 0 shows the best, whatever it is."""
    beside: float = 1 / 6
    """Share of the floor that suffices beside a candidate that reaches it. It costs no false answer to a question, since
    those have none; where nobody asked, 1 shows nothing that would not be shown by itself."""

    def half_life_s(self, type: str) -> float:
        """Seconds after which the time term of a type is halved."""
        return self.half_lives_days.get(type, self.half_lives_days.get("fact", HALF_LIVES_DAYS["fact"])) * _DAY_S

    def priority_of(self, type: str) -> float:
        """0 to 1."""
        return self.priorities.get(type, self.priorities.get("fact", PRIORITIES["fact"]))


DEFAULT = Profile()
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        "default": DEFAULT,
        "relevance": replace(DEFAULT, name="relevance", relevance=1.0, decay=0.0, priority=0.0),
        "recent": replace(
            DEFAULT,
            name="recent",
            relevance=0.5,
            decay=0.4,
            priority=0.1,
            half_lives_days={"task": 14.0, "interaction": 14.0, "fact": 60.0, "skill": 180.0, "preference": 180.0},
        ),
    }
)
"""`recent` is for questions about what is going on; its half-lives cost points on anything else."""


def profile(name: str) -> Profile:
    """A profile by its name.

    Raises:
        ConfigError: there is no such profile.
    """
    if name not in PROFILES:
        raise ConfigError(f"there is no profile {name!r}; known are {', '.join(PROFILES)}")
    return PROFILES[name]
