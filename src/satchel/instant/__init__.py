"""The one place that parses a time: every notation of foreign tools in, an instant with its evidence out.

A value climbs down this ladder and stays on the first rule that fits; `Instant.rule` names it:

1. **Nothing** (`missing`, `placeholder`): empty, `null`, `date unknown`, 未知; 0, 0000-00-00, 1970-01-01, 9999-12-31.
2. **Objects** (`object`): datetime and date as drivers and YAML give them.
3. **ISO 8601** (`iso`, `date`): extended and basic, weeks (2026-W10-3), ordinal days (2026-063), `Z` or an offset or
   nothing, a space for the `T`, a comma for the point, up to 12 decimals, `YYYY-MM`.
4. **Digits** (`digits`): 20260304, 202603040506, 20260304050607 and on to microseconds; `YYYY` as text.
5. **Counts** (`epoch-s`, `-ms`, `-us`, `-ns`): the unit by magnitude, which is possible because the plausible ranges
   (1995 to two days from now) do not overlap; other zeros (`epoch-excel` …) only when declared.
6. **Wrappings**: {"$date": …}, {"$numberLong": …}, {"seconds": …, "nanos": …}, /Date(…)/, ISODate("…").
7. **Written** (`written-…`): year first with any sign (`ymd`), Chinese, Japanese, Korean (`cjk`), English month names
   (`month-name`, `rfc2822`), and `numeric` 03/04/2026, for which the order of day and month must be known.
8. **Unknown** (`ambiguous-order`, `ambiguous-zone`, `not-a-time`, `unreadable`): `at` is None, `problem` says why.

Nothing here raises for a value, searches prose for a date, fills in a missing day from today, or answers "now". The
whole of a value must fit a rule. A naive time is in the declared zone, else UTC with `assumed`; a day, month or year is
its first moment, with that precision. Later than two days from now, or earlier than 1995, an instant is kept and
`suspicious`. `from_id` reads times out of ids; it is no rung of the ladder, because it has to be asked for.

`ColumnTimes` decides for a whole column what one value cannot say, `looks_like_time` whether a column holds times,
`split_leading` and `time_in_name` take a time off the front of a line and out of a file's name.
"""

from satchel.instant.column import ColumnTimes
from satchel.instant.ids import from_id
from satchel.instant.leading import Leading, split_leading, time_in_name
from satchel.instant.likeness import looks_like_time
from satchel.instant.local import local_zone
from satchel.instant.reader import Reader, read_instant
from satchel.instant.tally import Tally
from satchel.instant.value import Instant
from satchel.instant.zones import resolve_zone, zone_name

__all__ = [
    "ColumnTimes",
    "Instant",
    "Leading",
    "Reader",
    "Tally",
    "from_id",
    "local_zone",
    "looks_like_time",
    "read_instant",
    "resolve_zone",
    "split_leading",
    "time_in_name",
    "zone_name",
]
