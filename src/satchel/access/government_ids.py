"""Numbers that a state gave a person: by check digit where there is one, else by the document's name before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.check_digits import hong_kong_id, luhn, nhs_number, old_resident_id, resident_id, taiwan_id
from satchel.access.classes import Finding
from satchel.access.nearness import OTHER_NUMBERS, around, before, leaning

_RESIDENT: Final = re.compile(
    r"(?<![A-Za-z0-9_.])[1-8]\d{5}[ -]?(?:18|19|20)\d{6}[ -]?\d{3}[\dXx](?![A-Za-z0-9_])", re.ASCII
)
_OLD_RESIDENT: Final = re.compile(r"(?:身份证|身分证|证件)[^\n\d]{0,12}(?P<number>\d{15})(?!\d)", re.ASCII)
_SSN: Final = re.compile(r"(?<![\w.\-/#])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w\-/])(?!\.\d)", re.ASCII)
_HONG_KONG: Final = re.compile(
    r"(?<![A-Za-z0-9])(?P<letters>[A-Z]{1,2})(?P<digits>\d{6}) ?\((?P<check>[0-9A])\)", re.ASCII
)
_TAIWAN: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z][12]\d{8}(?![A-Za-z0-9])", re.ASCII)
_TAIWAN_CALLED: Final = re.compile(r"身分證|身份证|身份證|统一编号|統一編號|台灣|台湾|(?i:taiwan|national id|\bid\b)")
_SOCIAL: Final = re.compile(
    r"(?i:\bssn\b|social(?:\s(?:security|insurance))?|tax(?:payer)?\sid|\btin\b|\bitin\b|w-?[29]\b)|社会安全号|社安号|社保号"
)
_PHONE: Final = re.compile(r"(?i:phone|\btel\b|mobile|fax|\bcall)|电话|手机")
_NUMBER: Final = r"(?i:[\s_-]?(?:numbers?|num\.?|no\.?|nr\.?|\#|id|code))?|号码|號碼|编号|证号|号|號"
_FILL: Final = r"[^\n\w]{0,3}(?:(?i:is|was|now|the|has|ends up|number|no\.?)\s{0,2}|是|为|為|用的是)?[^\n\w]{0,3}"
_CALLED: Final = re.compile(
    r"(?:(?P<passport>(?i:(?<![a-z])passports?)|护照|護照)"
    r"|(?P<travel>港澳(?:居民来往内地)?通行证|通行证|回乡证|台胞证|入台证|港澳证|臺胞證|回鄉證|(?i:(?<![a-z])(?:residence permit|green card|alien registration|a-number|travel document|visa (?:number|no\.?))))"
    r"|(?P<licence>(?i:(?<![a-z])driv(?:er'?s?|ing)'?\slicen[cs]e|(?<![a-z])dl(?=\s?(?:no|num|\#|:)))|驾驶证|驾照|駕照|行驶证)"
    r"|(?P<insurance>(?i:(?<![a-z])national insurance|(?<![a-z])nino?(?![a-z])|(?<![a-z])ni (?=number|no))|社保卡|社保号|医保卡|医保号|社会保障)"
    r"|(?P<nine>(?i:(?<![a-z])sin(?![a-z])|social insurance|(?<![a-z])tfn(?![a-z])))"
    r"|(?P<social>(?i:(?<![a-z])ssn(?![a-z])|social security|(?<![a-z])itin(?![a-z])))"
    r"|(?P<india>(?i:aadhaa?r|(?<![a-z])pan(?=\s(?:card|number|no)|:)))"
    r"|(?P<other>(?i:(?<![a-z])(?:national|tax|identity|citizen|government|personal|voter|military)(?:\s(?:id|identification|identity|card|insurance)){1,2}|steuer-?id(?:entifikationsnummer)?|personalausweis(?:nummer)?|ausweisnummer|(?<![a-z])(?:dni|nie|curp|cpf|nif|nir|bsn|pesel|codice fiscale)(?![a-z])|(?<![a-z])id card)"
    r"|身份证|身分證|身分证|居住证|居留证|军官证|士兵证|户口簿|户口本|结婚证|税号|纳税人识别号|证件))"
    rf"(?:{_NUMBER}){_FILL}(?:[a-z]{{2,12}}\s){{0,2}}{_FILL}(?P<number>(?<![A-Za-z0-9])[A-Z]{{0,5}}[ -]?\d[A-Z0-9]*(?:[ -]?[A-Z0-9]{{1,9}}){{0,5}})(?![A-Za-z0-9])",
    re.ASCII,
)
_LEAST_DIGITS: Final = {
    "passport": 6,
    "travel": 6,
    "licence": 5,
    "insurance": 6,
    "nine": 9,
    "social": 9,
    "india": 4,
    "other": 6,
}
_MOST: Final = {
    "passport": 11,
    "travel": 13,
    "licence": 18,
    "insurance": 20,
    "nine": 9,
    "social": 9,
    "india": 14,
    "other": 20,
}
_NUMERALS: Final = re.compile(r"\d")
_NEVER_ISSUED: Final = re.compile(r"(?:000|666|9\d\d)\d{6}|\d{3}00\d{4}|\d{5}0000", re.ASCII)
"""Areas, groups and serials that no social security number has."""
_PART_OF: Final = re.compile(
    r"[前后後末头尾]|位|(?i:\b(?:first|last|ending|ends|final|expir\w*|valid|until|issued|since|format|digits)\b)|到期|有效|过期|签发|开头"
)
"""Between a document and a number: then that is a piece of it, or a date."""
_SEPARATE: Final = re.compile(r"\d+ [A-Z]{4,}|\d{4}-\d{2}-\d{2}|(?:19|20)\d\d")


def government_ids(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Identity numbers of all sorts."""
    for match in _RESIDENT.finditer(text, begin, stop):
        if resident_id(re.sub("[ -]", "", match[0])):
            yield Finding("government_id", *match.span())
    for match in _SSN.finditer(text, begin, stop):
        ahead = before(text, match.start())
        if leaning(ahead, _SOCIAL, OTHER_NUMBERS) >= 0 and leaning(ahead, _SOCIAL, _PHONE) >= 0:
            yield Finding("government_id", *match.span())
    for match in _HONG_KONG.finditer(text, begin, stop):
        if hong_kong_id(match["letters"], match["digits"], match["check"]):
            yield Finding("government_id", *match.span())
    for match in _TAIWAN.finditer(text, begin, stop):
        if taiwan_id(match[0]) and _TAIWAN_CALLED.search(around(text, *match.span(), 24)):
            yield Finding("government_id", *match.span())


