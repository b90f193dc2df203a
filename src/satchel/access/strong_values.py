"""Values that hardly can be anything but a password, so that a word for one or for logging in somewhere near suffices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.password_words import ABOUT, METHODS
from satchel.access.randomness import is_placeholder

_VALUE: Final = r"(?<![!-~])[(\[{\"'“‘`]?(?P<bare>(?=[!-~]*[A-Za-z])(?=[!-~]*\d)[!-~]{6,40})(?![!-~])"
_SIGNS: Final = frozenset("!@#$%^&*?+~")
_NAMED: Final = re.compile(
    rf"(?:(?<![A-Za-z])(?i:pass(?:word|wd|code|phrase)s?|pwd|pswd|p/w|pw)(?![A-Za-z_])|密码|密碼|口令)(?P<gap>[^\n.。；;=]{{0,30}}?){_VALUE}"
    r"|"
    + _VALUE.replace("bare", "ahead")
    + r"(?P<between>[^\n.。；;=]{0,24}?)(?:(?<![A-Za-z])(?i:pass(?:word|wd|code|phrase)s?|pwd|pswd|pw)(?![A-Za-z_])|密码|密碼|口令)",
    re.ASCII,
)
_ENTERS: Final = re.compile(
    rf"(?:(?<![A-Za-z])(?i:log(?:s|ged|ging)? ?(?:me |you |us )?in(?:to)?|logins?|sign(?:s|ed|ing)? ?in(?:to)?|creds?|credentials?|unlock(?:s|ed)?|gets? into)(?![A-Za-z])|登录|登陆|登入|账号|帐号|解锁|开机|用户名)(?P<gap>[^\n.。；;=]{{0,40}}?){_VALUE}",
    re.ASCII,
)
_TYPED: Final = re.compile(
    r"(?:开机|登录|登陆|解锁|锁屏|电脑|手机|后台|系统)[^\n。；;]{0,16}?(?:输入?|敲|打)(?:一下|个)? ?(?P<bare>(?=[!-~]*[A-Za-z])(?=[!-~]*\d)[!-~]{6,40}) ?(?:就|即可|便|才)?(?:能|可以?)?(?:进|开|登|解)",
    re.ASCII,
)
_EVERYWHERE: Final = re.compile(
    r"(?i)\b(?:use|using|reuse|reusing|type|typing) (?P<bare>(?=[!-~]*[a-z])(?=[!-~]*\d)[!-~]{6,40}) (?:everywhere|for everything|on (?:all|every)|for (?:all|every))",
    re.ASCII,
)
_BELOW: Final = re.compile(
    r"(?:(?<![A-Za-z])(?i:pass(?:word|wd|code|phrase)|pwd|pw)|密码|密碼|口令)[\"'*_`:： ]{0,4}\n\s{0,8}(?:```\w{0,12}\n\s{0,8}|[>*+-] )?[*`\"']{0,2}(?P<bare>(?=[!-~]*[A-Za-z!@#$%^&*])(?=[!-~]*\d)[!-~]{4,64}?)[*`\"']{0,2}[ \t]*(?=$|\n)",
    re.ASCII,
)
_WORD: Final = r"(?:(?<![A-Za-z])(?i:pass(?:word|wd|code|phrase)|pwd|pw)(?![A-Za-z_])|密码|密碼|口令)"
_MIX: Final = r"[\"'“‘`「(（]?(?P<bare>(?=[!-~]*[A-Za-z])(?=[!-~]*\d)[!-~]{5,40}?)[\"'”’`」]?"
_STOP: Final = r"(?=$|[\s,.;:!?)，。；：！？）、]|[\u4e00-\u9fff])"
_MIXED: Final = (
    # 密码我设了 …, 密码发你，…, 【密码】…, "Password ➜ …"
    re.compile(rf"{_WORD}[我你您他她们先再已经了给发设改换回成为是就用叫如下的还暂时新旧老这贴写,，:：—…|/➜→ 】)*“\"]{{1,12}}{_MIX}{_STOP}", re.ASCII),
    re.compile(rf"{_WORD},? which (?:is|was) {_MIX}{_STOP}", re.ASCII),
    # "password reset 成 …", 密码写的 …, 密码试过 …, 密码好像是 …
    re.compile(rf"{_WORD}[^\n。；;=:：]{{0,16}}?(?:成|为|写的是?|写着|输入?|敲|试过|试了|还是|好像是|应该是|可能是|大概是|估计是|以前是|原来是|之前是|一直是|统一是?|默认是?|都用|就用|也是|用的是?)了?\s?(?:(?:默认|(?i:default)|初始|原来|以前|老|旧)\s?的?)?\s?{_MIX}{_STOP}", re.ASCII),
    re.compile(rf"{_WORD}[，,]\s?(?:还是|就|先|都)?用\s?{_MIX}\s?(?:就行|就好|即可|吧|就可以)", re.ASCII),
    # 用 lotus77 这个密码, "gave me lotus77 as a password"
    re.compile(rf"(?<![!-~]){_MIX}\s?(?:这个|那个|这串|这组|当|作为?|做)\s?(?:密码|口令|(?i:password))", re.ASCII),
    re.compile(rf"(?<![!-~]){_MIX}\sas\s(?:an?|the|my|his|her|their|our)\s(?:[\w-]{{1,14}}\s){{0,2}}(?i:password|passcode|pin|passphrase)", re.ASCII),
    # "the laptop password (lotus77) is …"
    re.compile(rf"{_WORD}\s?[(（]\s?(?P<bare>(?=[!-~]*[A-Za-z])(?=[!-~]*\d)[!-~]{{5,40}}?)\s?[)）]", re.ASCII),
    re.compile(rf"(?:用|(?<![A-Za-z])(?i:with|using|as))\s?[\w.@-]{{2,32}}\s?[/|+]\s?{_MIX}\s?(?:就)?(?:可以|能)?\s?(?:登录|登陆|登入|(?i:log ?in|sign ?in)|进)", re.ASCII),
    re.compile(rf"(?:账号|帐号|用户名)[:：是为]{{1,2}}\s?[\w.@-]{{2,32}}[，,、 ]{{1,2}}{_MIX}{_STOP}", re.ASCII),
    # "network Guest, key lotus77"
    re.compile(rf"(?<![A-Za-z])(?i:wi-?fi|wlan|ssid|wpa\d?|network|hotspot)[^\n.;。]{{0,40}}?(?:(?<![A-Za-z])(?i:key|code|psk)|密钥|密匙)\s{{0,2}}(?:is|:|=|是)?\s{{0,2}}{_MIX}{_STOP}", re.ASCII),
    # "wifi: Guest / lotus-88", "the wifi is lotus-tea-88"
    re.compile(rf"(?<![A-Za-z])(?i:wi-?fi|wlan|hotspot|(?:guest|home|office) network|无线网?络?|热点)(?![A-Za-z])[^\n.;。/|]{{0,40}}?\s?[/|,，]\s?(?P<bare>(?=[!-~]*[a-z])(?=[!-~]*\d)[!-~]{{8,40}}?){_STOP}", re.ASCII),
    re.compile(rf"(?<![A-Za-z])(?i:wi-?fi|hotspot|无线网?络?|热点)(?:\s(?:at|in|for|here)[^\n.;,]{{0,24}})?(?:\sis\s|['’]s\s|是|:\s?)(?P<bare>(?=[a-z!-~]*[a-z])(?=[!-~]*\d)[a-z][a-z0-9!#$%&*_.-]{{6,40}}?){_STOP}", re.ASCII),
)  # fmt: skip
"""Values of letters and figures where the words leave little doubt."""
_LISTED: Final = re.compile(
    r"(?:^|\n)[#>*\s]{0,6}[^\n:：]{0,20}(?:(?i:passwords|logins|credentials)|密码本?|口令|账号密码)[^\n\w]{0,6}\n(?P<lines>(?:[^\n]{1,80}(?:\n|$)){1,24})"
)
_ITEM: Final = re.compile(
    r"^[ \t]*[-*•\d.)]{0,3}[ \t]*[^\n:：]{1,32}?[ \t]*(?:[:：—–-]| )[ \t]*(?P<bare>(?=[!-~]*[A-Za-z])(?=[!-~]*\d)[!-~]{5,40})[ \t]*$",
    re.MULTILINE | re.ASCII,
)
"""A line below a heading of passwords."""
_MADE_OF: Final = re.compile(
    r"(?:密码|密碼|口令)(?:就?是|为|用的?是?|设的?是?)(?:[我他她妈爸的]{1,2}|身份证号?|手机号?|学号|工号|生日|[前后][四六八]位|倒过来|倒着|加|尾号|老|新|家门牌号?){1,4} ?[(（]?(?P<bare>\d{4,8})(?![\d位])",
    re.ASCII,
)
_ADDRESS: Final = re.compile(
    r"(?i)https?:|www\.|[\w.+-]+@[\w-]+(?:\.[\w-]+)+\W*$|[\w.-]+@[\w.-]+(?::.*|[>$#%]+)$|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:/.*)?$|.*[(){}<>|\\].*|[@#$%&*-]|.*(?:\$\d\w?\$|\$\{|==|!=|&&|::|\*\*|->|=>).*|\w+[#?=&]\w+=|[\w-]{1,24}=[\"']|v?\d+(?:\.\d+)+|\w+@v?[\d.^~]+$|[a-z]+\+\d+$"
)
"""Addresses, code, handles, hashes and versions."""

_HINT: Final = re.compile(r"[A-Za-z][!-/:-@_]{0,2}\d|\d[!-/:-@_]{0,2}[A-Za-z]", re.ASCII)
"""Without letters and figures side by side there is no such value."""


def strong_values(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Passwords by their looks, near a word for one or for logging in."""
    if _HINT.search(text, begin, stop) is None and _MADE_OF.search(text, begin, stop) is None:
        return
    for pattern in (_NAMED, _ENTERS):
        for match in pattern.finditer(text, begin, stop):
            groups = match.groupdict()
            name = "bare" if groups.get("bare") else "ahead"
            gap = groups.get("gap") or groups.get("between") or ""
            start, end = match.span(name)
            end = _trimmed(text, start, end)
            about = ABOUT.search(gap if pattern is _NAMED else gap.replace("page", "").replace("form", ""))
            if is_strong(text[start:end]) and not about and "http" not in gap:
                yield Finding("password", start, end)
    for match in _EVERYWHERE.finditer(text, begin, stop):
        if is_strong(match["bare"]):
            yield Finding("password", *match.span("bare"))
    for pattern in (*_MIXED, _TYPED, _BELOW):
        for match in pattern.finditer(text, begin, stop):
            if _is_mixed(match["bare"]):
                yield Finding("password", *match.span("bare"))
    for match in _MADE_OF.finditer(text, begin, stop):
        yield Finding("password", *match.span("bare"))
    for heading in _LISTED.finditer(text, begin, stop):
        for match in _ITEM.finditer(text, *heading.span("lines")):
            if _is_mixed(match["bare"]):
                yield Finding("password", *match.span("bare"))


def _is_mixed(value: str) -> bool:
    """Whether a value of letters and figures is no address, no stand-in and no way of hashing."""
    return _ADDRESS.match(value) is None and not is_placeholder(value) and METHODS.fullmatch(value.lower()) is None


def is_strong(value: str) -> bool:
    """Whether letters, figures and a sign in the midst of them make a value a password by its looks."""
    inner = value[1:-1] if len(value) > 2 else ""
    return (
        len(value) >= 6
        and any(char in _SIGNS for char in inner + value[-1:])
        and any(map(str.isdigit, value))
        and any(map(str.isalpha, value))
        and _ADDRESS.match(value) is None
        and not is_placeholder(value)
    )


def _trimmed(text: str, start: int, end: int) -> int:
    while end - start > 1 and text[end - 1] in "\"'`,.;:)]}>":
        end -= 1
    return end
