"""Payment card numbers: the network's prefix and length, groups as they are printed, and a right check digit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.check_digits import luhn
from satchel.access.classes import Finding
from satchel.access.nearness import OTHER_NUMBERS, around, before, leaning

_CARD: Final = re.compile(
    r"(?:(?<![\w+/#])(?<!\d\.)(?<![A-Za-z0-9]-)|(?<=[Vv]isa)|(?<=VISA)|(?<=[Cc]ard)|(?<=cc#)|(?<=CC#))(?:"
    r"(?P<plain>\d{13,19})"
    r"|\d{4}(?P<four>[ .\-·•・/_—\n]{1,2}|, ?)\d{4}(?P=four)\d{4}(?P=four)\d{1,4}(?:(?P=four)\d{1,3})?"
    r"|\d{4}(?P<amex>[ .\-·•・/_—\n]{1,2}|, ?)\d{6}(?P=amex)\d{4,5}"
    r"|\d{6}[ \-]\d{7,13}"
    r")(?![\w])(?![.\-]\d)",
    re.ASCII,
)
_CALLED: Final = re.compile(
    r"(?i:cards?\b|\bvisa|master\s?card|\bamex|american express|discover|\bjcb\b|diners|maestro|union\s?pay|\bpan\b|\bcc\b|credit|debit|\bpays?\b|paid|charge)"
    r"|信用卡|卡号|卡號|银行卡|储蓄卡|借记卡|工资卡|银联|运通|万事达|维萨|刷卡|付款|支付|行卡|[卡]"
)
_BANK: Final = re.compile(
    r"银行|銀行|储蓄卡|儲蓄卡|借记卡|工资卡|开户|開戶|转账|轉賬|汇款|打款|房租打|收款|[工农建中招交]行|邮储|中信|浦发|民生|光大|兴业|平安|账号|账户|户名"
)
_FAR: Final = 72
"""Characters before a number in which it may be called a card when nothing nearer says what it is: "old visa number (13 digits): …"."""
_CREDIT: Final = re.compile(r"信用卡|贷记卡|(?i:credit)")


def cards(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Card numbers. A Chinese bank card that is called one is its account's number too."""
    for match in _CARD.finditer(text, begin, stop):
        for end in _ends(match):
            digits = "".join(filter(str.isdigit, text[match.start() : end]))
            if not luhn(digits):
                continue
            label = leaning(before(text, match.start()), _CALLED, OTHER_NUMBERS) or leaning(
                before(text, match.start(), _FAR), _CALLED, OTHER_NUMBERS
            )
            if label < 0 or not _is_issued(digits, called=label > 0):
                continue
            yield Finding("card", match.start(), end)
            near = around(text, match.start(), end, 40)
            if digits.startswith("62") and _BANK.search(near) and not _CREDIT.search(near):
                yield Finding("bank_account", match.start(), end)
            break


def _ends(match: re.Match[str]) -> tuple[int, ...]:
    """Where the number may end: a group behind it can be the date that it expires on, or its code."""
    gap = match["four"]
    if gap and match[0].count(gap) > 3:
        return (match.end(), match.start() + match[0].rfind(gap))
    return (match.end(),)


def _is_issued(digits: str, *, called: bool) -> bool:
    """Whether a network issues numbers with this prefix and length; rarer ones count only when called cards."""
    size, two, four = len(digits), int(digits[:2]), int(digits[:4])
    if digits[0] == "4":
        return size == 16 or (called and size in (13, 19))
    if 51 <= two <= 55 or 2221 <= four <= 2720:
        return size == 16
    if two in (34, 37):
        return size == 15
    if two in (62, 81):
        return 16 <= size <= 19 and (two == 62 or called)
    if four == 6011 or two == 65 or 6440 <= four <= 6499 or 3528 <= four <= 3589:
        return size == 16 or (called and 16 <= size <= 19)
    if two in (36, 38, 39) or 3000 <= four <= 3059:
        return size == 14 and called
    # Maestro, Mir, Troy, RuPay, Verve, and what Chinese banks issued before UnionPay's prefix
    return (
        called
        and size >= 13
        and (two in (50, 56, 57, 58, 60, 63, 67, 69, 82, 90, 94, 95, 96, 98) or 2200 <= four <= 2204 or four == 9792)
    )
