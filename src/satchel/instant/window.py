"""Which times are plausible: from 1995 to two days after now; and values that programs write for "no time"."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

EARLIEST = datetime(1995, 1, 1, tzinfo=UTC)
"""No agent, and hardly a digital note, is older. Epoch numbers of different units cannot be mistaken from here on."""
AHEAD = timedelta(days=2)
"""Clocks run fast and zones differ; what lies further ahead of now is an error or a plan, not a time of writing."""
FAR_AHEAD = timedelta(days=366 * 50)
"""How far an epoch number of a unit that is already certain may lie ahead and still be reported as a time."""

_ABSENT = frozenset(
    """
    null nil none nan nat n/a na undefined unknown never tbd - -- --- — – ? / \\N
    未知 无 無 暂无 暫無 没有 空 不详 不明 未定 不明な日付 없음 미정
    """.split()
) | {"", "date unknown", "unknown date", "no date", "undated", "n. d.", "n.d.", "invalid date", "not set", "日期未知", "时间未知"}  # fmt: skip
_ABSENT_FOLDED = frozenset(word.casefold() for word in _ABSENT)

_UNIX_ZERO = datetime(1970, 1, 1, tzinfo=UTC)
_NO_DAYS = frozenset(
    {
        date(1601, 1, 1),  # zero of Windows
        date(1753, 1, 1),  # least value of SQL Server
        date(1899, 12, 30),  # zero of OLE and spreadsheets
        date(1899, 12, 31),
        date(1900, 1, 1),
        date(1904, 1, 1),  # zero of old Macintosh
        date(1980, 1, 1),  # zero of FAT and ZIP
    }
)


def is_absent(text: str) -> bool:
    """True for texts that say there is no time: empty, `null`, `date unknown`, 未知."""
    return text.casefold() in _ABSENT_FOLDED


def is_zero(text: str) -> bool:
    """True for zeros in any notation: `0`, `0.0`, `0000-00-00 00:00:00`, `0000-00-00T00:00:00Z`."""
    return "0" in text and not text.strip("0-/:.TZ ")


def is_placeholder(wall: datetime, at: datetime) -> bool:
    """True for the zero or the limit of a clock: 0001-01-01, 1970-01-01 in any zone, 1900-01-01, 9999-12-31.

    Args:
        wall: As written, its zone left out.
        at: The same moment in UTC.
    """
    day = wall.date()
    if day.year == 1 or day.year >= 9999 or abs(at - _UNIX_ZERO) <= timedelta(days=1):
        return True
    return day in _NO_DAYS and wall.time().replace(second=0, microsecond=0) == datetime.min.time()
