"""The times of one column: what cannot be said of a single value is decided by all of them, and the report says how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, tzinfo
from decimal import Decimal
from typing import Any

from satchel.instant.dayorder import WORDS, Order, decide_order
from satchel.instant.epochs import PER_SECOND
from satchel.instant.names import named_unit, named_zone, names_time
from satchel.instant.reader import Reader
from satchel.instant.spreadsheet import are_spreadsheet_days
from satchel.instant.tally import Tally
from satchel.instant.value import Instant
from satchel.instant.written import read_written

_MOST = 0.5
"""Of 8-digit numbers, 1 in 1,500 spells a date by chance: a column in which half of them do holds dates."""
_PROOF = 3
"""That many plausible values of one unit make it the column's unit, so that later ones are read by it and flagged."""


class ColumnTimes:
    """How the times of one column are read, decided from its values.

    Args:
        values: All values of the column, or a large sample, in row order.
        now: Aware; the plausible window ends two days after it.
        name: The column's name; tells spreadsheet days, short dates and a zone (`created_utc`).
        zone: Of naive times, as declared by the format or the user. None: as the name says, else UTC, marked `assumed`.
        day_first: What the user says of 03/04/2026; wins over what the column shows.
        unit: Of the numbers, when it is declared; see `Reader`.

    Raises:
        InvalidTimeError: `zone` is unknown.
        UsageError: `now` is naive or `unit` unknown.
    """

    __slots__ = ("_notes", "_reader", "name", "order", "order_reason", "tally")

    def __init__(
        self,
        values: Iterable[object],
        *,
        now: datetime,
        name: str = "",
        zone: str | tzinfo | None = None,
        day_first: bool | None = None,
        unit: str = "",
    ) -> None:
        self.name = name
        self._notes: list[str] = []
        sample = list(values)
        zone, unit = self._from_name(zone, unit)
        if not unit and are_spreadsheet_days(sample, name, now=now):
            unit = "excel"
            self._notes.append("numbers are the days of a spreadsheet: the name says times, and as such days all fit")
        plain = Reader(now=now, zone=zone, unit=unit)
        found = [plain.read(value) for value in sample]
        said = {True: "dmy", False: "mdy", None: ""}[day_first]
        decided = Order(said, "as the user said") if said else self._order(found, this_year=now.year)
        self.order: str = decided.order
        """`dmy`, `mdy`, `ymd`, or empty: not decided, or there is nothing to decide."""
        self.order_reason: str = decided.reason
        short = names_time(name)
        self._reader = Reader(
            now=now,
            zone=zone,
            order=self.order,
            unit=unit,
            digit_dates=self._digit_dates(sample),
            short_dates=short,
            known_units=frozenset(
                unit
                for unit, count in Counter(instant.unit for instant in found).items()
                if unit in PER_SECOND and count >= _PROOF
            ),
        )
        self.tally = Tally(self._again(instant, value) for instant, value in zip(found, sample, strict=True))
        """Of the values given, read under these decisions."""

    def read(self, value: object) -> Instant:
        """Read one value under the decisions made for the column. Never raises; unknown is `at=None` with a `problem`."""
        return self._reader.read(value)

    def summary(self) -> dict[str, Any]:
        """What was decided and what the values given came to, as JSON: see `Tally.summary`, with order and notes."""
        return {
            "name": self.name,
            **self.tally.summary(),
            "order": self.order or None,
            "order_reason": self.order_reason,
            "notes": [*self._notes, *self._mixture()],
        }

    def _from_name(self, zone: str | tzinfo | None, unit: str) -> tuple[str | tzinfo | None, str]:
        """What the name says of zone and unit, where the caller says nothing."""
        if zone is None and (said := named_zone(self.name)):
            zone = said
            self._notes.append(f"times without a zone are {said}, by the column's name")
        if not unit and (said := named_unit(self.name)):
            unit = said
            self._notes.append(f"numbers are {said} days, by the column's name")
        return zone, unit

    def _order(self, found: list[Instant], *, this_year: int) -> Order:
        """The order of day and month, when there are dates that need one."""
        numeric = [i for i in found if i.rule in {"ambiguous-order", "written-numeric"}]
        readings = [
            parts.choices
            for instant in numeric
            if not isinstance(parts := read_written(str(instant.raw), this_year=this_year), str)
        ]
        if not readings:
            return Order("", "")
        decided = decide_order(readings)
        if not decided.order and not any(instant.ambiguous for instant in numeric):
            return Order("", "")  # none of the dates at hand needs an order
        self._notes.append(
            f"dates such as {str(numeric[0].raw)[:30]!r} are read {WORDS[decided.order]}: {decided.reason}"
            if decided.order
            else decided.reason
        )
        return decided

    def _digit_dates(self, sample: list[object]) -> bool:
        """Whether the numbers of eight digits are days: when at least half of them can be."""
        eight = [text for value in sample if len(text := _digits(value)) == 8]
        days = sum(_is_day(text) for text in eight)
        if eight and days < _MOST * len(eight):
            if days:
                self._notes.append(
                    f"{days} of {len(eight)} numbers of eight digits look like a day; none is read as one"
                )
            return False
        return True

    def _again(self, instant: Instant, value: object) -> Instant:
        """The final reading; only what depends on the column is read a second time."""
        settled = instant.at is not None and instant.rule not in {"digits", "written-numeric"}
        return instant if settled or instant.missing else self._reader.read(value)

    def _mixture(self) -> list[str]:
        notations = self.tally.notations
        if not self.tally.mixed:
            return []
        listed = ", ".join(f"{count} {rule}" for rule, count in notations.most_common())
        return [f"more than one notation in this column, each read by its own rule: {listed}"]


def _digits(value: object) -> str:
    if isinstance(value, str):
        text = value.strip()
        return text if text.isascii() and text.isdigit() else ""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return ""
    if isinstance(value, Decimal) and not value.is_finite():
        return ""  # comparing it would raise
    return str(int(value)) if 10**7 <= value < 10**8 and value == int(value) else ""


def _is_day(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y%m%d")  # noqa: DTZ007  # only whether it exists
    except ValueError:
        return False
    return 1900 <= int(text[:4]) < 2100
