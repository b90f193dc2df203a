"""Addresses of hosts, inside a network and outside; loopback, netmasks and versions are none."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.nearness import before, leaning

_FOUR: Final = re.compile(
    r"(?:(?<!\w)(?<!\d\.)(?<![A-Za-z]/)(?<![A-Za-z]-)|(?<=[Ii][Pp])|(?<=[Pp]ing)|(?<=[Dd][Nn][Ss])|(?<=[Ss]sh)|(?<=[Hh]ost))\d{1,3}(?:\.\d{1,3}){3}(?![A-Za-z0-9_])(?!\.\d)(?!-[A-Za-z])",
    re.ASCII,
)
_SIX: Final = re.compile(
    r"(?<![\w.])(?<![0-9A-Fa-f:]:)(?<!^:)(?:[0-9A-Fa-f]{1,4}:){1,7}(?::?[0-9A-Fa-f]{1,4}){0,7}(?:::)?(?![\w:])",
    re.ASCII,
)
_VERSION: Final = re.compile(
    r"(?i:\b(?:versions?|ver|v|release|build|firmware|driver|chapter|section|clause|article|oid|kernel|chrome|firefox|safari|edge|sdk|macos|android|ios|ipados|windows|office|chromium|assembly|package|update[ds]?(?: to)?|upgrade[ds]?(?: to)?|downgraded? to|numbering|figure|table|step|patch|suffix|date)\b)"
    r"|版本号?|固件|驱动|章节?|升级[到为至]|更新[到为至]|升到|第|比分|日期|内核|安卓|系统|客户端|编号"
)
_CALLED_VERSION: Final = re.compile(
    r"(?i:\b(?:versions?|ver|v|release|build|firmware|driver|chapter|section|clause|article|oid|chrome|firefox|safari|(?:updated?|upgraded?|downgraded?) to)\b[\s:#]{0,2}$)"
    r"|(?:版本号?|固件|驱动|章节?|升级[到为至]|更新[到为至]|升到|第|比分|编号)[\s:：]{0,2}$"
)
"""What names a version right in front of it, also where the figures are those of an address that everybody knows."""
_ADDRESS: Final = re.compile(
    r"(?i:\bips?\b|\bipv[46]\b|address|\bhosts?\b|server|\bdns\b|resolver|\bping|gateway|router|subnet|nameserver|\bssh\b|\bnas\b|\bpeer\b|\bnode\b|https?://|@|blocked|login from|egress|\bvps\b|record)"
    r"|地址|内网|外网|公网|服务器|主机|网关|路由|解析|白名单|网段|跳板|登录|宽带|打印机|数据库|容器|部署"
)
_PORT: Final = re.compile(r":\d{2,5}(?!\d)|/(?:[89]|[12]\d|3[0-2])(?!\d)", re.ASCII)
_SHARED: Final = ipaddress.ip_network("100.64.0.0/10")
_KNOWN: Final = tuple(
    ipaddress.ip_network(net) for net in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "1.1.1.1/32", "1.0.0.1/32", "8.8.8.8/32", "8.8.4.4/32", "9.9.9.9/32", "114.114.114.0/24", "114.114.115.0/24", "223.5.5.5/32", "223.6.6.6/32", "119.29.29.29/32", "180.76.76.76/32", "208.67.220.220/32", "208.67.222.222/32")
)  # fmt: skip
"""Addresses kept for examples, and resolvers of names that everybody may ask."""
_SMALL: Final = 32
"""An address that nothing calls one has two numbers of this size, or one of 100: smaller ones are as likely a version or a chapter."""


def ip_addresses(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Addresses of hosts, version 4 and 6."""
    for match in _FOUR.finditer(text, begin, stop):
        kind = _kind_of_four(match[0])
        if kind is None:
            continue
        label = _label(text, match)
        parts = [int(part) for part in match[0].split(".")]
        small = max(parts) < 100 and sum(part >= _SMALL for part in parts) < 2
        if label > 0 or (label == 0 and not (small and kind == "public_ip")):
            yield Finding(kind, *match.span())
    for match in _SIX.finditer(text, begin, stop):
        kind = _kind_of_six(match[0])
        if kind is not None:
            yield Finding(kind, *match.span())


def _label(text: str, match: re.Match[str]) -> int:
    """Above 0 where an address is called one, below where it is called a version."""
    if _PORT.match(text, match.end()):
        return 1
    front = before(text, match.start(), 18)
    address = ipaddress.IPv4Address(match[0])
    if any(address in network for network in _KNOWN):
        return -1 if _CALLED_VERSION.search(front) else 1
    return leaning(front, _ADDRESS, _VERSION)


def _kind_of_four(text: str) -> str | None:
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError:
        return None
    if address.is_loopback or address.is_multicast or address.packed[0] in (0, *range(240, 256)):
        return None
    private = address.packed[0] in (10, 172, 192, 169) and (address.is_link_local or _is_private_use(address))
    return "internal_ip" if private or address in _SHARED else "public_ip"


def _is_private_use(address: ipaddress.IPv4Address) -> bool:
    a, b = address.packed[0], address.packed[1]
    return a == 10 or (a == 172 and 16 <= b < 32) or (a == 192 and b == 168)


def _kind_of_six(text: str) -> str | None:
    if text.count(":") < 3 and "::" not in text:
        return None
    try:
        first = ipaddress.IPv6Address(text).packed[0]
    except ValueError:
        return None
    if first in (0xFC, 0xFD, 0xFE):
        return "internal_ip"
    return "public_ip" if first >> 4 in (2, 3) and any(char.isdigit() for char in text) and len(text) >= 8 else None
