"""Bank accounts: IBANs with right check digits, and numbers that a bank's words around them call accounts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.check_digits import IBAN_LENGTHS, iban
from satchel.access.classes import Finding
from satchel.access.nearness import OTHER_NUMBERS, around, before, leaning

_IBAN: Final = re.compile(
    r"(?:(?<![A-Za-z0-9])(?<![A-Za-z0-9]-)|(?<=IBAN)|(?<=iban))(?:[A-Z]{2}|[a-z]{2})\d{2}[ -]?[A-Za-z0-9]{4}", re.ASCII
)
_CALLED: Final = re.compile(
    r"(?:(?i:(?<![a-z])(?:(?:bank|checking|savings?|current|deposit|salary|payroll|brokerage)\s)?(?:account|acct\.?|acc\.?(?![a-z])|a/c)(?:[\s_]?(?:numbers?|num\.?|no\.?|nr\.?|\#))?)|(?i:(?<![a-z])(?:checking|savings|chequing)(?=:|\sis\b)|konto(?:nummer)?|kontonr\.?|compte|cuenta|conto|(?<![a-z])IBAN)"
    r"|[账帐賬帳]\s{0,4}[号號户戶]|收款号|对公户?|對公|存折号?|卡号|基本户|一般户|结算户|专户|公户|(?:工资|收款|银行|储蓄|借记|医保|社保|养老金|[工农建中招交]行|老)卡|一卡通|[戶户]口(?:號碼?|号码?)?(?=[:： \d])|(?i:(?<![a-z])card_?(?:no|num|number)))"
    r"(?:[^\n\d]{0,28}?|[^\n\d]{0,16}\n[ \t>*-]{0,6}(?:[A-Za-z\u4e00-\u9fff]{1,8}[:>] ?)?)(?P<number>(?<![A-Za-z0-9])\d(?:[ -]?\d){5,29})(?![A-Za-z0-9])",
    re.ASCII,
)
_STRONG: Final = re.compile(r"(?i:account\s?(?:numbers?|no\.?|\#)|acct\.?\s?(?:no\.?|\#|numbers?)|kontonummer)")
_BANK: Final = re.compile(
    r"(?i:\bbank|routing|checking|savings|sort\s?code|\bbic\b|swift|\biban\b|\bwire\b|wire transfer|direct deposit|\baba\b|\bbsb\b|\bifsc\b|\bpayroll|\bdeposit|\bsalary|\brent\b"
    r"|chase|wells fargo|barclays|hsbc|citi(?:bank)?\b|santander|lloyds|natwest|monzo|revolut|n26\b|sparkasse|commerzbank|deutsche bank|\bubs\b|capital one|bank of america|\bdbs\b|ocbc|transit|\bblz\b|\bicbc\b|\bccb\b|\bboc\b|\bcmb\b|\bpsbc\b|\bcitic\b|\bspdb\b|chequing|credit union)"
    r"|银行|銀行|开\s{0,3}户|開戶|对公|對公|[工农建中招交]行|邮储|信用社|邮政|郵局|匯豐|恒生|浦发|中信|民生|光大|兴业|广发|华夏|农信|户\s{0,3}名|戶名|汇款|匯款|打款|转账|轉賬|轉帳|收款|支行|分行|存折"
)
_NO_BANK: Final = re.compile(
    r"(?i:electric|\bgas\b|water|utilit|internet|broadband|\baws\b|github|gitlab|customer|phone|mobile|library|loyalty|mileage|frequent|insurance|twitter|game|google|azure|aliyun|alipay id|netflix|steam|tax)"
    r"|电费|水费|燃气|宽带|阿里云|腾讯云|游戏|微信|微博|知乎|抖音|QQ|登录|用户名|平台|户号|(?i:ETC)|流水|回单|编号|凭证号|订单"
)
_BANKS: Final = r"(?:[\u4e00-\u9fff]{2,4}银行|[工农建中招交]行|邮储|信用社|农商行|浦发|中信|民生|光大|兴业|平安|华夏|广发|支行|分行|銀行|郵局)"
_SENT_HAN: Final = re.compile(
    rf"(?:打|汇|匯|转|轉|退|发|發|存|付|收|缴|交|划)(?:到|至|进|進|入|给|給|款|账|帳|回)*了?[^\n\d。；]{{0,24}}?{_BANKS}?[^\n\d。；]{{0,16}}?(?P<number>(?<![A-Za-z0-9.])\d(?:[ -]?\d){{11,20}})(?![A-Za-z0-9])",
    re.ASCII,
)
_AT_BANK: Final = re.compile(
    rf"{_BANKS}[^\n\d。；]{{0,8}}?(?P<number>(?<![A-Za-z0-9.])\d(?:[ -]?\d){{14,20}})(?![A-Za-z0-9])", re.ASCII
)
_BANKS_NEAR: Final = re.compile(_BANKS)
_NAMED_BEHIND: Final = re.compile(
    r"(?P<number>(?<![A-Za-z0-9.])\d(?:[ -]?\d){9,20})(?:[，,]? ?(?:是|就是)?(?:我|他|她|公司|用户)?的?|这个|那个)(?P<label>账号|账户|帐号|帐户|收款账|工资卡|银行卡|储蓄卡|借记卡|存折)",
    re.ASCII,
)
_SENT: Final = re.compile(
    r"(?i:\b(?:deposit|wire|transfer|pay|send|remit|credit|refund)(?:s|ed|ing)?\b[^\n.\d]{0,40}?\b(?:to|into)\b)[^\n.\d]{0,24}?(?P<number>(?<![A-Za-z0-9.$])\d(?:[ -]?\d){7,16})(?![A-Za-z0-9%])(?!\.\d)",
    re.ASCII,
)
_SORTED: Final = re.compile(
    r"(?<![\w-])(?P<sort>\d{2}-\d{2}-\d{2})[,;/ ]{1,3}(?:(?i:and )?(?i:acc(?:oun)?t?(?: no\.?| number)?)[: ]{1,2})?(?P<number>\d{8})(?![\w-])",
    re.ASCII,
)
"""A sort code and the number of an account of British banks."""
_CLABE: Final = re.compile(r"(?i:clabe)[^\n\d]{0,12}(?P<number>\d{18})(?!\d)", re.ASCII)
_RIB: Final = re.compile(r"(?<![A-Za-z])RIB[^\n\d]{0,8}(?P<number>\d{5} ?\d{5} ?[0-9A-Z]{11} ?\d{2})(?!\d)", re.ASCII)
_DATE: Final = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:\d{6})?")
_STRICT: Final = re.compile(
    r"(?i:\bbank|routing|checking|savings|chequing|\bsort\b|\baba\b|\bbsb\b|chase|wells fargo|barclays|hsbc|citibank|santander|lloyds|natwest|monzo|revolut|sparkasse|commerzbank|capital one|credit union)"
)
_OF_A_BANK: Final = re.compile(
    r"工资卡|收款卡|银行卡|储蓄卡|借记卡|存折|对公|對公|基本户|一般户|结算户|公户|养老金卡|收款账|银行账|一卡通"
)
_HAN_LEAST: Final = 12
"""Digits of the shortest account of a Chinese bank that needs no bank's name beside it."""
_BANK_LABEL: Final = re.compile(
    r"(?i:acc(?:oun)?t|a/c|konto|compte|cuenta|conto|iban|checking|savings)|[账帐賬帳][号號户戶]|卡|户|戶|存折|收款号"
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
        if leaning(before(text, start, 20), _BANK_LABEL, OTHER_NUMBERS) < 0:
            continue
        if digits < 6 or _NO_BANK.search(ahead) or _CREDIT.search(near) or _DATE.fullmatch(match["number"]):
            continue
        if (
            _BANK.search(near)
            or (_OF_A_BANK.search(match[0]) and digits >= _HAN_LEAST)
            or (_STRONG.search(match[0]) and 8 <= digits <= 17 and not _NO_BANK.search(near))
        ):
            yield Finding("bank_account", start, end)
    for match in _NAMED_BEHIND.finditer(text, begin, stop):
        near = around(text, match.start(), match.end())
        if (
            (_BANKS_NEAR.search(near) or match["label"][-1] in "卡折")
            and not _NO_BANK.search(before(text, match.start(), 40))
            and not _CREDIT.search(near)
        ):
            yield Finding("bank_account", *match.span("number"))
    for pattern, banks in ((_SENT_HAN, _BANKS_NEAR), (_AT_BANK, _BANKS_NEAR), (_SENT, _STRICT), (_SORTED, _STRICT)):
        for match in pattern.finditer(text, begin, stop):
            start, end = match.span("number")
            near = text[max(begin, match.start() - 24) : end + 32]
            if not banks.search(near) or _CREDIT.search(near) or _DATE.match(match["number"]):
                continue
            if _NO_BANK.search(near) or leaning(before(text, start, 20), _BANK, OTHER_NUMBERS) < 0:
                continue
            yield Finding("bank_account", start, end)
    for pattern in (_CLABE, _RIB):
        for match in pattern.finditer(text, begin, stop):
            yield Finding("bank_account", *match.span("number"))
