"""The Chinese calendar from 1995 to 2060: when its months begin.

The table was computed with lunar_python 1.4.8 (MIT) and compared month by month with lunardate 0.3.0 and sxtwl 2.0.7;
they disagree in one of 816 months (the ninth of 2057, whose new moon falls on midnight). A test compares it with the
moon itself.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

_FIRST_YEAR: Final = 1995
_YEARS: Final = """
0131:8:0110101100101 0219:0:010110101100 0207:0:101010110110 0128:5:1001001101101 0216:0:100100101110 0205:0:110010010110
0124:4:1101010010101 0212:0:110101001010 0201:0:110110100101 0122:2:0101101010101 0209:0:010101101010 0129:7:1010101011011
0218:0:001001011101 0207:0:100100101101 0126:5:1100100101011 0214:0:101010010101 0203:0:101101001010 0123:4:1011010101010
0210:0:101011010101 0131:9:0101010110101 0219:0:010010111010 0208:0:101001011011 0128:6:0101001010111 0216:0:010100101011
0205:0:101010010011 0125:4:0111010010101 0212:0:011010101010 0201:0:101011010101 0122:2:0100110110101 0210:0:010010110110
0129:6:1010010101110 0217:0:101001001110 0206:0:110100100110 0126:5:1110100100110 0213:0:110101010011 0203:0:010110101010
0123:3:0110101101010 0211:0:100101101101 0131:b:0100101011101 0219:0:010010101101 0208:0:101001001101 0128:6:1101001001011
0215:0:110100100101 0204:0:110101010010 0124:5:1101101010100 0212:0:101101011010 0201:0:010101101101 0122:2:0100101011011
0210:0:010010011011 0130:7:1010010010111 0217:0:101001001011 0206:0:101010100101 0126:5:1011010100101 0214:0:011011010010
0202:0:101011011010 0123:3:0101010110110 0211:0:100100110111 0201:8:0100100101111 0219:0:010010010111 0208:0:011001001011
0128:6:0110101001010 0215:0:111010100101 0204:0:011010110010 0124:4:1010101101100 0212:0:101010101110 0202:0:100100101110
""".split()
"""Of each year: month and day of New Year's Day, the leap month (hexadecimal, 0 for none), which months have 30 days."""


def month_start(year: int, month: int, *, leap: bool = False) -> date:
    """The first day of a month of the Chinese year that begins in `year`.

    Raises:
        ValueError: outside 1995 to 2060, or there is no such month.
    """
    new_year, leap_month, lengths = _year(year)
    if not 1 <= month <= 12 or (leap and month != leap_month):
        raise ValueError(f"the Chinese year {year} has no such month")
    before = month - 1 + (leap or 0 < leap_month < month)
    return new_year + timedelta(days=sum(29 + (long == "1") for long in lengths[:before]))


def lunar_day(year: int, month: int, day: int) -> date:
    """A day of the Chinese calendar; the 30th of a short month is the first of the next.

    Raises:
        ValueError: outside 1995 to 2060, or no calendar has that day.
    """
    if not 1 <= day <= 30:
        raise ValueError(f"no month has a day {day}")
    return month_start(year, month) + timedelta(days=day - 1)


def _year(year: int) -> tuple[date, int, str]:
    if not 0 <= year - _FIRST_YEAR < len(_YEARS):
        raise ValueError(f"the table of the Chinese calendar does not hold {year}")
    begins, leap, lengths = _YEARS[year - _FIRST_YEAR].split(":")
    return date(year, int(begins[:2]), int(begins[2:])), int(leap, 16), lengths
