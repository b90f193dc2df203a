"""Chinese wording that points outside its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from satchel.text import reference_zh_pointers, reference_zh_times
from satchel.text.reference_zh_names import (
    CLASSIFIER,
    GENERIC,
    HAN,
    MENTION,
    NAMING,
    OCCASION,
    VAGUE,
    WHO,
    WHOSE,
    is_any_partner,
    is_empty,
    may_be_the_users,
    names_something,
    speaks_of_itself,
)
from satchel.text.sieve import Possible, ids

_Span = tuple[int, int, Literal["thing", "earlier", "person", "time"]]

_POINTER = rf"[那这](?:一|两|三|四|几)?(?:{CLASSIFIER})?"
# 上次那个, 之前说的那个方案, 用户要求的那个方案: what stands before the pointer names nothing either.
_LEAD = rf"(?:(?:{OCCASION})?(?:{WHO})?(?:{OCCASION})?(?:一起|曾经|跟你|和你|跟我|给我|向我)?(?:{MENTION})(?:过|了|好)?的|(?:{OCCASION}|原来|原先|旧|上面|下面|上边|前边|后面|左边|右边|旁边|中间|最后)的?)"
_STOP = rf"(?![{HAN}])|(?=[的了吧呢吗也就很太不没已还都是有在要被由给把会能可怎需应继别再先共打里中上下做改放发删写用去来说以到尽怪特挺更作失算又满输暂停取告讲问])"
_COLON_BEHIND = re.compile(r"[^，。；！？]{0,14}[：:]")
"""这样安排一天：早上写作: what comes is meant."""
_POINTED = re.compile(rf"(?P<lead>{_LEAD})?(?P<pointer>{_POINTER})(?P<noun>东西|玩意儿?|事情|(?:{GENERIC})(?:{_STOP}))")
_SAID = f"{MENTION}|提供|推荐|给出|列出|列|承诺|答应|交代|建议|反馈|演示|安排|讲解|布置|提|谈过|谈到|谈|回复|决定"
_TOLD = re.compile(
    rf"(?:(?:上次|上回|之前|先前|此前|刚才|刚刚|前面|上面)(?:{WHO})?(?:一起|已经)?(?:{_SAID})(?:过|到|了|好|一半|完)*的|(?:上次|上回|刚才|刚刚|前面|上面)的)"
    rf"(?:第?[一二两三四五六七八九十\d几]+(?:{CLASSIFIER}|点))?(?P<noun>(?:{GENERIC})(?:{_STOP})|[{HAN}]{{0,2}})"
)
_IN_SPACE = re.compile("[座位车人路房桌楼墙花灯街门树]")
"""前面的座位 stands in front, and was not spoken of."""
_WANTED = re.compile(
    rf"(?:{WHO})(?:{MENTION}|给|推荐|提供)(?:过|了|好)?的(?P<noun>东西|事情|事儿?|资料|材料|文件|方案|功能|建议|链接|答案|那些)(?:{_STOP})"
    rf"|同样的(?:{GENERIC})(?:{_STOP})|(?:改动前|以前|原来|之前|最初|原先)的(?:样子|状态|模样|那样)"
    r"|(?:沿用|恢复|保持|维持|回到|改回|换回|还原)(?:成|到|为)?(?:之前|以前|原来|原先|上次)的?[\u3400-\u9fff]{0,3}|(?<![\u3400-\u9fff])原(?:方案|计划|设计|配置|设置|样|价|格式|流程)(?![来本因])"
)
_LED = re.compile(rf"(?:{_LEAD})[那这](?:{CLASSIFIER}|样)?(?<![那这])(?:{_STOP})")
_ORDINAL = re.compile(
    rf"(?:另外?一?(?:个|种|家|套|款|版|份|条|边)|第[一二三四五六](?:个|种|套|版|条|款|项|家|本|张|份|步)|[上下]一(?:个|版|条|封|款)|(?:原来|原先|旧的?)那(?:{CLASSIFIER}))(?:(?:{GENERIC})(?:{_STOP})|(?={_STOP}))"
)
_BARE = re.compile(
    r"(?:[那这](?:些|个|样|家|款|本|部|台|件|首|条|份|套|版|两个|三个|几个|几条)|这(?=是|很|让|使|也|不))(?=[。！!？?；;，,]|$|吧|就行|也行|就好|很|也|太|挺|都|还是|必须|应该|可以|不行|不要|没|怎么|改|做|写|处理|弄|来|让|使|不|更|最|比|安排|说|选|挑|是(?![“「《Q]))"
)
_STANDS_ALONE = re.compile(
    r"(?:^|(?<=[。！？!?；;，,\n]))\s*(?P<span>[这那](?:个|些|俩|两个|两样|几个|几样|件|条|份))(?=要|得|先|不能|不可|需|能|别|已经|归|属于|算|由|再|最好|千万|一定|无法|坏|丢|过期|到处|处处|在|跟|和|比|对|从|只|其实|真)"
    r"|(?:^|(?<=[。！？!?；;\n]))\s*(?:[这那](?=是(?:个|一|最|我|他|她|错|误|对|真|假|真的|因为|不))|(?:两|三|几)(?:个|种|家|样)(?=都|全|均))"
    r"|(?:拒绝|接受|删除|删掉|修改|使用|讨厌|卖掉|去掉|保留|停用|启用|忽略|避开|推荐|批准|取消|签|试|买)(?:了|过)?它(?![们的])"
    r"|(?:忘了?|记得|知道|问|查|说)(?:一下)?[这那](?=是)|[这那]样的(?=[。，,；;！!？?\s]|$)|(?<!因)(?<!从)(?:照|据|对|为|就)此(?!事|人|前|后|外|时|刻|次|地|处|类|项)"
    rf"|(?:用|拿|把|选|要|换成|改成|代替|替换)[那这]个(?=代替|替|换|吧|就|来|了|[。，,；;！!？?\s]|$)"
    r"|第[一二三四五六七八九十\d]次(?:尝试|测试|实验|面试|谈话|修改|发布|部署|报价|机会)"
    rf"|(?:之前|以前|原来|原先|此前)的(?:(?:{GENERIC})(?:{_STOP})|价格?|样式?|做法)(?![{HAN}]*的)"
    r"|(?:原来|原先|以前)的(?=更|最|比较|好|耐|就好|不如)|(?:改|换|调|搬|放|转|退)回(?:去|来)(?=[。，,；;！!？?\s]|$|吧|了|就)"
    rf"|(?P<kind>[这那]种(?:效果|感觉|样子|程度|方式|风格|形式|结果|情况|做法|状态|口味|味道|颜色|布局))(?=[。，,；;！!？?\s]|$|的话|最好|就好|就行|更好|才对)"
    rf"|(?:按照?|照着?|就?依)(?:{WHO})(?:刚才|之前|上次)?(?:说|讲|要求|建议)的(?=办|做|来|改|写|[。，,；;！!？?\s]|$)"
    rf"|(?:上次|上回|之前|昨天|刚才)没(?:有)?(?:做|写|弄|搞|说|谈|聊|完成|处理|讲|看|改|修)[完好过到成]{{0,2}}的(?=[。，,；;！!？?\s]|$|那|部分|事|工作)"
)
"""What a text begins with, or asks to go on with, and names nowhere."""
_ONE_OF = re.compile(
    rf"那(?:款|次(?!去)|家|本|台|部|张|件|位|条|段|首|篇|份|套|辆|间|双|场|支|种(?=语气|口吻|风格|写法|格式|做法|说法))(?!用户|是)[{HAN}]{{2}}"
)
_ATTRIBUTE = re.compile(rf"[{HAN}\\w]的$")
_CLAUSE_BEHIND = re.compile(r"[^，。；！？]{0,16}的")
"""那台用了八年的 ThinkPad: the words behind a pointer say themselves which one."""
_PLACE = re.compile(r"[那这](?:边|里|儿|时候|时|天|晚|夜|年|阵子|会儿|头)(?!的?话)")
_THE_SAID = re.compile(
    rf"(?<![应活])该(?:{GENERIC})(?:{_STOP})|此(?:人|事|项|物|类|处|地|方案|项目|问题|功能|文件)(?!前|后|外|时|刻)|其中之?一"
)
_OF_SOME = re.compile(
    rf"[那这]事(?![{HAN}]?[故件业实项务物迹]|儿)|[那这]次(?=先|就|不|没|也|还|又|再|都)|[那这]么(?:写|做|说|弄|办|改|回答|叫|干|搞)(?=[。，,；;！!？?\s]|$|[了吧呢吗]|就|也|行|更|比)"
    rf"|其中(?:[一二两三四五六七八九十几\d]+(?:{CLASSIFIER})|大?部分|有一?些?)|[两二]者(?!兼|皆|合一|之)|(?:剩下|其余|余下|剩余)的(?=以后|先|明|下|我|全|留|交|{_STOP})"
    r"|(?<![\u3400-\u9fff])(?:问题|事情|事儿)(?:已经|已|都|还没|没|终于|总算|刚刚)(?:被)?(?:解决|完成|处理|结束|搞定|修复|修好|办)|(?:改|换|调|纠正)(?:过来|回来|回去)了"
)
"""Words for a part or a repetition of something: of what, a text says in front."""
_EARLIER = re.compile(
    r"如上所述|如上文?|如前所述|同上|见上文|见上面|老规矩|老样子|老地方|照旧|按原来的|照原样"
    r"|(?:正?如|像|按|就像)(?:前面|上面|之前|上次|刚才|先前)(?:所?说|所?述|提到|所提|讲|讨论)(?:过|的)*|以上(?:内容|信息|几点|所述|各条|[两三四五]点|要求|规定|方案|均|都|皆)"
    r"|(?:像|跟|和|(?<![合共相如不协会赞认陪随])同|与|照|照着|按|按照|按着)(?:上次|上回|之前|以前|先前|往常|刚才|前面)的?(?:一样|那样|来|做|办|处理|弄|写|走|方式|方法|要求|标准|格式)?"
    rf"|(?:上次|上回|之前|刚才|前面|上面|先前)(?:{WHO})?(?:一起)?(?:说|提到|讨论|聊|讲|谈|约定|定)(?:过|好|到)?的(?:那样|一样|做|办)?(?=[。，,；;！!？?\s]|$)"
    r"|上述|上面的|前述|刚才(?:的)?(?:那|这)?一?(?:段|条|个|次|份|张|番)?(?:讨论|对话|聊天|消息|话题|内容|文件|链接|截图|图片|方案|回答|代码|报错|建议|问题|计划)"
    r"|详见(?:前述|上文|前文|上述)|上(?:一)?[版轮](?:的)?(?:回复|对话|回答|讨论|方案|结论|反馈|稿|修改)|我(?:之前|上次|刚才)?(?:推荐|建议|提|答应|列|给出)过?的(?=那|第|几|所有|方案|清单)"
    r"|(?:原先|当初|最早|最初|之前|此前|早先)(?:说|约|定|商量|谈|发|给|写|提|答应)(?:好|过|妥)?的(?=那|版|方案|价|内容|条件|事|安排)|(?:早些时候|最初|当时)的(?:抱怨|想法|原话|提议|建议|决定|要求|说法|问题)"
    r"|(?:按|按照|照|根据|依照)(?:我们|咱们|咱俩?|双方)(?:之前|上次|刚才|先前)?(?:一起)?(?:聊|谈|讨论|商量|说|约|定|敲|讲)(?:过|好|定|下来)的(?:思路|方案|办法|计划|方式|流程|价格|时间|标准|那样|来|做|办)?"
)
_ABOVE = re.compile(
    r"[见看照]上[表图文]|[如据]上[表图]|上文(?:的|中|里|提到|所说|所列)(?!化)|(?:以上|上面|前面)(?:这|那)?[两三四五六七八九十几\d]{1,2}(?:条|个|种|项|份|步|款|点|类)"
)
"""What stands above, in a text that has nothing above."""
_LITTLE = 8
"""Characters that are too few to hold what "above" could mean."""
_LOCAL = frozenset(
    {
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
        "以上内容",
        "以上信息",
        "以上均",
        "以上都",
        "以上要求",
        "以上规定",
    }
)
_PERSON = re.compile(
    r"(?<![其吉排利无维及])(?:他们|她们|他|她|它们|它|对方(?![案法便式面向])|那个人|那人|前者|后者|那位)(?![人乡杀日国者山])"
)
_OWNER = re.compile("用户|我|老板|客户")
_SPEAKS = re.compile("说|觉得|认为|希望|表示|想|以为|称|提到|打算|相信|承认|怕|担心")
"""用户觉得他…: he may be the user himself."""
_OTHER_PERSON = re.compile(
    r"(?:和|跟|给|对|向|把|让|问|找|帮|陪|替|请|叫|约|见|送|借|劝|催|骂|夸|等|接|告诉|通知|提醒|联系|看望|介绍)(?:了|过)?(?P<who>他们|她们|他|她|它们|它)(?![人乡杀日国者])"
)
_ANYBODY = re.compile("别人|大家|人们|有人")
_OPENING = 200
"""Characters within which a pronoun can still be the first thing that a text says."""
_NO_ANTECEDENT = re.compile(
    rf"(?:{OCCASION}|今天|明天|后天|下周|现在|目前|最近|下次|后来|然后|另外|此外|所以|因为|但是|不过|而且|如果|当|听说|据说|关于|对于|对|和|跟|与|给|让|请|把|"
    r"记得|记住|提醒|帮|也|都|还|又|再|已经|要|想|说|问|找|和|在|的|了|是|不|别|我们|你们|我|你|您|[\s，,。、：:\-\*•\d.（）()])*"
)


_NAMED_BEFORE = (_WANTED, _ORDINAL, _BARE, _ONE_OF, _PLACE, _THE_SAID, _OF_SOME)
PATTERNS = (
    _POINTED, _TOLD, _STANDS_ALONE, _LED, *_NAMED_BEFORE, _EARLIER, _ABOVE, _OTHER_PERSON, _PERSON, *reference_zh_pointers.PATTERNS, *reference_zh_times.PATTERNS,
)  # fmt: skip
"""A text that none of these matches points nowhere."""
_ANY = ids(PATTERNS)


def find(text: str, possible: Possible) -> Iterator[_Span]:
    """Spans of unresolved references: start, end, kind.

    Args:
        text: Its quotations are masked.
        possible: Which of `PATTERNS` may match it.
    """
    if not possible.among(_ANY):
        return
    yield from _things(text, possible)
    yield from _earlier(text, possible)
    yield from _persons(text, possible)
    yield from reference_zh_pointers.find(text, possible)
    yield from reference_zh_times.find(text, possible)


def _things(text: str, possible: Possible) -> Iterator[_Span]:
    for found in possible.finditer(_POINTED, text):
        if not found["lead"] and found["noun"] not in VAGUE.split("|") and WHOSE.search(text, 0, found.start()):
            continue
        if not _is_explained(text, found) and not _has_antecedent(text, found):
            yield found.start(), found.end(), "thing"
    for found in possible.finditer(_TOLD, text):
        if found["noun"] and _IN_SPACE.match(found["noun"]) and found[0][:2] in ("前面", "上面"):
            continue
        if not _is_explained(text, found) and (not found["noun"] or found["noun"] not in text[: found.start()]):
            yield found.start(), found.end(), "earlier"
    for found in possible.finditer(_STANDS_ALONE, text):
        if not _is_explained(text, found) and not names_something(text[: found.start()]):
            yield found.start(), found.end(), "thing"
    for found in possible.finditer(_LED, text):
        if not _is_explained(text, found) and not names_something(text[: found.start()]):
            yield found.start(), found.end(), "earlier"
    for pattern in _NAMED_BEFORE:
        for found in possible.finditer(pattern, text):
            if not _says_which(pattern, text, found) and not names_something(text[: found.start()]):
                yield found.start(), found.end(), "thing"


def _says_which(pattern: re.Pattern[str], text: str, found: re.Match[str]) -> bool:
    """Whether the words around a pointer say which one is meant: 用户那辆车, 小说的第一版, 那款最轻的耳机."""
    if pattern in (_ONE_OF, _PLACE) and WHOSE.search(text, 0, found.start()):
        return True
    if pattern in (_ONE_OF, _ORDINAL) and _ATTRIBUTE.search(text, max(0, found.start() - 2), found.start()):
        return True
    if (pattern is _ONE_OF or found[0][1:] == "些") and _CLAUSE_BEHIND.match(text, found.end() - 2):
        return True
    if found[0] == "第一个" and text[found.end() : found.end() + 1] in tuple("到来去起站走"):
        # 第一个到公司: who came first, and of what is said.
        return True
    return _is_explained(text, found)


def _is_explained(text: str, found: re.Match[str]) -> bool:
    """Whether the text says right behind it what is meant: 那个项目叫小白, 这个问题：…."""
    if found[0][0] == "这" and (speaks_of_itself(text, found.start()) or _COLON_BEHIND.match(text, found.end())):
        return True
    return NAMING.match(text, found.end()) is not None


def _has_antecedent(text: str, found: re.Match[str]) -> bool:
    before = text[: found.start()]
    if found["lead"]:
        return found["noun"] in before and found["noun"] not in VAGUE.split("|")
    attribute = _ATTRIBUTE.search(before)
    # 周五发布用的那个脚本: the attribute in front says which one; _LEAD has taken those that do not.
    return bool(attribute) or found["noun"] in before or names_something(before)


def _earlier(text: str, possible: Possible) -> Iterator[_Span]:
    for found in possible.finditer(_EARLIER, text):
        if not (found[0] in _LOCAL and len(text[: found.start()].strip()) >= _LITTLE):
            yield found.start(), found.end(), "earlier"

    for found in possible.finditer(_ABOVE, text):
        if len(text[: found.start()].strip()) < _LITTLE:
            yield found.start(), found.end(), "earlier"


def _persons(text: str, possible: Possible) -> Iterator[_Span]:
    for found in possible.finditer(_OTHER_PERSON, text, 0, _OPENING):
        # 用户约了她: whoever is met is not the user.
        before = text[: found.start()]
        resolved = not is_empty(before) if "它" in found["who"] else names_something(before)
        resolved = resolved or may_be_the_users(text, found.end())
        if not resolved and not _ANYBODY.search(before):
            yield found.start("who"), found.end("who"), "person"
    for found in possible.finditer(_PERSON, text, 0, _OPENING):
        ahead = text[: found.start()]
        if ahead and _OWNER.match(ahead) and not _SPEAKS.search(ahead) and not text.startswith("自己", found.end()):
            unnamed = is_empty(ahead) if "它" in found[0] else not names_something(ahead)
            if unnamed and not may_be_the_users(text, found.end()):
                yield found.start(), found.end(), "person"
            return
        if found[0] == "对方" and is_any_partner(ahead, text, found.end()):
            return
        opens = _NO_ANTECEDENT.match(text, 0, found.start())
        if opens is None or opens.end() != found.start():
            return
        if not re.match(r"(?:的(?:名字|全名))?(?:叫|名叫|姓|名字)|[（(]", text[found.end() :]):
            yield found.start(), found.end(), "person"
