"""E-mail addresses written so that programs pass over them: "ann at example dot org", ann[at]example.org, ann艾特qq点com."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding

_LOCAL: Final = r"(?<![\w.@+-])(?P<local>[A-Za-z0-9](?:[\w.+-]{0,40}[A-Za-z0-9_])?(?:\s(?:dot|DOT|underscore|dash)\s[A-Za-z0-9_-]{1,24}){0,2})"
_DOT: Final = r"(?:\s?[\[({<（【]\s?(?:dot|DOT|Dot|\.|点)\s?[\])}>）】]\s?|\s(?:dot|DOT|Dot)\s|[.。点]|\s点\s?)"
_TOP: Final = "com|org|net|io|dev|co|uk|de|fr|es|it|nl|ch|at|be|se|no|dk|fi|pl|pt|ie|eu|us|ca|au|nz|jp|kr|cn|hk|tw|sg|in|br|mx|ai|app|me|edu|gov|info|biz|xyz|tech|cloud|online|site|email"
_TAIL: Final = rf"(?P<domain>[A-Za-z0-9][A-Za-z0-9-]{{0,40}}(?:{_DOT}[A-Za-z0-9-]{{1,30}}){{0,3}}?{_DOT}(?i:{_TOP}))(?![A-Za-z0-9-])"
_BRACKETED: Final = re.compile(rf"{_LOCAL}\s?[\[({{<（【]\s?(?:at|AT|At|@|#)\s?[\])}}>）】]\s?{_TAIL}", re.ASCII)
_SAID: Final = re.compile(rf"{_LOCAL}\s(?:at|AT|@)\s{_TAIL}", re.ASCII)
_HAN_AT: Final = re.compile(rf"{_LOCAL}\s?(?:艾特|at|AT)\s?{_TAIL}", re.ASCII)
_SPACED: Final = re.compile(rf"{_LOCAL} ?@ ?{_TAIL}", re.ASCII)
_REPLACED: Final = re.compile(
    r"(?<![\w.])(?P<local>[A-Za-z0-9][\w.+-]{1,40})[#*$](?P<domain>[A-Za-z0-9-]{1,40}(?:\.[A-Za-z0-9-]{1,30}){0,2}\.[A-Za-z]{2,8})(?=[^\n]{0,12}(?:换成|改成|替换成?|改为) ?@)",
    re.ASCII,
)
_ESCAPED: Final = re.compile(
    r"(?<![\w.%-])(?:mailto:)?(?P<local>[A-Za-z0-9][\w.+-]{0,60})(?:%40|&#64;|&#x40;)(?P<domain>[A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,60}){0,4}\.[A-Za-z]{2,18})(?![\w-])",
    re.ASCII,
)
_BEYOND_ASCII: Final = re.compile(
    r"(?<![\w.@+-])(?P<local>[A-Za-z0-9][A-Za-z0-9._+-]{0,60})@(?P<domain>[^\W_](?:[\w-]{0,40}[^\W_])?(?:\.[^\W_][\w-]{0,40}){0,3}\.(?:[A-Za-z]{2,12}|中国|中國|公司|网络|香港|台灣|台湾))(?![A-Za-z0-9-])"
)
_NO_NAMES: Final = frozenset(
    "a an the is are am was were be been i he she it we they you who me us him her them my his your our this that these those works work worked working shop shopping shops buy bought look looks looking find found see sold sell"
    " available live lives hosted based employed engineer manager job people team everyone someone anyone here there now today up down out in on and or but not only also just even still start started stop stopped stay meet meeting"
    " arrive arrived all day over again yes no ok fun back been order orders ordered read listen sign log register available listed posted prices price docs code data store site page domain website".split()
)
"""Words before an "at" that are no name of a mailbox."""
_ASKED: Final = re.compile(
    r"(?i)e-?mail|mail|\breach|\bwrite|\bcontact|\bcc\b|\bbcc\b|\bping\b|\bsend|\baddress|\binbox|邮箱|邮件|郵箱|郵件|联系|联络|发到|发给|抄送"
)
_PROVIDERS: Final = frozenset(
    "gmail googlemail outlook hotmail live yahoo icloud proton protonmail aol gmx web fastmail qq foxmail 163 126 sina aliyun 139 189 yeah sohu tutanota zoho posteo".split()
)


def veiled_emails(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Addresses that a person reads as one."""
    for pattern in (_BRACKETED, _REPLACED, _ESCAPED, _BEYOND_ASCII):
        for match in pattern.finditer(text, begin, stop):
            yield Finding("email", match.start("local"), match.end("domain"))
    for pattern in (_SAID, _HAN_AT, _SPACED):
        for match in pattern.finditer(text, begin, stop):
            if _is_address(text, match):
                yield Finding("email", match.start("local"), match.end("domain"))


def _is_address(text: str, match: re.Match[str]) -> bool:
    """Whether what stands before the "at" is a mailbox rather than a word: "works at acme dot com"."""
    local, domain = match["local"], match["domain"].lower()
    if local.lower() in _NO_NAMES:
        return False
    telling = any(not char.isalpha() for char in local)
    provider = re.split(r"[^a-z0-9]", domain)[0] in _PROVIDERS
    asked = _ASKED.search(text, max(0, match.start() - 40), match.start()) is not None
    return telling + provider + asked >= 1 and (asked or telling or len(local) > 2)
