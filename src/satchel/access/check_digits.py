"""Check digits: what tells a card, an account or an identity number from any other number of that length."""

from __future__ import annotations

from datetime import date
from typing import Final

_DOUBLED: Final = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def luhn(digits: str) -> bool:
    """Whether the last digit is right by ISO/IEC 7812, as payment cards have it."""
    values = [int(digit) for digit in reversed(digits)]
    return (sum(values[::2]) + sum(_DOUBLED[value] for value in values[1::2])) % 10 == 0


IBAN_LENGTHS: Final = {
    country: int(length)
    for country, length in (
        entry.split(":")
        for entry in (
            "AD:24 AE:23 AL:28 AT:20 AZ:28 BA:20 BE:16 BG:22 BH:22 BI:27 BR:29 BY:28 CH:21 CR:22 CY:28 CZ:24 DE:22 DJ:27"
            " DK:18 DO:28 EE:20 EG:29 ES:24 FI:18 FK:18 FO:18 FR:27 GB:22 GE:22 GI:23 GL:18 GR:27 GT:28 HN:28 HR:21 HU:28"
            " IE:22 IL:23 IQ:23 IS:26 IT:27 JO:30 KW:30 KZ:20 LB:28 LC:32 LI:21 LT:20 LU:20 LV:21 LY:25 MC:27 MD:24 ME:22"
            " MK:19 MN:20 MR:27 MT:31 MU:30 NI:28 NL:18 NO:15 OM:23 PK:24 PL:28 PS:29 PT:25 QA:29 RO:24 RS:22 RU:33 SA:24"
            " SC:31 SD:18 SE:24 SI:19 SK:24 SM:27 SO:23 ST:25 SV:28 TL:23 TN:24 TR:26 UA:29 VA:22 VG:24 XK:20 YE:30"
        ).split()
    )
}
"""Country → characters of its IBANs, by the SWIFT registry."""


def iban(compact: str) -> bool:
    """Whether an upper-case IBAN without blanks has its country's length and right check digits (ISO 13616)."""
    if len(compact) != IBAN_LENGTHS.get(compact[:2]):
        return False
    try:
        number = int("".join(str(int(char, 36)) for char in compact[4:] + compact[:4]))
    except ValueError:
        return False
    return number % 97 == 1


_RESIDENT_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_PROVINCES: Final = frozenset(
    "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83".split()
)


def resident_id(number: str) -> bool:
    """Whether 18 characters are a Chinese resident identity number: province, date of birth, check digit (GB 11643)."""
    if number[:2] not in _PROVINCES or not _is_date(number[6:10], number[10:12], number[12:14]):
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, _RESIDENT_WEIGHTS, strict=False))
    return "10X98765432"[total % 11] == number[17].upper()


def old_resident_id(number: str) -> bool:
    """Whether 15 digits can be a Chinese identity number of before 1999: province and date of birth; no check digit."""
    return number[:2] in _PROVINCES and _is_date("19" + number[6:8], number[8:10], number[10:12])


def _is_date(year: str, month: str, day: str) -> bool:
    try:
        return 1900 <= date(int(year), int(month), int(day)).year <= 2100
    except ValueError:
        return False


def routing_number(digits: str) -> bool:
    """Whether nine digits are an American bank's routing number (ABA)."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, (3, 7, 1) * 3, strict=True))
    return total % 10 == 0 and total > 0


def hong_kong_id(letters: str, digits: str, check: str) -> bool:
    """Whether a Hong Kong identity card's number has the right check digit; a missing first letter counts 36."""
    codes = [ord(letter) - 55 for letter in letters.rjust(2, "[")]
    total = codes[0] * 9 + codes[1] * 8 + sum(int(d) * w for d, w in zip(digits, range(7, 1, -1), strict=True))
    return "0123456789A"[-total % 11] == check


_TAIWAN_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVXYWZIO"


def taiwan_id(number: str) -> bool:
    """Whether a letter and nine digits are a Taiwanese identity number."""
    code = _TAIWAN_LETTERS.index(number[0]) + 10
    total = code // 10 + code % 10 * 9
    total += sum(int(d) * w for d, w in zip(number[1:], (8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True))
    return total % 10 == 0


def nhs_number(number: str) -> bool:
    """Whether the last digit of a number of the British National Health Service is right."""
    digits = [int(char) for char in number if char.isdigit()]
    check = 11 - sum(digit * (10 - place) for place, digit in enumerate(digits[:9])) % 11
    return len(digits) == 10 and check % 11 == digits[9]
