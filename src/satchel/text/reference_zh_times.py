"""Chinese days that count from the day of writing: 昨天, 下周三, 三天前.

A day within a habit, within a rule or within a case that is only supposed moves along with it: 标题写今天的日期, 有人问起明天时. It
is no reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from satchel.text.reference_zh_names import HAN, names_something
from satchel.text.sieve import Possible

_Span = tuple[int, int, Literal["thing", "earlier", "person", "time"]]

_TIME: Final = re.compile(
    r"大前天|[昨前今明]儿个?(?:早上|上午|中午|下午|傍晚|晚上|夜里|凌晨)?|[这前近最]两天|(?:这|最近|近)几天|[上下]个?季度|刚刚(?=收到|接到|打来|来电|发|说|问|到)|(?:前天|昨天|今天|明天|后天|大后天)(?:早上|上午|中午|下午|傍晚|晚上|夜里|凌晨)?|昨晚|昨日|今晚|今早|明早|明晚|上上周|(?<![晚早])上周[一二三四五六日天末]?|下下周|下周[一二三四五六日天末]?|"
    r"这周[一二三四五六日天末]?|本周[一二三四五六日天末]?|上个?(?:星期|礼拜)[一二三四五六日天]?|下个?(?:星期|礼拜)[一二三四五六日天]?|这个?(?:星期|礼拜)[一二三四五六日天]?|"
    r"上个月|下个月|这个月|[上下本]月[初中底末]?|[上下本这]个?学期|去年|前年|明年|后年|今年|前(?:几|两|些|阵子?的?几)天|前(?:一)?阵子|过(?:几|两)天|"
    r"再过(?:\d{1,3}|[一二两三四五六七八九十几半]{1,3})(?:天|周|个?星期|个?礼拜|个?月|年|个?小时|分钟)|"
    r"(?:(?<!\d)\d{1,9}|[一二两三四五六七八九十几半]{1,9})(?:天|周|个?星期|个?礼拜|个月|年|个?小时|分钟)(?:以前|之前|前|以后|之后|后)(?![端面半])"
)
_MACHINE: Final = "模板|三段式|栏目|早会|晨会|例会|周会|复盘会|看板|报表|报告|[日周月]报|站会|定时任务|脚本|状态页|摘要|简报|仪表盘|小组件|机器人"
_EACH_TIME: Final = re.compile(
    r"(?:每(?:天|日|周|个?星期|个?礼拜|个?月|年|晚|早|次|到|逢|个?季)|总是|总说|总(?=在|会|要|把|爱|喜欢|提前)|经常|平时|座右铭"
    rf"|(?:{_MACHINE})[^。！？；]{{0,6}}(?:显示|对比|删|列出|先写|要写|不写|包含|汇总|统计|比较|出现|清理|归档|备份|读取|三问|分|说|问|讲|报|汇报|：|:))[^。！？；了过起]*$"
)
"""A habit, or what a report shows whenever it is made: the days in it move along with it."""
_SUPPOSED: Final = re.compile(
    r"(?:如果|要是|凡是|只要|一旦|每当|万一|有人|谁)[^，。！？；]{0,8}(?:问|说|提|查)(?:起|到|及)?$"
)
_SAID: Final = re.compile(r"(?:问|说|提)(?:起|到|及)?$")
_WHENEVER: Final = re.compile(r"[^，。！？；了过]{0,8}(?:时(?![间候])|的时候|的话)")
"""问起明天的安排时: whenever somebody asks."""
_LIKED: Final = re.compile(
    r"(?:喜欢|习惯|偏好|爱)(?!了|过|上)[^，。！？；了过]{0,14}(?:看|查|排|列|写|安排|计划|准备|整理|回顾|复盘|想|读|听)$"
)
_ORDER: Final = re.compile(
    r"(?:^|[，。！？；：]|请|要|先|每[^，。！？；了]{1,6})[^，。！？；了过]{0,10}(?:用|写|写上|标|标上|标注|注明|附|附上|填|显示|加上|按|以)$"
)
_OF_THE_DAY: Final = re.compile(r"的(?:日期|牌价|汇率|天气|气温|星期|时间戳|新闻头条)(?![^，。！？；]{0,6}[了真很太])")
_DUE: Final = re.compile(rf"(?:到期|截止|过期|开始|要做|要交|该做)的[{HAN}]{{1,4}}?(?:标|放|列|排|显示|置顶|归|用|染)")
"""今天到期的任务排在最前: those of the day on which they are shown."""
_PROVERB: Final = re.compile(r"座右铭|口头禅|格言|俗话|老话|信条|家训|(?:常|总|老|爱)(?:说|讲|念叨)(?![过了])")
_NEAR: Final = 100
"""Characters around a day that are asked whether it moves along."""
_TIME_NAMES: Final = re.compile(
    r"今日头条|明天会|昨天今天|每天|先天|后天(?:性|形成|培养|习得|努力|因素|环境|教育|获得|养成)|今天的(?:我|年轻|孩子|社会|世界|时代|人们|学生|城市|技术|标准)|今年内?[以之]?后每"
)


_PUT_OFF: Final = re.compile("(?:不|别|莫|勿)[^，。！？；了过]{0,8}(?:留|拖|推|等|放)到$")
"""今日事不要拖到明天: a saying."""
_COUNTED_ON: Final = re.compile("后[^。！？；]*[，,]$")
"""两周后培土，再过三周追肥: counted on from what was done before."""
_YEAR: Final = re.compile(r"(?:\d{3,9}|[〇零一二三四五六七八九]{2,4})年")
_SENTENCE: Final = re.compile("[^。！？；\\n]*")


PATTERNS: Final = (_TIME,)
"""A text that none of these matches has no relative day."""


def find(text: str, possible: Possible) -> Iterator[_Span]:
    """Relative days that stand for one day."""
    if _TIME not in possible:
        return
    names = [found.span() for found in _TIME_NAMES.finditer(text)]
    moved = -1
    for found in _TIME.finditer(text):
        if found.start() < moved or any(start <= found.start() < end for start, end in names):
            continue
        before = text[: found.start()]
        if _moves_along(before[-_NEAR:], text, found.end()):
            # Other days of the same sentence move along with it.
            moved = _SENTENCE.match(text, found.end()).end()  # type: ignore[union-attr]  # matches nothing at the least
            continue
        if (found[0] == "后天" and "先天" in text) or _YEAR.match(found[0]) or _PUT_OFF.search(before):
            continue
        if found[0].startswith("再过") and _COUNTED_ON.search(before):
            continue
        if found[0][-1] in "前后" and found[0] != "大前天" and not _counts_from_now(before, found, text):
            continue
        yield found.start(), found.end(), "time"


def _moves_along(before: str, text: str, end: int) -> bool:
    """Whether what a day belongs to happens on any day."""
    if _EACH_TIME.search(before) or _SUPPOSED.search(before) or _LIKED.search(before):
        return True
    if _SAID.search(before) and _WHENEVER.match(text, end):
        return True
    if _ORDER.search(before) and _OF_THE_DAY.match(text, end):
        return True
    return _DUE.match(text, end) is not None or _PROVERB.search(text, max(0, end - _NEAR), end + _NEAR) is not None


def _counts_from_now(before: str, found: re.Match[str], text: str) -> bool:
    """Whether 三天前 or 三天后 is counted from when it was written, not from something that the text names."""
    if before.endswith(("第", "每", "提", "满", "隔")):
        return False
    if found[0][-1] == "后":
        # 付款三天后, 两周后复查: after what, a text says in front.
        return not names_something(before)
    # 删除三个月前的日志: a rule that holds on any day.
    return not (text.startswith("的", found.end()) and re.search(r"删|清理|归档|保留|超过|早于|淘汰|清除|备份", before))
