"""Bank accounts: IBANs with right check digits, and numbers that a bank's words around them call accounts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.check_digits import IBAN_LENGTHS, iban
from satchel.access.classes import Finding
from satchel.access.nearness import around, before

_IBAN: Final = re.compile(r"(?<![A-Za-z0-9])(?<![A-Za-z0-9]-)(?:[A-Z]{2}|[a-z]{2})\d{2}[ -]?[A-Za-z0-9]{4}", re.ASCII)
_CALLED: Final = re.compile(
    r"(?:(?i:(?<![a-z])(?:(?:bank|checking|savings?|current|deposit|salary|payroll|brokerage)\s)?(?:account|acct\.?|a/c)(?:\s?(?:numbers?|num\.?|no\.?|nr\.?|\#))?)|(?i:konto(?:nummer)?|kontonr\.?|compte|cuenta|conto|(?<![a-z])IBAN)"
    r"|账号|账户|帐号|帐户|賬號|帳號|賬戶|帳戶|收款号|对公户|存折号?|卡号)"
    r"[^\n\d]{0,16}?(?P<number>(?<![A-Za-z0-9])\d(?:[ -]?\d){5,29})(?![A-Za-z0-9])",
    re.ASCII,
)
_STRONG: Final = re.compile(r"(?i:account\s?(?:numbers?|no\.?|\#)|acct\.?\s?(?:no\.?|\#|numbers?)|kontonummer)")
_BANK: Final = re.compile(
    r"(?i:\bbank|routing|checking|savings|sort\s?code|\bbic\b|swift|\biban\b|\bwire\b|wire transfer|direct deposit|\baba\b|\bbsb\b|\bifsc\b|\bpayroll|\bdeposit|\bsalary|\brent\b"
    r"|chase|wells fargo|barclays|hsbc|citi(?:bank)?\b|santander|lloyds|natwest|monzo|revolut|n26\b|sparkasse|commerzbank|deutsche bank|\bubs\b|capital one|bank of america|\bdbs\b|ocbc|transit|\bblz\b)"
    r"|银行|銀行|开户|開戶|对公|對公|[工农建中招交]行|邮储|信用社|户名|戶名|汇款|匯款|打款|转账|轉賬|轉帳|收款|支行|分行|存折"
)
_NO_BANK: Final = re.compile(
    r"(?i:electric|\bgas\b|water|utilit|internet|broadband|\baws\b|github|gitlab|customer|phone|mobile|library|loyalty|mileage|frequent|insurance|twitter|game|google|azure|aliyun|alipay id|netflix|steam|tax)"
    r"|电费|水费|燃气|宽带|阿里云|腾讯云|游戏|微信|微博|知乎|抖音|QQ|登录|用户名|平台|户号"
)
_CREDIT: Final = re.compile(r"信用卡|贷记卡|(?i:credit card)")
_GROUPS: Final = re.compile(r"\d")
_GOES_ON: Final = re.compile(r"-?[A-Za-z0-9]", re.ASCII)


def ibans(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """IBANs, written together or in groups, in capitals or not."""
    for match in _IBAN.finditer(text, begin, stop):
        country = match[0][:2].upper()
        length = IBAN_LENGTHS.get(country)
        if length is None or (match[0][:2].islower() and "iban" not in before(text, match.start()).lower()):
            continue  # small letters are as likely a UUID
        end = _walk(text, match.start(), length)
        if end is not None and iban(re.sub("[ -]", "", text[match.start() : end]).upper()):
            yield Finding("bank_account", match.start(), end)


def _walk(text: str, start: int, length: int) -> int | None:
    """The end of so many letters and digits with single blanks or hyphens between; None when something else comes."""
    place = start
    while length:
        if place >= len(text):
            return None
        char = text[place]
        if char.isascii() and char.isalnum():
            length -= 1
        elif char not in " -" or text[place - 1] in " -":
            return None
        place += 1
    return None if _GOES_ON.match(text, place) else place


def bank_accounts(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Account numbers of a bank, by the words before them and around them."""
    for match in _CALLED.finditer(text, begin, stop):
        start, end = match.span("number")
        digits = len(_GROUPS.findall(match["number"]))
        near, ahead = around(text, match.start(), end), before(text, start, 40)
        if digits < 6 or _NO_BANK.search(ahead) or _CREDIT.search(near):
            continue
        if _BANK.search(near) or (_STRONG.search(match[0]) and 8 <= digits <= 17 and not _NO_BANK.search(near)):
            yield Finding("bank_account", start, end)
