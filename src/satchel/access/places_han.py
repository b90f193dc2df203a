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
    rf"(?:大道|大街|路|街|胡同|巷|弄|[一二三四五六七八九十]坊|(?<=[\u4e00-\u9fff])[东西南北]沿|[东西]四?北?[一二三四五六七八九十]{{1,2}}[条條]|(?<![知频跑管报味轨赛通渠车隧河地人说问答听几这那一两三四五六七八九十各走滑弯称难乐茶武公柔空剑花书力霸门胆阴产食呼尿肠气第某每同])(?<=[\u4e00-\u9fff]{{2}})道)[东西南北中]?(?:[东西南北中]?[一二三四五六七八九十]段|[东西南北中]段)?(?:{_N}(?:巷|支?弄|街)){{0,2}}(?: ?[甲乙丙丁戊附临新])?{_N}(?:附{_N})?(?:号|號|弄)"
    rf"(?!线|線|口|出口|入口|文件|选手|桌|方案|车|公交|楼梯|台|机|站台|字体)(?:[甲乙丙丁之]\d?)?{_REST}"
)
_ESTATE: Final = re.compile(
    rf"(?:小区|社区|花园|公寓|苑|庄|庄园|府|城|园|里|湾|新村|村|家园|名邸|华庭|大厦|广场|中心|大楼|[一二三四五六七八九十东西南北]区|宿舍|家属院)(?:[一二三四五六]期)?{_N}(?:栋|棟|幢|座|号楼|號樓|号院(?={_N}(?:楼|号|幢|栋))|楼(?= ?\d{{3,4}}(?!\d|人|个|元|米|年)))(?!别墅|楼梯|电梯){_REST}"
)
_DASHED: Final = re.compile(
    r"(?:小区|社区|花园|公寓|苑|庄园|府|城|园|里|湾|新村|家园|名邸|华庭|庭|邸|居|[一二三四五六七八九十东西南北]区|宿舍|家属院|[一二三四五六]期) ?\d{1,3}(?:栋|幢|号楼|#)?-\d{1,2}-\d{3,4}(?![\d-])"
)
"""An estate's house, stair and flat: 阳光花园12-2-501."""
_TOWER: Final = re.compile(
    r"(?:大厦|广场|中心|大楼|公寓|SOHO|国际|科技园|创业园|软件园)[A-Za-z一二三四五六七八九十]?(?:座|栋|号楼)?\d{3,5}(?:室|房|号)|(?:大厦|广场|中心|大楼|写字楼|公寓|SOHO|国际|园) ?(?:[A-Z]\d?-|T\d{1,2}|[A-Za-z]座|塔\d|[A-Z]栋) ?\d{3,5}(?!\d|年|米|元)"
)
_ROOM: Final = re.compile(
    rf"(?<![\d.第]){_N}(?:栋|棟|幢|座|号楼|號樓)[,，、 ]?(?:[A-Za-z]座|[东西南北中](?=单元))?{_N}?(?:单元|單元|门)? ?(?:\d{{1,4}}|[一二三四五六七八九零〇]{{2,4}})(?: ?(?:室|房|户|戶|号|號))?(?![\d年月日.%])|(?<![\d.]){_N}(?:单元|單元) ?(?:\d{{2,4}}|[一二三四五六七八九零〇]{{2,4}})(?:室|房|号|號)?(?!\d)"
)
_ROOM_SURE: Final = re.compile(r"单元|單元|[室房户戶](?!友|型|产)|\d{3,4}$")
_VILLAGE: Final = re.compile(rf"[村屯寨](?:{_N}组)?{_N}[号號](?!线|楼梯|口)|[村屯寨庄]{_N}[组队社](?:{_N}[号號])?")
_BARE: Final = re.compile(
    r"(?<=[\u4e00-\u9fff]{2})(?:大道|大街|(?<![思线道公铁电套出一走上半在马回高网字条末歧网迷退])路|(?<![逛上大一半整条])街|胡同)(?:[东西南北中]?[一二三四五六七八九十]?段)? ?(?P<number>\d{2,5}(?:-\d{1,4})?)(?=$|[\s,，。;；、!！?？)）]|的?(?:旁|门口|那|楼|对面|附近|院|小区|大厦|店|家)|怎么)"
)
"""A street and a number without 号."""
_NAMED: Final = re.compile(
    rf"(?<=[\u4e00-\u9fff])(?:里|坊|桥|橋|湾|灣|台|营|營|庄|莊|园|堤|埭|浜|坡|坎|沟|岭|岗|塘|溪|洲|墩|坝|圩|宅|厝|围|坊|苑|居|寨|屯|城|新村|关|口)(?<!家里)(?<!这里)(?<!那里)(?<!哪里)(?<!村里)(?<!院里)(?<!屋里)(?<!门口)(?<!路口)(?<!出口)(?<!入口)(?<!进城)(?<!在家)"
    rf"{_N}[号號](?!线|線|口|出|入|楼梯|会|下午|上午|晚|早|搬|到期|发|以?[前后]|那天|开始|左右|周|星期|停|来|去|回|交|就|要|才){_REST}|(?:平房|大院|院|区){_N}排{_N}[号號]"
)
"""A name that is no street's and a number; only where somebody lives there."""
_HOUSE_BEFORE: Final = re.compile(
    r"住|家[在是的]|地址|收货|收貨|寄到|寄往|送到|送去|门牌|老家|老宅|祖宅|新家|娘家|婆家|[爷奶婆公妈爸叔姨姑舅]家|租[在了的]|房[子东]|搬到|搬去|上门|导航"
)
_ROUTED: Final = re.compile(r"导航|打车|送|寄|接|在|去|到|址")
_HASHED: Final = re.compile(r"(?<=[\u4e00-\u9fff]) ?\d{1,3}#(?:楼)?-?(?:\d-)?\d{3,4}(?![\d#])")
"""A house and a flat: 6#1203."""
_LIVES: Final = re.compile(r"住|地址|收货|收貨|寄|送|快递|快遞|家|位于|在|搬|老家|户口|戶籍|籍|公司|门牌|租|房")
_HOME: Final = re.compile(r"住|家|寄|送|快递|快遞|收货|收貨|地址")
_WORKROOM: Final = re.compile(
    r"会议|會議|教室|机房|機房|工位|食堂|实验室|展厅|前台|停车|开会|上课|考场|培训|面试|诊室|办公室|茶水间|仓库|档案"
)
"""A room that people meet or work in: where it is tells nobody's address."""
_CALLED: Final = re.compile(
    rf"(?:住址|地址|家住|门牌号?|住在|搬到|寄到|寄往|送到)(?:是|为|在|改成|:)?[^\n,。;]{{0,24}}?\d{{1,5}} ?(?:号|號|室|栋|棟|幢|弄|单元|座)(?!线|出口|入口|口|楼梯|开|会|下午|上午|晚|早|搬|到期|发|以?[前后]){_REST}"
)
_BEFORE: Final = re.compile(r"(?:(?![在住到是为去从和跟叫址])[\u4e00-\u9fffA-Za-z0-9·]){0,24}$")
"""What belongs to an address before its street: town, district, the street's name."""


