"""Chinese addresses to the house or the room: 建国路88号, 5栋2单元301, 信義路五段7號."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.nearness import before

_N: Final = r"(?: ?(?:\d{1,5}(?:[-之]\d{1,4})?|[一二三四五六七八九十百零〇两]{1,6}) ?)"
"""With the blanks that many set around figures between Chinese characters."""
_HAN: Final = r"[\u4e00-\u9fff]"
_REST: Final = (
    rf"(?:[\u4e00-\u9fffA-Za-z·]{{0,12}}?{_N}(?:号楼|號樓|栋|棟|幢|座|楼|樓|单元|單元|层|層|室|房|户|戶|号院|院|弄|门)){{0,5}}"
    rf"(?: ?[A-Za-z]?\d{{2,5}}(?: ?(?:室|房|号|號|户))?)?(?:[A-Za-z]座(?:\d{{2,5}}(?:室|房)?)?)?"
)
_STREET: Final = re.compile(
    rf"(?:大道|大街|路|街|胡同|巷|弄)(?:[东西南北中]?[一二三四五六七八九十]段|[东西南北中]段)?(?:{_N}(?:巷|弄|街)){{0,2}}{_N}(?:号|號|弄)"
    rf"(?!线|線|口|出口|入口|文件|选手|桌|方案|车|公交|楼梯|台|机|站台|字体)(?:[甲乙丙丁之]\d?)?{_REST}"
)
_ESTATE: Final = re.compile(
    rf"(?:小区|社区|花园|公寓|苑|庄|庄园|府|城|园|里|湾|新村|村|家园|名邸|华庭|大厦|广场|中心|大楼|[一二三四五六七八九十东西南北]区|宿舍|家属院)(?:[一二三四五六]期)?{_N}(?:栋|棟|幢|座|号楼|號樓)(?!别墅|楼梯|电梯){_REST}"
)
_TOWER: Final = re.compile(
    r"(?:大厦|广场|中心|大楼|公寓|SOHO|国际|科技园|创业园|软件园)[A-Za-z一二三四五六七八九十]?(?:座|栋|号楼)?\d{3,5}(?:室|房|号)"
)
_ROOM: Final = re.compile(
    rf"(?<![\d.第]){_N}(?:栋|棟|幢|座|号楼|號樓){_N}?(?:单元|單元|门)? ?\d{{1,4}}(?: ?(?:室|房|户|戶|号|號))?(?![\d年月日.%])|(?<![\d.]){_N}(?:单元|單元) ?\d{{2,4}}(?:室|房|号|號)?(?!\d)"
)
_ROOM_SURE: Final = re.compile(r"单元|單元|[室房户戶](?!友|型|产)|\d{3,4}$")
_VILLAGE: Final = re.compile(rf"[村屯寨](?:{_N}组)?{_N}[号號](?!线|楼梯|口)")
_LIVES: Final = re.compile(r"住|地址|收货|收貨|寄|送|快递|快遞|家|位于|在|搬|老家|户口|戶籍|籍|公司|门牌|租|房")
_HOME: Final = re.compile(r"住|家|寄|送|快递|快遞|收货|收貨|地址")
_WORKROOM: Final = re.compile(
    r"会议|會議|教室|机房|機房|工位|食堂|实验室|展厅|前台|停车|开会|上课|考场|培训|面试|诊室|办公室|茶水间|仓库|档案"
)
"""A room that people meet or work in: where it is tells nobody's address."""
_CALLED: Final = re.compile(
    rf"(?:住址|地址|家住|门牌号?|住在|搬到|寄到|寄往|送到)(?:是|为|在|改成|:)?[^\n,。;]{{0,24}}?\d{{1,5}}(?:号|號|室|栋|棟|幢|弄|单元|座)(?!线|出口|入口|口|楼梯|开|会|下午|上午|晚|早|搬|到期|发|以?[前后]){_REST}"
)
_BEFORE: Final = re.compile(r"(?:(?![在住到是为去从和跟叫址])[\u4e00-\u9fffA-Za-z0-9·]){0,24}$")
"""What belongs to an address before its street: town, district, the street's name."""


def han_addresses(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Chinese addresses with a house number or a room."""
    for pattern in (_STREET, _ESTATE, _TOWER):
        for match in pattern.finditer(text, begin, stop):
            start = _begins(text, match.start())
            if start < match.start():
                yield Finding("precise_location", start, match.end())
    for match in _ROOM.finditer(text, begin, stop):
        ahead = before(text, match.start(), 12)
        if _WORKROOM.search(ahead) and not _HOME.search(ahead):
            continue
        if _ROOM_SURE.search(match[0]) or _LIVES.search(ahead):
            yield Finding("precise_location", *match.span())
    for match in _VILLAGE.finditer(text, begin, stop):
        if _LIVES.search(before(text, match.start(), 14)):
            yield Finding("precise_location", _begins(text, match.start()), match.end())
    for match in _CALLED.finditer(text, begin, stop):
        yield Finding("precise_location", *match.span())


def _begins(text: str, street: int) -> int:
    ahead = text[max(0, street - 24) : street]
    found = _BEFORE.search(ahead)
    return street - len(found[0]) if found is not None else street
