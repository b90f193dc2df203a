"""Chinese words that point to something named before them, wherever they stand: 那批货, 第三个最好, 同一家店, 还给他.

`reference_zh` knows turns of phrase; here it is asked of each pointer what the text has named in front of it, and of a person
whether the user can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from satchel.text.reference_zh_names import (
    CLASSIFIER,
    GENERIC,
    HAN,
    INDEXICAL,
    WHO,
    WHOSE,
    is_any_partner,
    is_empty,
    may_be_the_users,
    names_several,
    names_somebody,
    names_something,
    speaks_of_itself,
)
from satchel.text.sieve import Possible, ids

_Span = tuple[int, int, Literal["thing", "earlier", "person", "time"]]

_LONGEST: Final = 300
"""Characters; what a longer text points to may well be told behind it."""
_OPENING: Final = 200
"""Characters that are looked at: behind so many, something has been named."""
_SORT: Final = f"{CLASSIFIER}|样|对|幅|根|棵|幢|栋|架|艘|枚|颗|串|堆|摊|桌|帮|群|拨|伙|局|轮|届|班|趟|遍|门|道|顿|则|集|章|节|页|行|段|届|档|宗|桩|码|点|番|股|所|层|户|位|名|口|头|匹|朵|盆|杯|碗|瓶|罐|袋|箱|包|卷|叠|排|列|套|身|顶|副|管|束|滴|粒|片|面|扇|级|步|成|倍|元"
_END: Final = r"(?=[。，,；;！!？?\s）)]|$)"
_FUNCTION: Final = r"最比更才都就也很太不没能会可要把被让给用对合好贵便行是有还再适看先归由向从在跟和比已得该真挺够怎什何几吗呢吧了嫌难容"
_ALWAYS: Final = re.compile(r"每|总|经常|常常|往往|通常|都|如果|凡是|任何|平时|一旦")
"""A habit or a rule that holds on any day names no single thing."""
_BEHIND_NOUN: Final = rf"(?=[{_FUNCTION}]|可[以能]|[。，,；;！!？?\s）)]|$)"
_FOLLOWED: Final = r"(?=[。，,；;！!？?\s）)]|$|更|最|就|吧|了|不|也|都|比|贵|便宜|好)"
_DEMONSTRATIVE: Final = re.compile(
    rf"(?<![的阿])(?:(?:[这那](?:[一两三四五六七八九十几])?(?:{_SORT}|些)(?!回?[去来]))(?!{INDEXICAL})(?:[货信话钱账菜书车房歌图表店药酒衣鞋猫狗树桥病活](?=[卡烧丢坏寄卖买退发涨断停还放到收用写看读喝吃拿送咬叫跑死]|{_BEHIND_NOUN})(?![{HAN}]{{0,2}}的)|(?!的)[{HAN}]{{2}}{_BEHIND_NOUN}))"
    rf"|[这那](?:孩子|小孩|部分|家伙|小子|小伙|姑娘|女孩|男孩|女人|男人|老头|俩|帮人|[几两](?:{_SORT}){_BEHIND_NOUN})"
)
_CLAUSE_BEHIND: Final = re.compile(rf"[^，。；！？的]{{2,14}}的 ?[{HAN}A-Za-z]|[^，。；！？]{{0,10}}[:：]")
"""那台用了八年的 ThinkPad, 这几块：…: the words behind say themselves which one."""
_RANKED: Final = re.compile(
    rf"第[一二三四五六七八九十\d]{{1,2}}(?:[个种套版条款项家本张份步样点段页句行章节题组轮]|次(?![和跟与对在向给把用从由被让去来]))(?:(?:{GENERIC}|选项|方式|例子|候选|草稿|建议|推荐|报价|尝试)(?=[{_FUNCTION}]|[。，,；;！!？?\s]|$)|(?=[{_FUNCTION}]|[。，,；;！!？?\s]|$))"
)
_SAME: Final = re.compile(
    rf"(?:^|(?<=[。；;！!？?，,]))\s?(?:(?:还|就|再|也|去|要|在|用|是|{WHO}){{0,3}})(?P<span>同(?:一|样)(?:[{CLASSIFIER}])?(?:[{HAN}]{{1,4}}{_END}|[{HAN}]{{2}}(?=不要|又|再|别)))"
)
_COUNTED: Final = re.compile(
    rf"(?<![之以年月天周日])[前后]([两三四几])(?:{CLASSIFIER}|点|步|页|段|句|题)(?:(?:{GENERIC}|报价|选项)|(?=[{_FUNCTION}]|可以|删|留|改|作废|取消|合并|保留|去掉|[。，,；;！!？?\s]|$))|(?:前|上|后|下|左|右)(?:面|边)(?:的|那|这)?[一二两三四五六七八九几\d]{{1,2}}(?:{CLASSIFIER}|点|步|行|页|句)(?!街|路)|(?:另外?|其他|其余|剩下?|剩余|余下)的?[一二两三四五六几](?:{CLASSIFIER}|点|步|样)(?=[{_FUNCTION}]|[。，,；;！!？?\s]|$)"
    rf"|(?:另外?一?|换一?)(?:{CLASSIFIER}|边|头)(?=[{_FUNCTION}]|[。，,；;！!？?\s]|$)|另外[这那](?:{CLASSIFIER})"
)
_LIKENED: Final = re.compile(
    rf"(?:要|做|来|买|用|换|想要|找|订)(?:了|成)?(?:一?[{CLASSIFIER}])?(?P<span>(?:一样|类似|同样|差不多|相同)的){_END}|原(?:版|文|话|样|图|稿|件|作|方案|计划|配置|价){_END}"
)
_SUCH: Final = re.compile(
    rf"[这那](?:样|么)(?=的(?:事情?|人|话|情况|问题|东西|做法|安排|错误|结果)(?:[{_FUNCTION}]|{_END})|了{_END}|(?:做|办|写|弄|处理|来)(?:{_END}|就|也|更|比))|[这那]个(?=的(?:看法|想法|意见|态度|做法|价格|结果|名字|原因|细节|说法))"
    rf"|[这那]种(?:做法|说法|方式|方法|想法|安排|处理|结果|风格|口味|情况|问题|事情?|人|话|东西){_END}|此类(?:问题|事情?|请求|情况|错误|内容)"
)
_ALONE: Final = re.compile(
    rf"(?:^|(?<=[，,。；觉得是为说]))这(?=太|真|挺|有点)|[这那](?=是(?:用户|我|他|她)的)|这个(?=每)|(?:其他|其余|剩下|余下)的(?=都|全|也|保持|不|照|先)|只有一(?:{CLASSIFIER})(?=还|能|可以|是|有|被|没|合)"
    rf"|(?:用|改用|换成|换|发到|寄到)(?P<span>[新旧](?:的)?(?:地址|号码|密码|名字|模板|版本|账号|链接|方案|流程|价格|格式|日期|合同|配置)){_END}|(?:得到|收到|等到)(?P<awaited>答复|回复|通知|消息){_END}|以上(?=需要|要|请|可以|应|须)"
)
_IT: Final = re.compile(r"它们?")
_HANDLED: Final = re.compile(
    rf"(?:选|要|买|记得|记住|忘了|忘掉|知道|讨厌|喜欢|试|试过|拒绝|接受|同意|需要|删|删掉|保留|推荐|把|将|用|问|看过|听过|参加|报名)了?(?P<span>[这那](?:个|款|种|条|件|份|家|样|本|首|部|些(?![不没就也])))(?=也|不|就|了|告诉|发|放|给|交|改|删|记|写|做|存|送|弄|处理|{_END})"
    rf"|(?:等|在等|等待|等着)(?P<awaited>结果|答复|回复|通知|消息|回音){_END}|(?:^|(?<=[，,。；]))(?P<others>其他人|其余的人|另外几个人|另一个人|另外两个)(?=(?:都|也)[{HAN}]{{1,5}}了|已经|不同意|反对)"
    rf"|[这那]么(?:认为|想|觉得|看|选|决定|打算){_END}|[这那]么做{_END}|同样的(?:错误?|话|事情?|坑|毛病|问题)(?=[{_FUNCTION}]|又|犯|说|做|出|{_END})"
)
_DISTANT: Final = re.compile(
    rf"(?<![的阿])那(?:[一两三几])?(?:笔|通|批|桩|趟|封|幅|顿|场|届|首|瓶|箱|盒|幢|栋|扇|把|条|块|副|盆|棵|门)(?!{INDEXICAL})(?![{HAN}]{{0,6}}的[{HAN}])[{HAN}]{{2}}(?=[{HAN}])"
)
_LAST: Final = re.compile(
    rf"最后(?:一|那|的)?(?:段|句|行|页|个|条|项|张|点|部分|几[段句行页个条])(?=[{_FUNCTION}]|{_END})|最后[两三四几](?:段|句|行|页|张|条|章|节|项)[{HAN}]{{1,3}}?(?=太|很|不|要|都|没|得|有点)"
)
_THERE: Final = re.compile(
    rf"(?<![我你用户们家到])(?<!从(?=这里))[这那](?:儿|里|边|地方)(?=[{_FUNCTION}]|{_END}|用户|吃|住|玩|买)"
)
_JUDGED: Final = re.compile(
    r"对(?P<span>结果|方案|安排|决定|回复|答复|报价|建议|价格|提议|成绩|答案|解释|处理|效果|颜色|尺寸|日期|措辞|语气|标题)"
    r"(?=(?:很|不太|不|非常|挺|比较|十分|表示|感到|特别|都|还|有点|没有?|有)*(?:满意|失望|高兴|意外|生气|惊讶|认可|认同|不满|意见|异议|拿不准|确定|犹豫|赞成|担心|放心|信心))"
)
_STANDING: Final = re.compile(
    r"(?:^|(?<=[，,。；]))(?P<span>原因|结果|方案|报价|条件|提议|建议|细节|价格|问题|答案|回答|答复|结论|理由)(?![^，。；]{0,10}的)(?=是(?:否定|肯定|没有|不行|可以)|一直|还没|还是|没|未|不明|待定|不行|太|已经?[被解修处]|仍)"
)
_WHICH_ONE: Final = re.compile(rf"(?P<span>[{HAN}]{{1,4}}[的色][这那]一?(?:{CLASSIFIER}|班|通|趟)){_FOLLOWED}")
_ALL_OF: Final = re.compile(
    rf"(?:^|(?<=[。；;！!？?，,]))\s?(?:{WHO}|对|把|觉得|认为|说|以上|这|那){{0,3}}(?P<span>[两三四几](?:个|种|家|套|款|版|份|条|项|样|者|边|本)?(?:{GENERIC}|选项|候选|报价)?(?<![两三四几]))(?=(?:{WHO})?(?:都|全|均|各有|里选|中选|二选|任选|之间))"
)
_MATTER: Final = re.compile(
    rf"(?:^|[把将被，,。；]|{WHO}|终于|总算|已经|刚)(?P<span>(?:问题|事情|事儿|任务|错误|故障|方案|文件|脚本|提案|请求|包裹|漏洞|活儿|手续|误会|矛盾|难题|改动|更改|bug|Bug|BUG))"
    r"(?:已经|已|都|给|全|终于|总算|暂时|基本|昨天|今天)*(?:解决|修复|修|改|删除|删|处理|发送|发|退回|退|办|做|弄|搞定|搞|提交|取消|撤回|撤销|还原|撤|写|关闭|排查|消除|澄清|化解|查清|查明|通过|否决|搁置|交)(?:完|好|掉|妥|成|清楚)?(?:(?=了(?![一二三四五六七八九十两几\d])|完毕)|(?<=撤回|撤销|还原)(?=[。，]|$))"
)
_BACK_THEN: Final = re.compile(
    r"(?:当时|那阵子|那会儿|那次|事后|随后|此后|在那之后|从那以后|从那之后|到时候?|届时)(?=[，,]|没|就|也|还|已经|并|不|很|都|正|只|再|会|答应|同意|说|拒绝|太|挺|有点|犹豫|选)"
)
_MEETING: Final = "开会|会上|会议上|见面|电话里?|电话会|群里|聊天|微信里?|邮件里?|碰头|吃饭"
_TOLD: Final = re.compile(
    rf"(?:上次|上回|刚才|刚刚|之前|此前|先前|前面|那天|昨天|前几天|早上)(?:{WHO}|{_MEETING}|一起|已经|和|跟|在|说好|商量|同|给|向|对|过|时|里|上){{0,4}}"
    rf"(?:定|说|谈|聊|提|讲|约|商量|讨论|决定|给|发|写|做|看|推荐|答应|敲定|承诺|建议|安排|选|挑|用|问|教|列|画|整理|提供|生成|提到)(?:好|过|到|下|完|定|出|起)*的(?![。，]|话|[{HAN}]{{0,6}}[是叫为])[{HAN}]{{1,2}}"
)
_AGAIN: Final = re.compile(
    r"(?:^|(?<=[。；;！!？?，,]))\s?(?:请|麻烦|帮我|给我|让助手|要求)?(?P<span>再(?:做|来|写|试|改|跑|发|讲|画|算|弄|查|生成|翻译|解释|检查)(?:一?[次遍下份版]|[一几两]?[个张段](?=[。，,]|$))|"
    r"(?:继续|接着)(?:做|写|讲|说|改|弄)?(?:下去)?|重[新来]?(?:做|写|来|改|发|弄|试|算)(?:一?[次遍下份版])?)(?=[。，,；;！!]|$)"
)
_OTHERS: Final = re.compile(
    r"(?:换|要|用|买|吃|看|试|选|做|挑|想)(?:成|了|试)?(?:一?[个些种家款点])?(?P<span>别的)" + _END
)
_ADDED_BEHIND: Final = re.compile(r"[\s，,]{0,2}(?:就)?(?:是指|指的是|叫|名叫|名为|即|[：:（(“「《Q])")
_TOLD_BEHIND: Final = re.compile(r"[^。；！？]{0,20}(?:[：:]|，(?:名?叫|名为|名字))")
"""这是用户的灰狗，叫贝拉: the name stands behind."""
_BECAUSE: Final = re.compile(r"[，；].{0,20}(?:因为|由于|出于|为了|就是)$")
"""用户起得晚，因为这个原因…: the clause in front is the reason."""
_PERSON: Final = re.compile(
    r"(?<![其吉排利无维及])(?P<many>他们|她们|对方(?![案法便式面向]))|(?<![其吉排利无维及])(?P<one>[他她])(?![人乡杀日国者们山])"
)
_HANDED: Final = re.compile(
    r"(?:和|跟|给|对|向|把|让|被|问|找|帮|陪|替|请|叫|约|见|送|借|劝|催|骂|夸|等|接|与|由|据|按|照|像|比|问过|告诉|通知|提醒|联系|看望|介绍|感谢|拒绝|答应|相信|信任|喜欢|讨厌|理解|支持|反对|陪伴|照顾|采访|拜访|邀请|说服|打扰|认识|遇见|碰见|遇到|碰到|见过|嫁|娶|恨|想念|佩服|羡慕|指望|依靠)(?:了|过|着|到)?$"
)
_OTHERS_ACT: Final = re.compile("别人|人家|大家|有人|旁人")
"""用户讨厌别人这么叫他: what others do to the user."""
_SPEAKS: Final = re.compile(
    "说|觉得|认为|希望|表示|想|以为|称|提到|打算|相信|承认|怕|担心|要求|让|请|愿|建议|强调|问|期待|称呼|称|叫|知道|发现|允许|记得|喜欢别人"
)
_LATIN_NAME: Final = re.compile(r"[A-Z][a-z]+")

_THINGS: Final = (
    _DEMONSTRATIVE, _RANKED, _SAME, _COUNTED, _LIKENED, _SUCH, _IT, _HANDLED, _DISTANT, _LAST, _ALONE, _THERE, _JUDGED, _STANDING, _WHICH_ONE, _ALL_OF,
    _MATTER, _BACK_THEN, _TOLD, _AGAIN, _OTHERS,
)  # fmt: skip
PATTERNS: Final = (*_THINGS, _PERSON)
"""A text that none of these matches has nothing that is looked for here."""
_ANY: Final = ids(PATTERNS)


def find(text: str, possible: Possible) -> Iterator[_Span]:
    """Pointers for which nothing in front of them is named."""
    if len(text) > _LONGEST or not possible.among(_ANY):
        return
    opening = text[: _OPENING + 40]
    yield from _things(opening, possible)
    if _PERSON in possible:
        yield from _persons(opening)


def _things(text: str, possible: Possible) -> Iterator[_Span]:
    for pattern in _THINGS:
        for found in possible.finditer(pattern, text):
            start, end = found.span(found.lastgroup or 0)
            # The words that lead to a pointer within its pattern, 换个别的, name nothing.
            before = text[: found.start()]
            if names_something(before):
                break
            if pattern in (_IT, _ALONE) and not is_empty(before):
                break
            if pattern is _WHICH_ONE and is_empty(found["span"].rstrip("一")[:-3]):
                # 上次说的那个: says when and who, and no quality.
                continue
            if found[0].endswith("原因") and _BECAUSE.search(text, 0, start):
                continue
            if text[start] == "这" and (speaks_of_itself(text, start) or _TOLD_BEHIND.match(text, end)):
                continue
            if _ADDED_BEHIND.match(text, end) or (pattern is not _DEMONSTRATIVE and _ALWAYS.search(before)):
                continue
            if text[start] in "这那" and pattern is not _SUCH and WHOSE.search(text, 0, start):
                continue
            if pattern is _RANKED and before.endswith("的"):
                continue
            if pattern is _DEMONSTRATIVE and _CLAUSE_BEHIND.match(text, end - 1):
                continue
            yield start, end, "earlier" if pattern in (_TOLD, _AGAIN) else "thing"


def _persons(text: str) -> Iterator[_Span]:
    for found in _PERSON.finditer(text):
        before = text[: found.start()]
        known = names_several(before) if found["many"] else names_somebody(before)
        if known or _LATIN_NAME.search(before):
            return
        if re.match(r"(?:的(?:名字|全名))?(?:叫|名叫|姓|名字)|[（(]", text[found.end() :]) or text.startswith(
            "自己", found.end()
        ):
            return
        if (found["one"] or found[0] == "对方") and ("用户" in before or "我" in before) and not _is_handed(before):
            # 用户说他喜欢茶: the user may be meant.
            continue
        if found[0] == "对方" and is_any_partner(before, text, found.end()):
            continue
        if not found["many"] and "用户" in before and may_be_the_users(text, found.end()):
            continue
        if not found["many"] and "用户" in text[found.end() :] and re.match("在|当|自从|因为|虽然|如果", text):
            continue
        yield found.start(), found.end(), "person"
        return


def _is_handed(before: str) -> bool:
    """Whether whoever stands here is acted on by the user, who would be 自己: 用户把钱还给了他."""
    clause = re.split(r"[，,。；;！!？?]", before)[-1]
    return (
        "用户" in clause
        and not _OTHERS_ACT.search(clause)
        and _HANDED.search(clause) is not None
        and not _SPEAKS.search(_HANDED.sub("", clause))
    )
