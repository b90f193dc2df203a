"""Telephone numbers: those whose shape says so, and shorter or unbroken ones that a word before them calls so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.nearness import OTHER_NUMBERS, before, leaning

_NOT_BEFORE: Final = r"(?:(?<!\w)(?<!\d\.)(?<![A-Za-z0-9][-/])(?<!\d:)|(?<=[Tt]el)|(?<=TEL)|(?<=[Pp]hone))"
_NOT_AFTER: Final = r"(?![\w])(?![.\-/:]\d)"
_EXTENSION: Final = r"(?:-\d{1,6}|转\d{1,6}|轉\d{1,6})"
_CHINESE: Final = re.compile(
    rf"{_NOT_BEFORE}(?<!\+)(?:(?:\+|00)?86[ -]?)?1[3-9]\d(?:(?P<gap>[ .-]?)\d{{4}}(?P=gap)\d{{4}}|[ -]\d{{3}}[ -]\d{{5}}|\d[ -]\d{{3}}[ -]\d{{4}}){_NOT_AFTER}",
    re.ASCII,
)
_SHAPED: Final = re.compile(
    # +CC …
    rf"(?<![\w+.\-*/^])(?P<world>\+\d{{1,3}}(?:[ .\-/]?\(?\d{{1,5}}\)?){{1,6}}){_NOT_AFTER}"
    # (415) 555-0132, 415-555-0132, 1-800-555-0147
    rf"|{_NOT_BEFORE}(?P<america>(?:1[-. ])?(?:\([2-9]\d{{2}}\) ?|[2-9]\d{{2}}[-.])[2-9]\d{{2}}[-. ]\d{{4}}){_NOT_AFTER}"
    # 010-62345678, (021)5566 7788, 0755-2345-6789, 400-820-8820
    rf"|{_NOT_BEFORE}(?P<china>\(?0\d{{2,3}}\)?[- ]?\d{{3,4}}[- ]?\d{{4}}|\(?0\d{{2,3}}[)\- ]{{1,2}}\d{{7,8}}{_EXTENSION}|[48]00[- ]\d{{3}}[- ]?\d{{4}}|[48]00[- ]\d{{4}}[- ]\d{{3}}){_NOT_AFTER}"
    # 07700 900123, 020 7946 0958, 06 12 34 56 78
    rf"|{_NOT_BEFORE}(?<!\d )(?P<trunk>0\d{{1,4}}[ \-/]\d{{3,8}}(?:[ \-]\d{{2,6}})?|(?<!\d )0[1-9](?:[ .]\d{{2}}){{4}}(?! \d)){_NOT_AFTER}"
    # 0049 30 901820
    rf"|{_NOT_BEFORE}(?<!\d )(?P<abroad>00[1-9]\d{{0,2}}[ \-]\(?\d{{1,5}}\)?(?:[ .\-/]?\d{{2,8}}){{1,5}}){_NOT_AFTER}"
    r"|(?:(?<=tel:)|(?<=sms:)|(?<=wa\.me/))(?P<uri>\+?\d[\d\-.()]{5,18}\d)",
    re.ASCII,
)
_EXTENDED: Final = re.compile(r"[转轉]\d+$|(?<=\d{7})-\d{1,6}$|(?<=\d{4}-\d{4})-\d{1,6}$", re.ASCII)
_DIGIT_BY_DIGIT: Final = re.compile(r"(?<![\w.])1 [3-9](?: \d){9}(?! ?\d)", re.ASCII)
_NAMED_BEHIND: Final = re.compile(
    r"[)\"'”]?[ ,，]{0,2}(?:(?:是|就是|为)?(?:我|他|她|您|你|用户|妈|爸|老婆|老公|公司|家里|办公室)?的?新?(?:电话|電話|手机|手機|号码|號碼|座机|联系方式|微信)"
    r"|(?i:(?:is|was) (?:the|my|his|her|our|their|your|an?) (?:[\w'-]{1,12} ){0,3}(?:number|phone|cell|mobile|landline|extension|whatsapp)\b|é (?:o )?meu))"
)
_CALL: Final = re.compile(r"(?i)\b(?:call|dial|ring)\s$")
_WITH_AREA: Final = 10
_BY_NAME: Final = re.compile(rf"{_NOT_BEFORE}(?P<number>\+?\(?\d(?:[ .\-()/]{{0,2}}\d){{6,14}}){_NOT_AFTER}", re.ASCII)
_NUMBER_IS: Final = (
    "".join(
        rf"(?<!\b{other}[ _])"
        for other in "routing account acct card order tracking passport license licence reference serial ticket case part model room flight id pin member policy customer invoice build version lot item batch".split()
    )
    + r"\bnumber (?:is|was|at|for)"
)
_NAMED: Final = re.compile(
    r"(?i:\b(?:tele)?phones?(?![a-z])|(?<![a-z])(?:tel|phone|mobile|cell|fax|sms)_|\btxt\b|\bmobile|\bcell\b|\bcellphone|\btel\b|\bcall(?:ed|ing|s)? (?:me|him|her|us|them|mom|dad|[a-z]+)\b|\bcall:?$|\btexts?\b|\btexting|whats\s?app|\bsignal\b|\bsms\b|\bdial|\breach(?:able|ed)?\b|\bfax|\bring\b"
    r"|\bhotline|\bcontact|\blandline|\bhandynummer|\btelefon|"
    + _NUMBER_IS
    + r"|(?:'s|\bhis|\bher|\bmy|\bour|\btheir|\boffice|\bhome|\bwork|\bpersonal|\bemergency) (?:new |old |work |home |office |emergency )?(?:number|no\.?|nr)\b|viber|telegram)"
    r"|电话|電話|手机|手機|联系|聯繫|座机|座機|热线|熱線|致电|拨打|[打拨撥](?:给|到|我|他|她|通|过去|来)?\s?$|号码|號碼|同号|客服|传真|短信|来电|去电|呼叫|微信"
)
_COUNTED: Final = re.compile(
    r"\s?(?:[a-z]{0,12}\s)?(?:times?|lines?|rows?|records?|tokens?|words?|users?|items?|dollars?|usd|eur|rmb|bytes?|ms|km|iterations?|views?|visits?|visitors|hits|requests?|calls|characters?|chars?|letters"
    r"|[kmg]?hz|people|followers|subscribers|steps|points|samples|events|messages|pages|copies|sales|votes|downloads|plays|streams|customers|entries|years|hours|days|次|元|行|条|个|人|万|块|粉|步|字|票|点)(?![A-Za-z])",
    re.IGNORECASE,
)
_DATE: Final = re.compile(r"(?:19|20)\d\d[-/. ](?:0?[1-9]|1[0-2])[-/. ]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d")
_COUNTRIES: Final = frozenset(
    "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 211 212 213 216 218 220 221 222 223 224 225 226 227"
    " 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269 290 291 297 298 299 350 351"
    " 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378 379 380 381 382 383 385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597"
    " 598 599 670 672 673 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 800 808 850 852 853 855 856 870 878 880 881 882 883 886 888 960 961 962 963 964 965 966 967 968"
    " 970 971 972 973 974 975 976 977 979 992 993 994 995 996 998".split()
)
"""Country codes in use, by ITU-T E.164."""
_LENGTHS: Final = {
    "1": (11, 11),
    "86": (12, 13),
    "44": (12, 12),
    "33": (11, 11),
    "852": (11, 11),
    "81": (11, 12),
    "91": (12, 12),
}
"""Country code → fewest and most digits with it, where that is fixed."""


_NO_PHONE: Final = re.compile(
    OTHER_NUMBERS.pattern
    + r"|(?i:\brouting|\baba\b|\ba/c\b|\bacc(?:oun)?t\b|sort code|passport|\bssn\b|\bzip\b|postcode|(?:library|gym|loyalty|membership|gift|bonus|reward|student|health|insurance)\s(?:card|number)|\blens|\bsaving|\bchecking|call number|\bgrade|\bscores?\b|\bdepth)"
    r"|账号|账户|帐号|帐户|帳號|戶口|卡号|身份证|护照|邮编|会员卡|图书馆|借书证|[户戶]号|银行卡",
    re.ASCII,
)
"""Labels of other numbers, those that telephones could be taken for among them."""


def phones(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Telephone numbers of anybody."""
    for match in _CHINESE.finditer(text, begin, stop):
        label = leaning(before(text, match.start(), 16), _NAMED, OTHER_NUMBERS)
        # Eleven digits that something is set to are a phone only when that is called one.
        if _COUNTED.match(text, match.end()):
            continue
        if label > 0 or (label == 0 and text[match.start() - 1 : match.start()] != "="):
            yield Finding("phone", *match.span())
    for match in _SHAPED.finditer(text, begin, stop):
        start, end = match.span()
        label = leaning(before(text, start, 24), _NAMED, _NO_PHONE)
        if _is_shaped(match) and label >= 0 and (label > 0 or text[start - 1 : start] != "="):
            yield Finding("phone", start, end)
    for match in _DIGIT_BY_DIGIT.finditer(text, begin, stop):
        if _NAMED.search(text, max(0, match.start() - 16), match.end() + 12):
            yield Finding("phone", *match.span())
    for match in _BY_NAME.finditer(text, begin, stop):
        start, end = match.span("number")
        window = before(text, start, 28)
        label = leaning(window, _NAMED, _NO_PHONE)
        if label < 0 or (label == 0 and not _is_told(text, match, window)):
            continue
        if (
            not _COUNTED.match(text, end)
            and not _DATE.search(match["number"])
            and not _is_money(match["number"])
            and match["number"].count("(") < 2
        ):
            yield Finding("phone", start, end)


