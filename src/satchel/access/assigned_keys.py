"""Keys without a known shape, told by what they are called: `api_key=…`, "the token is …", 密钥：…"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.randomness import UUID, is_hex, is_placeholder, looks_drawn

_STRONG: Final = (
    r"(?:api|access|secret|auth|app|client|corp|suite|merchant|mch|hmac|partner|consumer|signing|encryption|master|service|account|admin|webhook|bot|deploy|license|subscription|shared|storage)"
    r"[ _-]?(?:key|secret|token)(?:[ _-]?(?:id|secret|value))?|(?:refresh|bearer|session|personal|csrf|id|oauth\d?|bot)[ _-]?token|secret[ _-]?(?:access[ _-]?)?key"
    r"|apikey|api-?key|secretid|secret(?:[ _-]?id)?|credentials?|authorization|x-api-key"
    r"|(?:api|API|接口|应用|访问|服务|授权|开发者|客户端)?(?:密钥|密匙|秘钥|密鑰|金鑰|令牌|口令牌)|授权码|访问凭证"
)
_WEAK: Final = r"keys?|tokens?|bearer|pat|ak|sk|aws|凭证|憑證"
_LABEL: Final = rf"(?<![A-Za-z])(?P<strong>{_STRONG})|(?<![A-Za-z0-9+/])(?P<weak>{_WEAK})(?![A-Za-z])"
_SAID: Final = (
    r"[\"'”’`)\]]{0,2}\s{0,3}(?:(?:[:=]|=>|->|→|(?:is|was|to|are|becomes?)\b|是|为|為|叫|改成|换成|換成|设成|设为|设置为|更新为)[了:]?\s{0,6}){1,2}"
    r"(?:(?:now|currently|still|just|Bearer|Basic|Token|token|key)\s{1,2}|就是|都是)?"
)
_VALUE: Final = r"[\"'“‘`「]?(?P<value>[A-Za-z0-9_\-./+=~:]{8,512})"
_ASSIGNED: Final = re.compile(rf"(?:{_LABEL})(?:{_SAID}|\s{{0,2}}){_VALUE}", re.ASCII | re.IGNORECASE)
_TOKEN: Final = re.compile(r"[A-Za-z0-9_\-./+=~]{16,512}", re.ASCII)
_STRONGLY: Final = re.compile(_STRONG, re.IGNORECASE)
_NAMED: Final = re.compile(_LABEL, re.ASCII | re.IGNORECASE)
_OTHER: Final = re.compile(
    r"(?i)commit|sha-?\d|md5|digest|hash|checksum|uuid|request|trace|\bids?\b|version|branch|path|file|url|image|build|校验|哈希|提交|请求|编号|版本|公钥|public|ssh-|ecdsa-|authorized|known_hosts|指纹|fingerprint|etag|nonce|(?:open|union|user|device|app|trace|span|session|message|job|task|build)_?ids?|primary|foreign|cache|partition|路径|文件"
)
_PUBLIC: Final = re.compile(r"(?i:publi[cs]h?(?:able)?)[ _-]?$|公$")
_SAID_LAST: Final = re.compile(
    r"(?:\b(?:is|was|are|like|e\.g\.,?|such as|for example,?)|[:=]|是|为|比如|例如|譬如|长这样|形如)\s{0,2}[\"'“`(]?$"
)
_FOR_EXAMPLE: Final = re.compile(r"\b(?:e\.g|i\.e|eg|ie|etc|no|vs)\.(?=\s|$)")
_NO_SECRET: Final = re.compile(
    r"(?i:(?:primary|foreign|cache|partition|sort|idempotency|object|s3|row|hash|public|map|dedup\w*|registry|routing|composite|unique|index|lookup|shard|join|translation|i18n|message)[ _-]?$)|[主外]$|缓存$|幂等$"
)
"""Before "key": then it names something and opens nothing."""
_BEHIND: Final = re.compile(
    r"(?<![A-Za-z0-9_\-./+=:])(?P<value>[A-Za-z0-9_\-./+=]{20,256})[\"'”`)]{0,2}(?:\s(?:is|was)\s(?:the|my|our|his|her|their|your|an?)\s(?:[\w-]{1,16}\s){0,3}?(?i:api[ -]?key|access[ -]?key|secret[ -]?key|token|secret|key)(?![A-Za-z])"
    r"|\s?(?:就?是)(?:我们?|他们?|她|公司|生产|测试|线上)?(?:环境)?的?[\u4e00-\u9fffA-Za-z ]{0,10}?(?:密钥|令牌|(?i:api ?key|token|secret|key)(?![A-Za-z]))(?=\s{0,2}(?:$|[,.;:!?)，。；：！？）\n]|吗|吧|呢|啊|哦|了|你|先)))",
    re.ASCII,
)
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_END: Final = re.compile(r"[.。!?！？;；\n]\s")
_SSH_PUBLIC: Final = re.compile(r"AAAA[A-Z]3Nz|AAAAE2Vj")
"""How the public keys of SSH begin."""
_SETTINGS: Final = frozenset("disabled enabled required optional changeme default bearer standard undefined".split())
_REACH = 48
"""Characters between a label and a key that is not assigned outright, as in "the key for the blog, I think, is …"."""


def assigned_keys(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Keys that a label before them calls so."""
    for match in _ASSIGNED.finditer(text, begin, stop):
        start, end = match.span("value")
        end = _trimmed(text, start, end)
        value = text[start:end]
        if (
            is_placeholder(value)
            or _SSH_PUBLIC.match(value)
            or value.startswith(("/", "./", "http:", "https:"))
            or _goes_on(text, end)
        ):
            continue
        if _PUBLIC.search(text, max(0, match.start() - 12), match.start()) or (
            value[0] == "_" and text[start - 1] != " "
        ):
            continue
        mixed = looks_drawn(value, least=8) or is_hex(value) or UUID.fullmatch(value) is not None
        if match["strong"]:
            found = ((mixed or _has_both(value)) and (len(value) >= 16 or not _is_wordy(value))) or _is_set(
                text, match, value
            )
        else:
            apart = (
                start > match.end("weak")
                or not match["weak"].isascii()
                or _HAN.match(text[match.start() - 1 : match.start()]) is not None
            )
            named = text[max(0, match.start() - 16) : match.start()]
            found = apart and len(value) >= 16 and mixed and not value.isdigit() and not _NO_SECRET.search(named)
        if found:
            yield Finding("api_key", start, end)
    yield from _further_on(text, begin, stop)
    for match in _BEHIND.finditer(text, begin, stop):
        value = match["value"]
        if (looks_drawn(value, least=16) or (is_hex(value) and len(value) >= 32)) and not _OTHER.search(
            text[max(0, match.start() - 16) : match.start()] + match[0][len(value) :]
        ):
            yield Finding("api_key", *match.span("value"))


