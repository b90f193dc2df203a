"""Chinese wording that points outside its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

_Span = tuple[int, int, Literal["thing", "earlier", "person", "time"]]

_HAN = "\u3400-\u9fff"
_VAGUE = "东西|玩意儿|玩意|事儿|事情|事|情况"
_GENERIC = (
    f"{_VAGUE}|问题|方案|项目|文件|文档|计划|任务|办法|方法|想法|建议|决定|要求|需求|功能|版本|工具|软件|网站|链接|公司|会议|地方|"
    "人|家伙|同事|朋友|客户|表格|表|图|脚本|代码|程序|接口|错误|结果|数据|话题|活动|东东|设置|配置|选项|模板"
)
_POINTER = "那|这|那个|这个|那些|这些|那种|这种|那件|这件|那份|这份|那套|这套|那条|这条|那位|这位|那次|这次"
# 上次那个, 之前说的那个方案, 用户要求的那个方案: what stands before the pointer names nothing either.
_OCCASION = "上次|上回|之前|以前|先前|刚才|刚刚|前面|前几天|那天|昨天|昨晚|前天|上周|上个月"
_WHO = "用户|我们|你们|他们|她们|我|你|您|他|她|大家|对方|客户|老板"
_MENTION = (
    "说好|说过|说到|说起|说|提到|提过|提起|讨论过|讨论|聊过|聊到|聊|讲过|讲|要求过|要求|想要|要|问过|问|发过|发|给|用过|做过|做|写过|写|"
    "看过|看|定下|定|选|约定|商量|需要|喜欢"
)
_LEAD = rf"(?:(?:{_OCCASION})?(?:{_WHO})?(?:{_OCCASION})?(?:一起|曾经|跟你|和你|跟我|给我|向我)?(?:{_MENTION})(?:过|了|好)?的|(?:{_OCCASION})的?)"
_STOP = rf"(?![{_HAN}])|(?=[的了吧呢吗也就很太不没已还都是有在要被由给把会能可怎需应继别再先里中上下做改放发删])"
_NAMING = re.compile(r"[\s，,]{0,4}(?:就)?(?:是指|指的是|指|叫做|叫|名叫|名为|名字|即|是[“”「《Q\w])|\s{0,4}[：:（(]")

_POINTED = re.compile(
    rf"(?P<lead>{_LEAD})?(?P<pointer>{_POINTER})(?P<noun>东西|玩意儿?|事情|(?:{_GENERIC})(?:{_STOP}))"
)
_TOLD = re.compile(
    rf"(?:上次|上回|之前|刚才|前面|先前)(?:{_WHO})?(?:一起)?(?:说|提到|提|讨论|聊|讲|约定|商量|发)(?:过|到|好)?的(?P<noun>{_GENERIC})(?:{_STOP})"
)
_LED = re.compile(rf"(?:{_LEAD})(?:那个|这个|那些|这些|那件|那份|那种|那样)(?:{_STOP})")
_BARE = re.compile(r"(?:那个|那些|那样)(?=[。！!？?；;]|$|[吧了]?[。！!？?；;]|吧$|就行|也行|就好)")
_EARLIER = re.compile(
    r"如上所述|如上文?|如前所述|同上|见上文|见上面|跟上次一样|和上次一样|同上次|跟之前一样|和之前一样|和以前一样|跟以前一样|照上次的?|按上次的?|老规矩|老样子"
    rf"|(?:上次|上回|之前|刚才|前面|上面|先前)(?:{_WHO})?(?:一起)?(?:说|提到|讨论|聊|讲|谈|约定|定)(?:过|好|到)?的(?:那样|一样|做|办)?(?=[。，,；;！!？?\s]|$)"
    r"|上述|上面的|前述"
)
_PERSON = re.compile(
    r"(?<![其吉排利无维及])(?:他们|她们|他|她|它们|它|对方|那个人|那人|前者|后者|那位)(?![人乡杀日国{''}])"
)
_TIME = re.compile(
    r"大前天|前天|昨天|昨晚|昨日|今天|今晚|今早|明天|明早|明晚|大后天|后天|上上周|上周[一二三四五六日天末]?|下下周|下周[一二三四五六日天末]?|"
    r"这周[一二三四五六日天末]?|本周[一二三四五六日天末]?|上个?星期[一二三四五六日天]?|下个?星期[一二三四五六日天]?|这个?星期[一二三四五六日天]?|"
    r"上个月|下个月|这个月|本月|去年|前年|明年|后年|今年|"
    r"(?:(?<!\d)\d{1,9}|[一二两三四五六七八九十几半]{1,9})(?:天|周|个星期|个月|年|个?小时|分钟)(?:以前|之前|前|以后|之后|后)(?![端面半])"
)
_TIME_NAMES = re.compile(r"今日头条|明天会|昨天今天|每天|先天|后天性|后天形成|后天培养|先天后天|今天的我")
_OPENING = 200
"""Characters within which a pronoun can still be the first thing that a text says."""
_NO_ANTECEDENT = re.compile(
    rf"(?:{_OCCASION}|今天|明天|后天|下周|现在|目前|最近|后来|然后|另外|此外|所以|因为|但是|不过|而且|如果|当|听说|据说|关于|对于|对|和|跟|与|给|让|请|把|"
    r"记得|记住|提醒|帮|也|都|还|又|再|已经|要|想|说|问|找|和|在|的|了|是|不|别|我们|你们|我|你|您|[\s，,。、：:\-\*•\d.（）()])*"
)
_SPEECH_ONLY = re.compile(
    rf"(?:[\s\-*•\d.]*(?:{_OCCASION}|今天|后来|然后|另外)?(?:{_WHO})?(?:{_OCCASION}|今天)?(?:也|都|还|又|曾|已经|一直)?"
    r"(?:说了?|提到|表示|要求|希望|觉得|认为|强调|提醒|让我|叫我|请|问|告诉我|记得|记住|提过|想)?(?:过|了)?[，,：:]?)*"
)


def find(text: str) -> Iterator[_Span]:
    """Spans of unresolved references: start, end, kind. The text has its quotations masked."""
    yield from _things(text)
    yield from _earlier(text)
    yield from _persons(text)
    yield from _times(text)


def _things(text: str) -> Iterator[_Span]:
    for found in _POINTED.finditer(text):
        if not _is_explained(text, found) and not _has_antecedent(text, found):
            yield found.start(), found.end(), "thing"
    for found in _TOLD.finditer(text):
        if not _is_explained(text, found) and found["noun"] not in text[: found.start()]:
            yield found.start(), found.end(), "earlier"
    for found in _LED.finditer(text):
        if not _is_explained(text, found) and not _names_something(text[: found.start()]):
            yield found.start(), found.end(), "earlier"
    for found in _BARE.finditer(text):
        if not _names_something(text[: found.start()]):
            yield found.start(), found.end(), "thing"


def _is_explained(text: str, found: re.Match[str]) -> bool:
    """Whether the text says right behind it what is meant: 那个项目叫小白, 这个问题：…."""
    return _NAMING.match(text, found.end()) is not None


def _has_antecedent(text: str, found: re.Match[str]) -> bool:
    before = text[: found.start()]
    if found["lead"]:
        return found["noun"] in before and found["noun"] not in _VAGUE.split("|")
    attribute = re.search(rf"[{_HAN}\w]的$", before)
    # 周五发布用的那个脚本: the attribute in front says which one; _LEAD has taken those that do not.
    return bool(attribute) or found["noun"] in before or _names_something(before)


def _names_something(before: str) -> bool:
    """Whether what stands before says anything that a pointer could mean, beyond who spoke and when."""
    rest = _SPEECH_ONLY.match(before)
    left = before[rest.end() :] if rest else before
    return len(re.findall(rf"[{_HAN}]|[A-Za-z0-9]+", left)) >= 4


def _earlier(text: str) -> Iterator[_Span]:
    for found in _EARLIER.finditer(text):
        here = found[0] in {
            "上述",
            "上面的",
            "前述",
            "如上",
            "如上文",
            "如上所述",
            "如前所述",
            "同上",
            "见上文",
            "见上面",
        }
        if not (here and len(text[: found.start()].strip()) >= 8):
            yield found.start(), found.end(), "earlier"


def _persons(text: str) -> Iterator[_Span]:
    for found in _PERSON.finditer(text, 0, _OPENING):
        before = _NO_ANTECEDENT.match(text, 0, found.start())
        if before is None or before.end() != found.start():
            return
        if not re.match(r"(?:的(?:名字|全名))?(?:叫|名叫|姓|名字)|[（(]", text[found.end() :]):
            yield found.start(), found.end(), "person"


def _times(text: str) -> Iterator[_Span]:
    names = [found.span() for found in _TIME_NAMES.finditer(text)]
    for found in _TIME.finditer(text):
        if any(start <= found.start() < end for start, end in names):
            continue
        # 第三天后, 每两周后 and the like count from something that the text names.
        counted = found[0][-1] in "前后" and found[0] != "大前天"
        if counted and (text[: found.start()].endswith(("第", "每", "提")) or found[0][-1] == "后"):
            continue
        yield found.start(), found.end(), "time"