def _is_told(text: str, match: re.Match[str], window: str) -> bool:
    """Whether words behind a number call it one, or it is as long as with its area and is to be called."""
    return _NAMED_BEHIND.match(text, match.end("number")) is not None or (
        _CALL.search(window) is not None and sum(map(str.isdigit, match["number"])) >= _WITH_AREA
    )


def _is_shaped(match: re.Match[str]) -> bool:
    digits = "".join(filter(str.isdigit, _EXTENDED.sub("", match[0].replace("(0)", ""))))
    kind = match.lastgroup
    if kind == "abroad":
        kind, digits = "world", digits[2:]
    if kind == "world":
        code = next((digits[:size] for size in (1, 2, 3) if digits[:size] in _COUNTRIES), None)
        if code is None:
            return False
        least, most = _LENGTHS.get(code, (8, 15))
        return least <= len(digits) <= most
    if kind == "china":
        # Unbroken digits that begin with 0 are as likely an id; those are told by name.
        return any(not char.isdigit() for char in match[0]) and 10 <= len(digits) <= 12
    return kind != "trunk" or 9 <= len(digits) <= 12


def _is_money(number: str) -> bool:
    """Whether it is an amount, or several, or four numbers between dots."""
    return re.fullmatch(r"\d+\.\d{1,2}|\d{1,3}(?:\.\d{1,3})+", number) is not None or (
        "." in number and re.search(r"\d\.\d[^.]*[ -]", number) is not None
    )
