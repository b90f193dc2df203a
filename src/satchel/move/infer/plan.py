"""How one table is read: what was decided about it, kept with the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from satchel.formats.tabular.rows import Table
from satchel.move.infer.grouping import Groups
from satchel.move.infer.kinds import Kinds
from satchel.move.infer.lookup import Dictionary
from satchel.move.infer.profile import Profile
from satchel.move.infer.role import Role, Verdict
from satchel.move.infer.table_kind import TableKind
from satchel.move.infer.table_mapping import TableMapping
from satchel.move.infer.times import ColumnTimes, Instant, ZonedTimes
from satchel.move.infer.versions import Versions


@dataclass(slots=True)
class Plan:
    """The reading of one table."""

    table: Table
    said: TableMapping | None = None
    kind: TableKind = TableKind.MEMORIES
    evidence: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    roles: dict[str, Role] = field(default_factory=dict)
    plain: frozenset[str] = frozenset()
    """Columns of texts, a few of which happen to be JSON."""
    profiles: dict[str, Profile] = field(default_factory=dict)
    time_shares: dict[str, float] = field(default_factory=dict)
    clocks: dict[str, ColumnTimes] = field(default_factory=dict)
    zone_column: str | None = None
    """Column that names the zone of the naive times in its row."""
    zone_setting: tuple[str, str] | None = None
    """Zone of naive times that a setting elsewhere names, and where it stands."""
    zoned: dict[str, ZonedTimes] = field(default_factory=dict)
    """Column → its clocks, where the zone differs by row."""
    kin_times: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Column → times of like files beside this one, which settle what its own few values leave open."""
    books: dict[str, Dictionary] = field(default_factory=dict)
    """Column → the lookup table that decodes it."""
    doubts: list[str] = field(default_factory=list)
    """What the reader should know was left open, in words."""
    named: list[str] = field(default_factory=list)
    """Columns of ids whose names stand in another table and belong into the sentence."""
    linked_tags: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Id of a row → tags that another table gives it."""
    tags_for: str = ""
    """The table whose rows have the tags that this one lists."""
    key_people: frozenset[str] = frozenset()
    """Segments of composed keys that name whose the value is."""
    kinds: Kinds = field(default_factory=Kinds)
    groups: Groups = field(default_factory=Groups)
    wide: bool = False
    """Whether rows tell of a subject in many columns rather than in one clear text."""
    parts: list[str] = field(default_factory=list)
    """Columns that stand in the sentence beside title and text, in order."""
    triple: tuple[str, str, str] | None = None
    """Columns of a graph's edge: from, relation, to."""
    type_prior: tuple[str, float] | None = None
    """What the names of file, table and headings say about the type of the rows, and how strongly."""
    log_prior: float = 0.0
    """What they and the columns say for log lines, in log-odds."""
    lean: float = 0.0
    """Of key-value tables: above 0 a person's, below 0 a tool's."""
    subplans: dict[str, Plan] = field(default_factory=dict)
    """Of columns that hold lists of rows."""
    sampled: int = 0
    complete: bool = False
    """Whether the sample is the whole table."""
    log_share: float = 0.0
    base: float = 0.0
    """What the share of log lines among the sampled rows says of a row that nothing else tells apart, in log-odds."""
    silent: bool = False
    """Whether nothing in the table is worded like a memory and most of it like log lines."""
    joined: list[str] = field(default_factory=list)
    """Columns elsewhere that this lookup table decodes."""
    examples: list[dict[str, str]] = field(default_factory=list)
    sample: list[dict[str, Any]] = field(default_factory=list)
    """Flattened sampled rows; let go when the table is planned."""
    listed: bool = False
    """Whether the file is a pasted list: most of its items carry a date."""
    day: tuple[str, ColumnTimes] | None = None
    """Where the rows themselves have no time: what the heading or the file is called, when that is a day, and its clock."""
    versions: Versions | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    """What persons are called by anywhere in the source → the name that their table of users gives them."""
    owner: str | None = None
    """The user whom the place of the table names: `users.ann`, `users/ann/notes.json`."""
    _by_role: dict[Role, list[str]] | None = None

    def freeze(self) -> None:
        """Roles are settled; look-ups by role are answered from an index from now on."""
        self._by_role = {}
        for column, role in self.roles.items():
            self._by_role.setdefault(role, []).append(column)

    def first(self, role: Role) -> str | None:
        """The first column of a role."""
        if self._by_role is not None:
            found = self._by_role.get(role)
            return found[0] if found else None
        return next((column for column, found in self.roles.items() if found is role), None)

    @property
    def first_user(self) -> str | None:
        """The column that says whose a row is."""
        return self.first(Role.USER)

    def all(self, role: Role) -> list[str]:
        """Every column of a role, in order."""
        if self._by_role is not None:
            return self._by_role.get(role, [])
        return [column for column, found in self.roles.items() if found is role]

    def read(self, column: str, values: Mapping[str, Any]) -> Instant:
        """The moment in a column of times."""
        if self.zone_column is not None and column in self.zoned:
            return self.zoned[column].read(values.get(column), values.get(self.zone_column))
        return self.clocks[column].read(values.get(column))

    def book(self, column: str) -> Mapping[str, str] | None:
        """The labels of a column of codes."""
        found = self.books.get(column)
        return found.entries if found is not None else None