def han_addresses(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Chinese addresses with a house number or a room."""
    for pattern in (_STREET, _ESTATE, _DASHED, _TOWER):
        for match in pattern.finditer(text, begin, stop):
            start = _begins(text, match.start())
            if start < match.start() or match[0][0] in "东西":
                yield Finding("precise_location", start, match.end())
    for match in _ROOM.finditer(text, begin, stop):
        ahead = before(text, match.start(), 12)
        if _WORKROOM.search(ahead) and not _HOME.search(ahead):
            continue
        if _ROOM_SURE.search(match[0]) or _LIVES.search(ahead):
            yield Finding("precise_location", *match.span())
    for match in _BARE.finditer(text, begin, stop):
        if _HOUSE_BEFORE.search(before(text, match.start(), 24)) or _ROUTED.search(before(text, match.start(), 24)):
            yield Finding("precise_location", _begins(text, match.start()), match.end())
    for match in _HASHED.finditer(text, begin, stop):
        yield Finding("precise_location", _begins(text, match.start()), match.end())
    for match in _NAMED.finditer(text, begin, stop):
        if _HOUSE_BEFORE.search(before(text, match.start(), 28)):
            yield Finding("precise_location", _begins(text, match.start()), match.end())
    for match in _VILLAGE.finditer(text, begin, stop):
        if _LIVES.search(before(text, match.start(), 20)):
            yield Finding("precise_location", _begins(text, match.start()), match.end())
    for match in _CALLED.finditer(text, begin, stop):
        yield Finding("precise_location", *match.span())


def _begins(text: str, street: int) -> int:
    ahead = text[max(0, street - 24) : street]
    found = _BEFORE.search(ahead)
    return street - len(found[0]) if found is not None else street
