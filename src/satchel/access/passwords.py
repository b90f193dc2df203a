"""Passwords, PINs and door codes: told by the word before or behind them, never by their looks alone.

A statement about passwords ("keeps passwords in a manager", 他经常忘记密码) holds none: what follows the word must be
able to be one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.password_commands import BY_PLACE
from satchel.access.password_words import ABOUT, METHODS, NOT_A_PASSWORD, UNITS
from satchel.access.randomness import is_placeholder

_WORD: Final = (
    r"(?:(?<![A-Za-z])|(?<=[a-z])(?=P))(?i:pass(?:word|wd|code|phrase|key)|pwd|pswd|pass|pw|psk|pin(?:[ -]?(?:code|number))?|puk(?:[ -]?code)?|userpass|(?:store|key|bind|smtp|imap|db|root|admin)_?(?:pass|pwd?)|mima|passwort|kennwort|contraseña|mot de passe|senha)(?![A-Za-z])|パスワード|暗証番号"
    r"|(?<![A-Za-z])(?i:(?:alarm|door|gate|garage|safe|lock(?:er|box)?|entry|access|security|keypad|unlock|building|backup|recovery|vault|luggage|suitcase|meeting|conference|join|invite|invitation|host|guest|visitor|cleaner(?:['’]s)?|lobby|entrance|pairing)[ -]?codes?|(?:safe|locker|lock|padlock) combination|combination"
    r"|(?:door|gate|garage|safe|locker|alarm|lockbox|building|lobby)s? (?:opens?|unlocks?|disarms?)(?: with| by| using| on)?(?: the| a)? code|codes? (?:for|to|of) (?:(?:the|my|our|his|her|their) )?(?:[a-z]+ ){0,2}(?:door|gate|alarm|safe|lock|garage|locker|lobby|entrance|building|house|flat|lockbox))(?![A-Za-z])"
    r"|(?:门禁|[大房]门|小区|单元门?|车库|会议|保险[箱柜]) ?(?i:code)(?![A-Za-z])|密\s?码|密碼|口令|(?i:pin) ?码|(?<=PG)PASSWORD|(?<![A-Za-z])(?i:keypad)(?![A-Za-z])|通行码|开门码|门禁码|解锁码|锁屏码|暗码|入会码|会议码|参会码|提取码|配对码|(?:进门|开锁|大门|房门|门锁|单元门|门|锁|盒|柜)码|(?:会议)?接入码|主持人?(?:码|密钥)|访客码|访问码|查看码|(?i:(?<![a-z])pin)(?= ?设)"
)
_GAP: Final = r"(?P<gap>[^\n。；;!?！？:=,，]{0,48}?)"
_SAID: Final = (
    r"(?:['’]s\s{1,2}|[\"'”’`)\]*]{0,3}\s{0,3}(?P<said>=>|->|→|[:=]{1,2}|(?<=[ \t])-{1,2}(?=[ \t])|(?<![a-z])(?:(?:(?:is|was|were|got|has been) )?(?:now )?(?:changed|set|reset|updated|switched|rotated) to|is|was|are)(?![a-z])"
    r"|(?:是|为|為|叫|改成|改为|改為|换成|換成|设成|设的是|设的|(?:[ ]?set ?)?成|填[写的]?|输入?的?|写的是?|写着|默认[是为]?|设为|設為|设置成|设置为|更新为|重置为|变成|用的是|用)了?[:]?|\((?=[!-~ ]{4,24}\)(?!\s?[:=是])))\s{0,3})"
    r"(?:(?:now|still|currently|just|always|set to|simply|either|probably|maybe|还是|就是|都是|那个|这个)[ :]{0,2})?"
)
_QUOTED: Final = r"\"(?P<q1>[^\"\n]{1,80})\"|'(?P<q2>[^'\n]{1,80})'|“(?P<q3>[^”\n]{1,80})”|‘(?P<q4>[^’\n]{1,80})’|「(?P<q5>[^」\n]{1,80})」|`(?P<q6>[^`\n]{1,80})`|\*\*(?P<q7>[^*\n]{1,80})\*\*|[【『《](?P<q8>[^】』》\n]{1,80})[】』》]"
_BARE: Final = r"(?P<bare>\d{2,4}(?: \d{2,4}){1,3}(?!\w| \d)|[!-~]{1,128})"
_SPACED: Final = re.compile(rf"(?:{_WORD}){_GAP}{_SAID}(?:{_QUOTED}|{_BARE})", re.ASCII)
_NEXT: Final = re.compile(rf"(?P<word>{_WORD})[\"'”’]?[ \t]{{0,2}}(?:{_QUOTED}|{_BARE})", re.ASCII)
_ANSWERED: Final = re.compile(
    r"(?:密码|密碼|口令|门禁码|提取码|会议码|(?i:(?<![a-z])(?:password|passcode|pwd|pin|pw|(?:door|gate|alarm|lock ?box|entry) code)(?![a-z])))[^\n]{0,20}?\s{0,3}\n\s{0,3}"
    r"(?:(?:[A-Za-z\u4e00-\u9fff][\w\u4e00-\u9fff ]{0,11}[:>]|[->–—•*]{1,2})\s{0,2})(?:(?:it'?s|should be|try|就?是|用|好像是|应该是|试试)\s?)?(?P<bare>[!-~]{4,64})(?=\s*(?:$|[,，。!！?？~\n]|[\u4e00-\u9fff]))",
    re.ASCII,
)
"""What somebody is asked for in one line and says in the next."""
_HAN_PHRASE: Final = re.compile(
    r"(?:口令|暗号|暗號)(?:就?是|为|:|改成)[:“\"「『]?(?P<bare>(?!什么|多少|不|没|否|空|啥|谁|随)[\u4e00-\u9fff]{3,10})(?=[”\"」』]?(?:$|[\s,.!。;]))"
)
_SIZED: Final = re.compile(
    r"(?:密码|密碼|口令)(?:是|为|共|就)?[四五六八468]位(?:数字?)?的?[:是为,，]{0,2} ?(?P<bare>\d{4,8})(?![\d位])",
    re.ASCII,
)
_HAN_VALUE: Final = re.compile(
    r"(?:密码|密碼|口令)(?:[是为:]|就是){1,2}\s?(?P<bare>[\u4e00-\u9fff]{1,6}[0-9]{2,12})(?=$|[\s,.!。；;）)])",
    re.ASCII,
)
_BEHIND: Final = (
    # A value that a word behind it calls a password.
    re.compile(r"(?<![!-~])(?P<bare>[!-~]{4,64}?)[\"'”’`]?\s{0,2}(?:(?:is|was)\s(?:my|his|her|the|our|their|your|a)\s(?:[\w-]{1,20}\s){0,3}|[(（]\s?)(?i:password|passcode|pin|pw|pass)(?![A-Za-z])", re.ASCII),
    re.compile(r"(?i:\buses?|\busing|\btypes?|\bwith|\band|\bplus)\s(?:\"(?P<q1>[^\"\n]{4,80})\"|“(?P<q3>[^”\n]{4,80})”|(?P<bare>[!-~]{4,64}))\s(?:as\s(?:(?:his|her|the|a|my|their)\s)?|for\s(?:his|her|my|their|every|all)\s(?:his\s|her\s|my\s|their\s)?)(?:[\w-]{1,20}\s){0,2}(?i:passwords?|pins?|passcodes?)", re.ASCII),
    re.compile(r"(?<![!-~])(?P<bare>[!-~]{4,64})(?:就?是|为)(?:我|他|她|用户|家里|公司|咱们)?的?[\u4e00-\u9fffA-Za-z]{0,10}(?:密码|口令)", re.ASCII),
    re.compile(r"(?<![!-~])(?P<bare>[!-~]{4,32})\s?[(][\u4e00-\u9fffA-Za-z-]{0,8}?(?:密码|口令)[)]", re.ASCII),
    re.compile(r"(?:用|拿|把|将)\s?[“\"]?(?P<bare>[!-~]{4,64}?)[”\"]?\s?(?:当|做|作|作为|当作|当做|设成|设为|设置为)了?[\u4e00-\u9fffA-Za-z]{0,10}(?:密码|口令)", re.ASCII),
)  # fmt: skip
_PHRASE: Final = re.compile(
    rf"(?i:pass[ -]?phrase)(?![A-Za-z]){_GAP}{_SAID}[\"'“]?(?P<bare>[a-z]{{2,12}}(?:[ -][a-z]{{2,12}}){{2,9}})(?=[\"'”]?(?:$|[.,;!\n]))",
    re.ASCII,
)
_USED: Final = re.compile(
    r"(?i:\b(?:use|using|with|enter|type|try)) (?:the |his |her |my )?(?i:password|passcode) (?P<bare>[!-~]{5,64}) (?:for|to|on|when|as|at|and|if)\b",
    re.ASCII,
)
_SET: Final = re.compile(
    rf"(?i:\b(?:set|sets|change[ds]?|reset|switch(?:ed)?|update[ds]?|rotated?)) (?:[\w'’-]{{1,20}} ){{0,5}}(?i:password|passcode|passphrase|pin|pw)(?: (?:for|of|on) (?:[\w'’-]{{1,20}} ){{1,4}}?)? ?to (?:{_QUOTED}|{_BARE})",
    re.ASCII,
)
_LOGIN_BEHIND: Final = re.compile(
    r"(?<![!-~])[\w.-]{2,32}[:/](?P<bare>[!-~]{4,64}) (?:is|are) (?:(?:the|my|his|her|our|their) )?(?:[\w-]{1,20} ){0,3}(?i:logins?|credentials?)\b",
    re.ASCII,
)
_APPOSED: Final = re.compile(rf"(?:{_WORD}), (?P<bare>[!-~]{{4,64}}?),? (?=[a-z(])", re.ASCII)
_WITHOUT_SCHEME: Final = re.compile(
    r"(?<![!-~])(?!(?i:mailto|e?-?mail|contact|from|to|cc|bcc|user|login|address|sent|by):)[\w.-]{2,32}:(?P<bare>[^\s/@]{3,64})@(?=\d{1,3}(?:\.\d{1,3}){3}|localhost|[\w-]+(?:\.[\w-]+)+)",
    re.ASCII,
)
_ADMIN: Final = re.compile(
    r"(?<![!-~])(?i:admin|root|administrator|guest|superuser)(?: ?[/|] ?|:(?=[!-~]*[A-Za-z])(?=[!-~]*\d))(?P<bare>[!-~]{4,64})",
    re.ASCII,
)
_ROUTE: Final = re.compile(r"\s?(?:路由|页面|接口|目录|路径|page|route|path|endpoint|folder|panel|/)")
"""Behind `admin/…`: then that is a path."""
_PAIR: Final = re.compile(
    r"(?i:(?<![a-z])(?:logins?|credentials?|creds|user(?:name)?\s?/\s?pass(?:word)?|account)(?![a-z])|账号密码|账户密码|用户名密码|账密|登录信息|登录账号)"
    r"[^\n:=]{0,30}?(?:[:=]|\bis\b|\bare\b|是|为)\s{0,2}(?P<user>[\w.@+-]{1,64})\s{0,2}[/|]\s{0,2}(?P<bare>[!-~]{3,64})",
    re.ASCII,
)
_PAIR_NEXT: Final = re.compile(
    r"(?i:(?<![a-z])(?:logins?|credentials?|creds)(?![a-z])|登录用?|账号|帐号)[ \t]?(?P<user>[\w.@+-]{2,64}) / (?P<bare>(?=[!-~]*[A-Za-z])(?=[!-~]*\d)[!-~]{5,64})",
    re.ASCII,
)
_FROM_TO: Final = re.compile(
    r"(?i:password|passcode|passphrase|pin) (?:was |has been |got )?(?i:changed|switched|rotated) from [!-~]{3,64} to (?P<bare>[!-~]{4,64})"
    r"|密码从 ?[!-~]{3,64} ?[换改]成了? ?(?P<q1>[!-~]{4,64})",
    re.ASCII,
)
_NETWORK: Final = re.compile(
    r"(?i:(?<![a-z])(?:wi-?fi|wlan|ssid|hotspot)(?![a-z])|无线网?络?|热点)(?:名称?|名字)?[^\n:=,，。]{0,12}?(?:[:=]|\bis\b|是|为)\s{0,2}(?P<user>[\w.@+-]{1,40})\s{0,2}[/|]\s{0,2}(?P<bare>[!-~]{6,64})",
    re.ASCII,
)
_IN_URL: Final = re.compile(r"://[^\s/:@?#]{0,128}:(?P<bare>[^\s/]{1,200})@(?=[\w\[])", re.ASCII)
_GROUPS: Final = ("bare", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8")
_CLOSERS: Final = "\"'`,.;:!?)]}>*"
_CODE: Final = re.compile(
    r"[A-Z]+(?:_[A-Z]+)+$|[A-Za-z_][\w.]*[(\[]|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|(?:str|string|bytes|SecretStr|Optional.*)$|[a-z_]*password[a-z_]*$|[A-Za-z_-]{2,20}=[\"']|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,8}$",
    re.ASCII,
)
"""What stands where code gets a password from, and names of examples."""
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_ASKS_ON: Final = tuple("吗吧呢啊哦哈么别請请记記不勿也再和与跟或，。、；！？)）]】”’」的了")
_GLUES: Final = tuple("@._-/\\&=+")
"""What joins a label with the next word to another name: `password_hash`, `password-protected`."""
_PIN: Final = re.compile(r"(?i)(?:pin|puk|keypad)(?![A-Za-z])")
_LOOSE: Final = re.compile(r"(?i)(?:pass|combination)(?![A-Za-z])")
"""Words that only mean a password when the value follows at once: a pass for a flight, a combination of colours."""
_NUMERIC: Final = re.compile(r"[\d*# -]{3,19}")
_OPENS: Final = frozenset("<{$%([*.…/`|")


def passwords(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Passwords by the words around them."""
    yield from _said_of(text, begin, stop)
    for match in _NEXT.finditer(text, begin, stop):
        if _is_next(text, match):
            yield from _judged(text, match, gap="", said="next")
    for pattern in (_HAN_VALUE, _SIZED, _HAN_PHRASE):
        for match in pattern.finditer(text, begin, stop):
            yield Finding("password", *match.span("bare"))
    for match in _PHRASE.finditer(text, begin, stop):
        if not ABOUT.search(match["gap"]) and not NOT_A_PASSWORD.intersection(match["bare"].split()[:2]):
            yield Finding("password", *match.span("bare"))
    for match in _USED.finditer(text, begin, stop):
        if _is_used(match["bare"]):
            yield Finding("password", *match.span("bare"))
    for match in _ANSWERED.finditer(text, begin, stop):
        if any(map(str.isdigit, match["bare"])) and not match["bare"].endswith(":"):
            yield from _judged(text, match, gap="", said="next")
    for said, patterns in (("to", (_SET, _FROM_TO)), ("next", (_APPOSED,)), ("behind", _BEHIND)):
        for pattern in patterns:
            for match in pattern.finditer(text, begin, stop):
                yield from _judged(text, match, gap="", said=said)