_BEHIND: Final = re.compile(
    r"(?<![A-Za-z0-9.-])(?P<number>[A-Z]{0,2}\d{7,9}[A-Z]?|\d{3}-\d{2}-\d{4})(?:\s(?:is|was)\s(?:my|his|her|the|our|their)\s(?:[a-z]{1,12}\s){0,2}(?i:passport|ssn|social|licen[cs]e|national id)|(?:就?是)?(?:我|他|她|用户|妈妈|爸爸)?的?(?:护照|護照|通行证|驾照))",
    re.ASCII,
)
_SHAPES: Final = (
    # The British National Health Service's number, Medicare's, a British driving licence, India's PAN
    (re.compile(r"(?i:\bnhs\b)[^\n\d]{0,16}(?P<number>\d{3}[ -]?\d{3}[ -]?\d{4})(?!\d)", re.ASCII), nhs_number),
    (re.compile(r"(?i:medicare)[^\n\d]{0,24}(?P<number>[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-?[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-?[AC-HJKMNP-RT-Y]{2}\d{2})(?!\w)", re.ASCII), None),
    (re.compile(r"(?i:licen[cs]e)[^\n\d]{0,20}?(?<![A-Za-z0-9])(?P<number>[A-Z9]{5}\d{6}[A-Z9]{2}\w[A-Z]{2})(?!\w)", re.ASCII), None),
    (re.compile(r"(?<!\w)PAN\b[^\n]{0,16}?(?<!\w)(?P<number>[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z])(?!\w)", re.ASCII), None),
    (re.compile(r"(?i:cpf)[^\n\d]{0,12}(?P<number>\d{3}\.\d{3}\.\d{3}-\d{2})(?!\d)", re.ASCII), None),
    (re.compile(r"(?i:codice fiscale|\bcf)\b[^\n]{0,16}?(?<!\w)(?P<number>[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z])(?!\w)", re.ASCII), None),
    (re.compile(r"(?i:s[ée]curit[ée] sociale|\bnir\b|\bsocial)[^\n\d]{0,16}(?P<number>[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3}(?: ?\d{2})?)(?!\d)", re.ASCII), None),
    (re.compile(r"(?i:a-number|alien (?:registration )?number|uscis)[^\n\d]{0,12}?(?P<number>A ?\d{3}[ -]?\d{3}[ -]?\d{3})(?!\d)", re.ASCII), None),
)  # fmt: skip
"""(Shape behind a name, what checks it)."""


def called_ids(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Numbers that the name of a document before them makes identity numbers."""
    for match in _OLD_RESIDENT.finditer(text, begin, stop):
        if old_resident_id(match["number"]):
            yield Finding("government_id", *match.span("number"))
    for match in _CALLED.finditer(text, begin, stop):
        document = next(name for name in _LEAST_DIGITS if match[name])
        start, end = match.span("number")
        number = re.sub("[ -]", "", match["number"])
        digits = len(_NUMERALS.findall(number))
        if digits < _LEAST_DIGITS[document] or len(number) > _MOST[document] or _SEPARATE.fullmatch(match["number"]):
            continue
        if _PART_OF.search(text, match.start(), start) and (number.isdigit() and len(number) <= 8):
            continue
        if document == "nine" and not luhn(number):
            continue
        if document == "social" and _NEVER_ISSUED.fullmatch(number) and "itin" not in match[0].lower():
            continue
        if document == "other" and len(number) == 18 and number.isdigit() and not resident_id(number):
            continue
        yield Finding("government_id", start, end)
    for match in _BEHIND.finditer(text, begin, stop):
        yield Finding("government_id", *match.span("number"))
    for shape, is_right in _SHAPES:
        for match in shape.finditer(text, begin, stop):
            if is_right is None or is_right(match["number"]):
                yield Finding("government_id", *match.span("number"))