def is_record_key(name: str) -> bool:
    """Whether a column of this name tells rows apart (`key`, `cache_key`), in many stores by a hash, and opens nothing."""
    return name.lower().endswith("key") and _STRONGLY.search(name) is None


def _further_on(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Keys that stand a few words behind a label; only what can hardly be anything but a key."""
    for label in _NAMED.finditer(text, begin, stop):
        token = _TOKEN.search(text, label.end(), label.end() + _REACH + 512)
        if token is None or token.start() - label.end() > _REACH:
            continue
        between = text[max(0, label.start() - 12) : token.start()]
        start, end = token.start(), _trimmed(text, *token.span())
        value = text[start:end]
        if (
            _OTHER.search(between)
            or _END.search(_FOR_EXAMPLE.sub("", between))
            or value[0] in "/."
            or between.endswith(("http:", "https:"))
        ):
            continue
        if _SSH_PUBLIC.match(value):
            continue
        if _is_unmistakable(value) or (
            _SAID_LAST.search(between)
            and _is_likely(value, strong=(label["strong"] or label["weak"]).lower() not in ("key", "keys"))
        ):
            yield Finding("api_key", start, end)


def _is_unmistakable(value: str) -> bool:
    """Long, and of capitals, small letters and digits: no hash, no id, no name."""
    return (
        len(value) >= 20
        and not is_hex(value)
        and UUID.search(value) is None
        and any(char.islower() for char in value)
        and any(char.isupper() for char in value)
        and value.count("/") + value.count(".") <= 4
        and looks_drawn(value, least=14)
    )


def _is_likely(value: str, *, strong: bool) -> bool:
    """Whether what "is" the key can be one: then small letters and hex digits do, of a length that names and dates have not."""
    if UUID.search(value) or value.isdigit() or len(value) < 24:
        return False
    return is_hex(value) and len(value) >= 32 if strong and is_hex(value) else looks_drawn(value, least=20)


def _has_both(value: str) -> bool:
    return any(char.isdigit() for char in value) and any(char.isalpha() for char in value)


def _is_set(text: str, match: re.Match[str], value: str) -> bool:
    """Whether an environment sets it (`GITHUB_TOKEN=…`) or it is quoted and holds a number: then words are keys too."""
    if value.lower() in _SETTINGS:
        return False
    assigned = text[match.start("value") - 1]
    if assigned == "=" and match["strong"].isupper():
        return True
    return assigned in "\"'" and any(map(str.isdigit, value)) and "/" not in value


def _is_wordy(value: str) -> bool:
    """Whether a short value is a word with a number, a version or a date rather than a key."""
    return re.fullmatch(r"v?\d+(?:[.\-/]\d+)*[a-z]{0,4}|[A-Za-z]+[-_ ]?\d{0,3}|\d{1,4}-?[A-Za-z]+", value) is not None


def _goes_on(text: str, end: int) -> bool:
    """Whether a call or an address goes on behind the value: it is code, no key."""
    return text[end : end + 1] in ("(", "[", "{") or text[end : end + 3] == "://"


def _trimmed(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in ".-_/:~":
        end -= 1
    return end
