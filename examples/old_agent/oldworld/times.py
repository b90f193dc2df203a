"""Ways in which old tools write a moment, and what a careful reader makes of each.

A notation is a function of an aware UTC moment and the zone that the source writes in; it returns the raw value. What a
reader can know of the moment afterwards follows from the precision, and from whether the source tells its zone: a
zone-less time counts as UTC unless something in the source says otherwise.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

Raw = str | int | float | None | dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """One way to write a moment."""

    write: Callable[[datetime], Raw]
    """Local moment (aware, in the zone of the source) → raw value."""
    precision: str
    """microsecond, second, minute, day or month: what survives."""
    zoned: bool
    """The raw value itself tells the instant (an epoch number, an offset)."""


def _epoch(moment: datetime, factor: int) -> int:
    delta = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return (delta // timedelta(microseconds=1)) * factor // 1_000_000


def _offset(moment: datetime, *, colon: bool) -> str:
    text = moment.strftime("%z")
    return text[:3] + ":" + text[3:] if colon else text


def _half_day(moment: datetime) -> str:
    hour = moment.hour
    part = "凌晨" if hour < 6 else "上午" if hour < 12 else "下午" if hour < 18 else "晚上"
    return f"{moment.year}年{moment.month}月{moment.day}日 {part}{(hour - 1) % 12 + 1}:{moment.minute:02}"


def _english(moment: datetime, pattern: str) -> str:
    names = "January February March April May June July August September October November December".split()
    month = names[moment.month - 1]
    days = "Mon Tue Wed Thu Fri Sat Sun".split()
    half = f"{(moment.hour - 1) % 12 + 1}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"
    return pattern.format(
        m=moment,
        month=month,
        mon=month[:3],
        day=moment.day,
        dow=days[moment.weekday()],
        half=half,
        z=_offset(moment, colon=False),
    )


def _n(write: Callable[[datetime], Raw], precision: str = "second", *, zoned: bool = False) -> Notation:
    return Notation(write=write, precision=precision, zoned=zoned)


NOTATIONS: dict[str, Notation] = {
    "epoch_s": _n(lambda m: _epoch(m, 1), zoned=True),
    "epoch_float": _n(lambda m: _epoch(m, 1000) / 1000, "millisecond", zoned=True),
    "epoch_ms": _n(lambda m: _epoch(m, 1000), "millisecond", zoned=True),
    "epoch_us": _n(lambda m: _epoch(m, 1_000_000), "microsecond", zoned=True),
    "epoch_text": _n(lambda m: str(_epoch(m, 1)), zoned=True),
    "epoch_ms_text": _n(lambda m: str(_epoch(m, 1000)), "millisecond", zoned=True),
    "mongo": _n(lambda m: {"$date": _epoch(m, 1000)}, "millisecond", zoned=True),
    "iso_z": _n(lambda m: f"{m.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", zoned=True),
    "iso_ms_z": _n(
        lambda m: f"{m.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{m.microsecond // 1000:03}Z", "millisecond", zoned=True
    ),
    "iso_offset": _n(lambda m: f"{m:%Y-%m-%dT%H:%M:%S.%f}" + _offset(m, colon=True), "microsecond", zoned=True),
    "sql_offset": _n(lambda m: f"{m:%Y-%m-%d %H:%M:%S} " + _offset(m, colon=False), zoned=True),
    "rfc2822": _n(lambda m: _english(m, "{dow}, {m:%d} {mon} {m:%Y %H:%M:%S} {z}"), zoned=True),
    "iso_naive": _n(lambda m: f"{m:%Y-%m-%dT%H:%M:%S}"),
    "sql": _n(lambda m: f"{m:%Y-%m-%d %H:%M:%S}"),
    "sql_frac": _n(lambda m: f"{m:%Y-%m-%d %H:%M:%S.%f}", "microsecond"),
    "sql_minute": _n(lambda m: f"{m:%Y-%m-%d %H:%M}", "minute"),
    "ymd_slash": _n(lambda m: f"{m.year}/{m.month}/{m.day} {m:%H:%M}", "minute"),
    "dmy_slash": _n(lambda m: f"{m:%d/%m/%Y %H:%M}", "minute"),
    "dmy_seconds": _n(lambda m: f"{m:%d/%m/%Y %H:%M:%S}"),
    "dmy_date": _n(lambda m: f"{m:%d/%m/%Y}", "day"),
    "dmy_dot": _n(lambda m: f"{m:%d.%m.%Y %H:%M}", "minute"),
    "mdy_slash": _n(
        lambda m: f"{m.month}/{m.day}/{m.year} {(m.hour - 1) % 12 + 1}:{m:%M} {'AM' if m.hour < 12 else 'PM'}", "minute"
    ),
    "zh_full": _n(lambda m: f"{m.year}年{m.month}月{m.day}日 {m:%H:%M:%S}"),
    "zh_minute": _n(lambda m: f"{m.year}年{m:%m}月{m:%d}日 {m.hour}点{m.minute:02}分", "minute"),
    "zh_half": _n(_half_day, "minute"),
    "zh_date": _n(lambda m: f"{m.year}年{m.month}月{m.day}日", "day"),
    "date": _n(lambda m: f"{m:%Y-%m-%d}", "day"),
    "date_slash": _n(lambda m: f"{m:%Y/%m/%d}", "day"),
    "compact": _n(lambda m: f"{m:%Y%m%d%H%M%S}"),
    "compact_date": _n(lambda m: f"{m:%Y%m%d}", "day"),
    "en_long": _n(lambda m: _english(m, "{month} {day}, {m:%Y} {half}"), "minute"),
    "en_short": _n(lambda m: _english(m, "{day} {mon} {m:%Y %H:%M}"), "minute"),
    "en_date": _n(lambda m: _english(m, "{mon} {day}, {m:%Y}"), "day"),
}

SINGLE = (
    ("epoch_s",),
    ("epoch_ms",),
    ("epoch_us",),
    ("epoch_float",),
    ("epoch_text",),
    ("iso_z",),
    ("iso_ms_z",),
    ("iso_offset",),
    ("sql",),
    ("iso_naive",),
    ("sql_frac",),
    ("sql_minute",),
    ("dmy_slash",),
    ("dmy_seconds",),
    ("mdy_slash",),
    ("dmy_dot",),
    ("zh_full",),
    ("zh_minute",),
    ("zh_half",),
    ("zh_date",),
    ("date",),
    ("ymd_slash",),
    ("compact",),
    ("compact_date",),
    ("en_long",),
    ("en_short",),
    ("rfc2822",),
    ("sql_offset",),
    ("epoch_ms_text",),
    ("dmy_date",),
    ("date_slash",),
)
"""Columns in one notation."""

MIXED = (
    ("epoch_s", "epoch_ms"),
    ("epoch_s", "epoch_ms", "epoch_us"),
    ("epoch_s", "iso_z"),
    ("epoch_ms", "sql", "iso_offset"),
    ("iso_z", "sql"),
    ("sql", "date"),
    ("dmy_slash", "iso_naive"),
    ("zh_full", "sql"),
    ("zh_minute", "epoch_text", "date"),
    ("iso_offset", "iso_naive", "zh_date"),
    ("epoch_text", "epoch_ms_text"),
    ("en_long", "date"),
    ("dmy_date", "dmy_slash"),
    ("epoch_float", "sql_frac"),
    ("zh_half", "zh_date", "ymd_slash"),
    ("mdy_slash", "iso_z"),
    ("compact", "sql"),
)
"""Columns in which several versions of a tool wrote."""

ABSENT: tuple[Raw, ...] = (None, None, None, "", "", 0, "N/A", "unknown", "未知", "-", "0000-00-00 00:00:00")
"""What stands where no time is known."""

OFFSETS = (480, 480, 540, 330, 120, -420)
"""Zones, minutes east of Greenwich, that a source may write local time in when it says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How one source writes its times."""

    names: tuple[str, ...]
    """Notations in use; more than one is a mixture."""
    absent: float
    """Share of rows without a time."""
    zone: timezone = UTC
    """Zone of the written local time."""
    told: bool = False
    """The source says its zone; otherwise a reader takes naive times for UTC."""

    def write(self, moment: datetime, rng: random.Random) -> tuple[Raw, list[dict[str, str | None]]]:
        """The raw value of `moment` and the readings (at, precision) that are right for it."""
        if not self.names:
            return None, [UNKNOWN]
        if rng.random() < self.absent:
            return rng.choice(ABSENT), [UNKNOWN]
        return self.as_written(NOTATIONS[rng.choice(self.names)], moment)

    def as_written(self, notation: Notation, moment: datetime) -> tuple[Raw, list[dict[str, str | None]]]:
        """`moment` in one notation, never absent."""
        local = floor(moment.astimezone(self.zone), notation.precision)
        raw = notation.write(local)
        known = local if notation.zoned or self.told else local.replace(tzinfo=UTC)
        return raw, [reading(known, notation.precision)]

    def as_written_any(self, moment: datetime, rng: random.Random) -> Raw:
        """The raw value alone, in one of the notations."""
        return self.as_written(NOTATIONS[rng.choice(self.names)], moment)[0]


UNKNOWN: dict[str, str | None] = {"at": None, "precision": None}


def reading(moment: datetime, precision: str) -> dict[str, str | None]:
    """A known time as the truth file notes it."""
    return {
        "at": moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        "precision": precision,
    }


def floor(moment: datetime, precision: str) -> datetime:
    """The start of the second, minute, day or month that `moment` is in, in its own zone."""
    if precision == "microsecond":
        return moment
    if precision == "millisecond":
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    moment = moment.replace(microsecond=0)
    if precision == "second":
        return moment
    moment = moment.replace(second=0)
    if precision == "minute":
        return moment
    moment = moment.replace(hour=0, minute=0)
    return moment if precision == "day" else moment.replace(day=1)


def some_clock(
    rng: random.Random, *, mixed: float = 0.35, absent: float | None = None, options: Sequence[tuple[str, ...]] = ()
) -> Clock:
    """A clock drawn at random; `options` narrows the notations.

    Only a column in which every value tells its zone is written in another zone than UTC: a zone-less value beside
    one with an offset would have two fair readings.
    """
    names = rng.choice(options or (MIXED if rng.random() < mixed else SINGLE))
    share = rng.choice((0.0, 0.02, 0.06, 0.12)) if absent is None else absent
    elsewhere = all(NOTATIONS[name].zoned for name in names) and rng.random() < 0.5
    zone = timezone(timedelta(minutes=rng.choice(OFFSETS))) if elsewhere else UTC
    return Clock(names=names, absent=share, zone=zone)