def _said_of(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """What a password is said to be.

    What one word for it does not say the next one may: "password manager: the master password is …".
    """
    place = begin
    while (match := _SPACED.search(text, place, stop)) is not None:
        found = list(_judged(text, match, gap=match["gap"], said=match["said"] or "is"))
        yield from found
        place = match.end() if found or not match["gap"] else match.start("gap")


def _is_used(value: str) -> bool:
    lower = value.lower()
    return (
        lower not in NOT_A_PASSWORD
        and not _is_stand_in(value)
        and not ABOUT.search(lower)
        and not lower.endswith(("ing", "ion", "ers"))
    )


def login_pairs(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Passwords behind a name and a stroke: "login: ann / hunter2", "admin:hunter2 is the login"."""
    for match in _LOGIN_BEHIND.finditer(text, begin, stop):
        yield from _judged(text, match, gap="", said="behind")
    for match in _ADMIN.finditer(text, begin, stop):
        if not _ROUTE.match(text, match.end("bare")) or not match["bare"].isalnum():
            yield from _judged(text, match, gap="", said="next")
    for pattern in (_PAIR, _PAIR_NEXT, _NETWORK):
        for match in pattern.finditer(text, begin, stop):
            yield from _judged(text, match, gap="", said=":")


def passwords_by_form(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Passwords in addresses and command lines, where their place says what they are."""
    for match in _IN_URL.finditer(text, begin, stop):
        if not _is_stand_in(match["bare"]):
            yield Finding("password", *match.span("bare"))
    for match in _WITHOUT_SCHEME.finditer(text, begin, stop):
        yield from _judged(text, match, gap="", said="next")
    for pattern in BY_PLACE:
        for match in pattern.finditer(text, begin, stop):
            groups = match.groupdict()
            name = next(name for name in _GROUPS if groups.get(name) is not None)
            if not _is_stand_in(match[name], quoted=name != "bare"):
                yield Finding("password", *match.span(name))


def _judged(text: str, match: re.Match[str], *, gap: str, said: str) -> Iterator[Finding]:
    name = next((name for name in _GROUPS if match.groupdict().get(name) is not None), None)
    if name is None:
        return
    start, end = match.span(name)
    if name == "bare":
        end = _trimmed(text, start, end)
    value = text[start:end]
    if len(value) < 3 or value != value.strip() or _is_stand_in(value) or ABOUT.search(gap) or gap[:1] in _GLUES:
        return
    if gap.strip() and _LOOSE.match(match[0]):
        return
    if _PIN.match(match[0]) and not _NUMERIC.fullmatch(value):
        return
    if name != "bare":
        if not _is_phrase_about(value):
            yield Finding("password", start, end)
        return
    if _can_be(
        value,
        text[end : end + 14],
        strict=(bool(gap.strip()) and not (said == ":" and _FOR_WHAT.match(gap)))
        or said in ("next", "behind", "-", "--", "(")
        or said.endswith("to"),
        said=said,
    ):
        yield Finding("password", start, end)


_FOR_WHAT: Final = re.compile(r"\s(?:for|to|of|on)\s")
"""Between the word and a colon: what the password is for."""


def _can_be(value: str, after: str, *, strict: bool, said: str) -> bool:
    """Whether a bare value can be a password: mixed, or digits that count nothing, or one word that ends the clause."""
    lower = value.lower()
    if lower in NOT_A_PASSWORD or METHODS.fullmatch(lower) or UNITS.match(after):
        return False
    if after.startswith("(") and not _HAN.match(after, 1):
        return False
    letters = any(char.isalpha() for char in value)
    digits = sum(char.isdigit() for char in value)
    symbols = any(not char.isalnum() for char in value.strip("-_'’"))
    if digits and not letters:
        plain = value.strip("#*")
        least = 3 if not plain.isdigit() or (said == "next" and _ends_clause(after)) else 4
        return digits >= least and not re.fullmatch(r"\d{1,2}[:.]\d{2}|\d{4}-\d{2}-\d{2}|\d+[.,%]\d*|\d+%", value)
    if digits and letters:
        return len(value) >= 4 and not re.fullmatch(r"\d+(?:st|nd|rd|th|s|x|k|m|h|d|min|px|kb|mb|gb)", lower)
    if symbols and len(value) >= 6 and not re.fullmatch(r"[a-z]+(?:[-/'’.&][a-z]+)+", lower):
        return True
    if strict or len(value) < 4:
        return False
    if any(char.isupper() for char in value[1:]) and any(char.islower() for char in value):
        return True
    if _HAN.match(said) and _GOES_ON_HAN.match(after):
        return True
    return _ends_clause(after) and (
        said in (":", "=", "==") or not lower.endswith(("ed", "ing", "ly", "able", "ible", "ful", "en"))
    )


_GOES_ON_HAN: Final = re.compile(
    r" ?(?!加密|编码|存|类型|字段|校验|验证|生成|管理|格式|登录|认证|保护|解密|的)[\u4e00-\u9fff]"
)
"""Chinese behind a word in Latin letters that a password "is"."""


def _ends_clause(after: str) -> bool:
    rest = after.lstrip("\"'”’`) ")
    return (
        not rest
        or rest[0] in ".,;!?\n，。；！？、|"
        or rest.startswith((*_ASKS_ON, "and ", "but ", "for the ", "on the ", "- "))
    )


def _is_next(text: str, match: re.Match[str]) -> bool:
    """Whether a value that follows the word with nothing between them may be taken for one."""
    word = match["word"].lower()
    value = match["bare"]
    if value is None:
        return word != "pass"  # "pass `debug=True` to it"
    if value[0] in ":=":
        return False
    if _HAN.search(word):
        return True
    if text[match.end("word") : match.end("word") + 1] not in (" ", "\t"):
        return False
    if word.startswith("pin") and "code" in word and len(value) == 6 and value.isdigit():
        return False  # an Indian postal code
    if word in ("pass", "pw", "combination", "psk"):
        return any(c.isdigit() for c in value) and (
            (any(c.isalpha() for c in value) and len(value) >= 8) or any(c in "!@#$%^&*" for c in value)
        )
    return True


def _is_stand_in(value: str, *, quoted: bool = False) -> bool:
    """Whether a value stands for a password that is not said; what code says in quotes is no piece of code."""
    return (
        value[0] in _OPENS
        or is_placeholder(value)
        or value.lower().strip("'\"") in ("password", "passwd", "pass", "pwd", "secret", "pw", "密码", "token", "key")
        or (not quoted and _CODE.match(value) is not None)
    )


def _is_phrase_about(value: str) -> bool:
    """Whether something quoted is a message or a name rather than a password."""
    words = value.lower().split()
    return (
        len(words) > 8
        or bool(ABOUT.search(value))
        or (len(words) > 1 and words[0] in NOT_A_PASSWORD)
        or value.lower() in NOT_A_PASSWORD
    )


def _trimmed(text: str, start: int, end: int) -> int:
    """Without what belongs to the sentence; a sign that may end a password stays when another one follows it."""
    quote = text[start - 1 : start]
    while end - start > 1 and text[end - 1] in _CLOSERS:
        if (
            text[end - 1] in "!?*"
            and end - start >= 4
            and any(c.isdigit() for c in text[start:end])
            and text[end : end + 1] in ("", " ", ",", "@")
        ):
            break
        end -= 1
    cut = text.find(quote, start, end) if quote in ("'", '"', "`") and quote else -1
    return cut if cut > start else end
