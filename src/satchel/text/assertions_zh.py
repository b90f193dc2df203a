"""Claims of a Chinese sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.text.exclusive_words import HAN_STRONG, HAN_WEAK, STRONG, WEAK
from satchel.text.respelling import Respelling
from satchel.text.sieve import Possible, Sieve, ids

Claim = tuple[str, str]
_NOT_NOW = re.compile(
    "以前|曾经|曾|过去|从前|当年|当时|小时候|原来|之前(?!必须|要|先|请)|打算|计划|准备(?!好)|想要?去|想学|想买|想换|考虑|可能|也许|或许|如果|要是|假如|当.{1,12}时|将来|以后(?=想|要去)|上周|上个月|去年|昨天|前天|吗$|[?？]"
    "|(?:买|去|看|读|学|吃|喝|写|做|见|跑|用|花|聊|参加|完成|搬走|离开|辞)(?:完|好)?(?:了|过)(?!敏)"
)
_SOMEBODY = re.compile("[他她它]")
"""Nobody knows who that is, so nothing said of them contradicts anything."""
_OWN = re.compile(
    "^(?:用户|我们|我|本人|他|她|您|你)(?:的|自己)?(?:现在|目前|如今|一直|通常|平时|平常|一般|都|总是|还是|就|已经|已|也)*"
)
_FILLER = re.compile(
    "先|现在|目前|如今|通常|平时|平常|一般|都|总是|还是|已经|用户|我们|我|的|了|请|一律|以后|今后|一点|一些|比较|非常|特别|很|最近|正在|会|要|应该|应|需要|需|必须|希望|想|时候|一下|[，,、 。！]"
)
_POLARITY: Final = (
    (re.compile("没有"), "有", -1),
    (re.compile("讨厌|厌恶|反感|受不了|不喜欢|不爱|不想要|不太喜欢|嫌弃|拒绝"), "喜欢", -1),
    (re.compile("更喜欢|喜欢|热爱|偏爱|爱(?![好心情人])"), "喜欢", 1),
    (re.compile("禁止|不允许|不准|不许|不得|严禁|不可以|不可(?!或缺)|(?<![功智性节职才可])不能|不要|不会"), "", -1),
    (
        re.compile(
            "允许|可以|准许|能够|(?<![功智性节职才可])能(?![源力量耗])|(?<![开例周晨早晚聚年社协商误体领])会(?![议员计话长场])"
        ),
        "",
        1,
    ),
    (re.compile("不害怕|不怕|不恐惧"), "怕", -1),
    (re.compile("害怕|恐惧|怕"), "怕", 1),
    (re.compile("关闭|禁用|停用|关掉|不启用|不开启"), "开启", -1),
    (re.compile("开启|启用|打开|开着|启动"), "开启", 1),
    (re.compile("不需要|不必|无需|不用"), "", -1),
    (
        re.compile(
            "不再|从不|从来不|并不|绝不|不(?!同|错|仅|但|过(?!敏|期|时|关|滤)|断|管|论|如|少|久)|没(?!关系)|未(?!来)|无(?!线|锡|论|关)|别(?![人的墅])|勿"
        ),
        "",
        -1,
    ),
)
_STAND_IN: Final = {"喜欢": "♥", "开启": "◉", "有": "有", "怕": "◇"}
"""Signs that no later pattern finds in what an earlier one made."""
_MARITAL: Final = {
    "单身": "单身",
    "未婚": "单身",
    "已婚": "已婚",
    "结婚了": "已婚",
    "已经结婚": "已婚",
    "离异": "离异",
    "离婚": "离异",
    "丧偶": "丧偶",
    "订婚": "订婚",
}
_ATTRIBUTES: Final = (
    "名字|姓名|全名|昵称|网名|地址|住址|端口|截止日期|截止时间|交付日期|上线日期|上线时间|发布日期|预算|负责人|组长|经理|主管|老板|上司|领导|导师|对接人|联系人|房东|颜色|语言|版本|时区|"
    "电话|手机号|手机|号码|邮箱|工号|职位|岗位|职务|职业|公司|单位|学校|专业|部门|分支|编辑器|数据库|框架|主题|模型|服务器|域名|货币|身高|体重|血型|星座|国籍|母语|家乡|籍贯|生日|年龄|"
    "车|车牌|房租|月租|价格|单价|费用|工资|月薪|年薪|上限|下限|限额|额度|容量|间隔|周期|频率|超时时间|超时|保留时间|格式|尺码|鞋码|尺寸|座位|楼层|房间|会议室|系统|浏览器|输入法|供应商|银行|医生|妻子|丈夫|老婆|老公|爱人|伴侣|"
    "女朋友|男朋友|开会时间|例会时间|时间|日期|地点|渠道|方式|风格|语气|饮食|宗教|团队|网址|仓库|密码策略|缩进"
)
_LINK: Final = r"(?:现在|目前|已经|已)?(?:就是|是|为|改为|改成|改到|换成|定为|定在|定于|设为|设置为|设成|叫做?|名叫|用的是|用|采用|选择|选|在|：|:|=)"
_ATTRIBUTE = re.compile(
    rf"^(?P<s>(?:.{{0,16}}?(?:的)?)?(?:(?:默认|最喜欢的?|最爱的?|首选的?|主要的?|主力|常用的?|当前的?)[^是为用在叫：:=，,]{{1,8}}|{_ATTRIBUTES})){_LINK}(?P<v>[^，,；;。]{{1,30}})$"
)
_ROLES: Final = r"[^是的]{0,8}(?:的)?(?:负责人|组长|经理|主管|老板|上司|领导|导师|对接人|联系人|班长|队长|主席|会长|店长|房东|教练|家教|维护者|产品经理|总监|牙医|会计|妻子|丈夫|老婆|老公|爱人|女朋友|男朋友|班主任)"
_ROLE = re.compile(rf"^(?P<v>[\u4e00-\u9fff]{{2,4}}|[A-Za-z]+)(?:是|担任|出任|当)(?P<s>{_ROLES})$")
_PEOPLE = re.compile(
    "(?:负责人|组长|经理|主管|老板|上司|领导|导师|对接人|联系人|房东|医生|妻子|丈夫|老婆|老公|爱人|伴侣|女朋友|男朋友)$"
)
_NAME = re.compile("[\u4e00-\u9fff]{1,3}[^师员生家长手人工裁总理任导务演事的\\W]|[a-z][a-z ]*")
_TRADE = re.compile("^(?:一?[个名位]|干|做|搞)")
_NAMED = re.compile(r"^(?P<s>[^，,叫]{1,14}?)(?:名字|的名字)?(?:名叫|叫做|叫|取名|起名)(?P<v>[^，,；;。]{1,12})$")
_LEXICAL: Final = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            "home",
            r"^(?P<s>.{0,10}?)(?:现在|目前|已经|已|常年|长期)?(?:住在|家住|居住在|定居在?|家在|现居|居住于|常住|住(?=[\u4e00-\u9fff]{2})|搬到了?|搬去了?|迁到了?)(?P<v>[^，,；;。的]{2,20})$",
        ),
        (
            "employer",
            r"^(?P<s>.{0,10}?)(?:现在|目前|已经|已)?(?:在|就职于|任职于|供职于|入职了?|加入了?|跳槽到了?)(?P<v>[^，,；;。的在]{2,16}?)(?:工作|上班|任职|就职|做事|当[^，,；;。：:]{1,8}|做[^，,；;。：:]{1,8})$",
        ),
        (
            "employer",
            r"^(?P<s>.{0,10}?)(?:现在|目前|已经|已)?(?:就职于|任职于|供职于|入职了?|加入了?|跳槽到了?)(?P<v>[^，,；;。的]{2,16})$",
        ),
        (
            "done",
            r"^(?P<s>[^，,；;。用]{2,12}?)(?:用|使用|采用)(?P<v>[^，,；;。]{1,12}?)(?P<c>(?:做|进行|跑|写|开发|编写|处理)[\u4e00-\u9fff]{1,6})$",
        ),
        (
            "by way of",
            r"^(?P<s>.{0,10}?)(?:通过|用|以|走)(?P<v>[^，,；;。]{1,8}?)(?:的?方式|来)?(?P<c>联系|沟通|付款|支付|发送|通知|结算|登录|提交|提醒)(?:我|用户|他|她)?$",
        ),
        (
            "favourite",
            r"^(?P<s>.{0,8}?)最(?:爱|喜欢)(?P<c>吃|喝|看|听|玩|读|用|去)的?(?:是|为)?(?P<v>[^，,；;。]{1,12})$",
        ),
        ("zodiac", r"^(?P<s>.{0,8}?)属(?P<v>[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?$"),
        ("school", r"^(?P<s>.{0,8}?)在(?P<v>[^，,；;。]{2,12}?)(?:上学|读书|念书|就读)$"),
        (
            "workplace",
            r"^(?P<s>.{0,10}?)(?:现在|目前|一直|平时|通常)?(?P<v>在家|居家|远程|在公司|在办公室|到公司|坐班|到岗)(?:办公|上班|工作)?$",
        ),
        ("called", r"^(?P<s>)(?:请)?(?:称呼|叫|喊)(?:用户|我)(?:为|做|作)?(?P<v>[^，,；;。]{1,10})$"),
        ("school", r"^(?P<s>.{0,10}?)(?:现在|目前|正)?(?:在读|在念|就读于?|在上)(?P<v>[^，,；;。]{2,16})$"),
        (
            "done",
            r"^(?P<s>[^，,；;。]{2,14}?(?:存在|存到|存放在|放在|放到|部署在|部署到|托管在|保存在|跑在|运行在|位于|发给|发到|发送给|寄到|寄给|交给|归|写在|记在|挂在|停在|安排在|定在))(?P<v>[^，,；;。]{1,16})$",
        ),
        (
            "done",
            r"^(?P<s>[^，,；;。用]{2,12}?)(?:用|使用|采用)(?P<v>[^，,；;。]{1,12}?)(?:写|开发|实现|编写|搭建|存储|部署|管理|记录|沟通|付款|支付|画|做|结算|通知)(?:的)?$",
        ),
        (
            "led by",
            r"^(?P<s>[^，,；;。]{2,12}?)(?:现在|目前)?由(?P<v>[^，,；;。]{2,10}?)(?:负责|管理|维护|主持|带队|牵头|审批|对接|跟进)$",
        ),
        (
            "birthday",
            r"^(?P<s>.{0,10}?)(?:的)?(?:生日(?:是|在|为|：)?|出生于|生于)(?P<v>[^，,；;。]{2,16}?)(?:出生|生)?$",
        ),
        (
            "age",
            r"^(?P<s>.{0,10}?)(?:今年|现年|现在|刚满|已经|的年龄是|年龄)?(?P<v>\d{1,3}|[一二三四五六七八九十]{1,3})岁$",
        ),
        (
            "job",
            r"^(?P<s>用户|我|)(?:的职业)?(?:是|做|当|担任)(?:一?[名个位])?(?P<v>[^，,；;。是的]{0,8}(?:工程师|程序员|设计师|教师|老师|医生|护士|律师|经理|学生|作家|厨师|会计|分析师|研究员|科学家|顾问|记者|教授|司机|翻译|摄影师|运营|销售|公务员|飞行员))$",
        ),
        (
            "commute",
            r"^(?P<s>.{0,10}?)(?:每天|平时|现在|一般|都|是)*(?P<v>(?:开|坐|骑|乘|搭|走|步行)[^，,；;。]{0,8}?)(?:去|到)?(?:上班|上学|通勤|去公司|去单位|去学校)$",
        ),
    )
)
_OVER: Final = (
    re.compile(
        r"^(?P<s>.{0,8}?)(?:更|比较)?(?:喜欢|偏好|爱|倾向于?|愿意)(?P<v>[^，,；;。]{1,12}?)[，,]?(?:而不是|而非|胜过|多过|甚于|超过|不(?:太)?(?:喜欢|爱))(?P<o>[^，,；;。]{1,12})$"
    ),
    re.compile(
        r"^(?P<s>.{0,8}?)(?:比起|相比|与|跟)(?P<o>[^，,；;。]{1,12}?)(?:相比|比起来|来说)?[，,]?(?:.{0,4})更(?:喜欢|偏好|爱|倾向于?|愿意)(?P<v>[^，,；;。]{1,12})$"
    ),
)
_MULTI = re.compile(
    "喜欢|爱(?=吃|喝|看|玩|好)|会说|会讲|会用|会弹|会做|懂|学(?!校|生|期|院|号|位)|去过|买|看(?!板|法)|读|玩|养|支持|认识|试过|听|唱|画|游泳"
)
_COUNTED: Final = frozenset("一二两三四五六七八九十几半0123456789")
_DIGITS: Final = str.maketrans("一二两三四五六七八九", "1223456789")
_UNITS: Final = "个|只|岁|点半?|楼|层|万|元|块|天|小时|分钟|秒|人|次|号|页|条|台|辆|间|杯|瓶|顿|碗|片|粒|节|季度|场|本|套|张|份|句|行|字|级|档|斤|公斤|千克|米|公里|厘米|倍|折|寸|年|月|周|GB|MB|TB|G|M|K|ms|%"
_TYPED: Final = (
    (
        "date",
        re.compile(
            r"(?:\d{4}年)?(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]|\d{4}-\d{1,2}-\d{1,2}|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月底?"
        ),
    ),
    (
        "time",
        re.compile(
            r"(?:(?:早上|上午|中午|下午|晚上|凌晨|早|晚)?(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点(?:半|一刻|\d{1,2}分?)?|\d{1,2}[:：]\d{2})"
        ),
    ),
    ("number", re.compile(rf"\d[\d,]*(?:\.\d+)*(?:{_UNITS})?|[一二两三四五六七八九十百千]{{1,4}}(?:{_UNITS})")),
)
_STATIVE = re.compile(
    "是|为|在|有|需|关|营业|结束|开始|下课|发车|出发|最多|最少|至少|上限|下限|一共|用|定|共|限|每|约|控制|放|部署|运行|监听|设|开|起床|睡|吃|喝|上班|下班|负责|保留|超过|不超|达|至|到|改|价|租|预算|要|占|跑|等于|体重|身高"
)
_EVENT = re.compile("[了过](?!敏|滤|程|期|时|度)")
_TIMED = re.compile(r"\d{1,2}月(?!底|\d|份?前|[日号])|\d{4}年")


_TURNED: Final = Respelling([(pattern, _STAND_IN.get(word, "")) for pattern, word, _ in _POLARITY])
_AS_WRITTEN: Final = Sieve((_NOT_NOW,))
_SIEVE: Final = Sieve((
    *_TURNED.patterns, *(pattern for _, pattern in _LEXICAL), _ATTRIBUTE, _ROLE, _NAMED, *_OVER, _MULTI, HAN_STRONG, HAN_WEAK, *(pattern for _, pattern in _TYPED)
))  # fmt: skip
_ANY_LEXICAL: Final = ids(pattern for _, pattern in _LEXICAL)


def read(sentence: str) -> Iterator[Claim]:
    """(frame, value) of each claim; the sentence is folded, without marks around it."""
    if _AS_WRITTEN.possible(sentence).search(_NOT_NOW, sentence) or _SOMEBODY.match(sentence):
        return
    plain = sentence.lower().replace(" ", "")
    possible = _SIEVE.possible(plain)
    if "不" not in plain and "没有" not in plain:
        yield from _lexical(plain, possible)
    yield from _polarity(plain, possible)
    for pattern in _OVER:
        if pattern in possible and (found := pattern.match(plain)):
            both = sorted((_bare(found["v"]), _bare(found["o"])))
            yield f"rather|{_subject(found['s'])}|{' / '.join(both)}", _bare(found["v"])
    yield from _exclusive(plain, possible)
    yield from _typed(plain, possible)


def _lexical(plain: str, possible: Possible) -> Iterator[Claim]:
    for kind, pattern in _LEXICAL if possible.among(_ANY_LEXICAL) else ():
        if pattern in possible and (found := pattern.match(plain)):
            context = found.groupdict().get("c") or ""
            yield f"{kind}|{_subject(found['s'])}|{context}", found["v"]
    for word, value in _MARITAL.items():
        if plain.endswith((word, f"{word}了", f"是{word}", f"{word}状态")) and len(plain) <= len(word) + 10:
            yield f"marital|{_subject(plain[: plain.index(word)].rstrip('是'))}", value
            break
    if _ATTRIBUTE in possible and (found := _ATTRIBUTE.match(plain)) and (claim := _attribute(found)):
        yield claim
    if _ROLE in possible and (found := _ROLE.match(plain)):
        yield f"named|{_subject(found['s'])}", found["v"]
    if _NAMED in possible and (found := _NAMED.match(plain)):
        yield f"named|{_subject(found['s'])}", found["v"]


def _attribute(found: re.Match[str]) -> Claim | None:
    """A claim of what something of something is; of a person a name, a trade and a place are three different things."""
    subject, value, link = (
        _subject(found["s"]),
        found["v"].strip("了呢哦啊"),
        found[0][found.end("s") : found.start("v")],
    )
    if not _PEOPLE.search(subject):
        return f"attribute|{subject}", value
    if link.endswith("在"):
        return None
    if link.endswith(("叫", "叫做")):
        return f"named|{subject}", value
    if _TRADE.match(value):
        return f"job|{subject}", _TRADE.sub("", value)
    return (f"named|{subject}" if _NAME.fullmatch(value) else f"attribute|{subject}"), value


def _polarity(plain: str, possible: Possible) -> Iterator[Claim]:
    rest, counts = _TURNED.counted(plain, possible)
    turns = sum(count for place, count in counts.items() if _POLARITY[place][2] < 0)
    said = "".join(_FILLER.sub("", rest))
    if len(said) >= 2:
        yield f"whether|{_whose(plain)}|{said}", "no" if turns % 2 else "yes"


def _exclusive(plain: str, possible: Possible) -> Iterator[Claim]:
    for words, table in ((HAN_STRONG, STRONG), (HAN_WEAK, WEAK)):
        if words not in possible or (table is WEAK and possible.search(_MULTI, plain)):
            continue
        for found in words.finditer(plain):
            name, value = table[found[0]]
            if name == "weekday" and plain[found.start() - 1 : found.start()] in _COUNTED:
                continue  # 两周一个迭代
            leading = found.start() < 2 and not plain[: found.start()].endswith("每")
            if table is WEAK and (plain.startswith("的", found.end()) or (leading and found.end() < len(plain))):
                continue  # 周三的例会: what the claim is of, not what it says
            rest = f"{plain[: found.start()]}〈{name}〉{plain[found.end() :]}"
            yield f"one of {name}|{_whose(plain)}|{_said(rest)}", value


def _typed(plain: str, possible: Possible) -> Iterator[Claim]:
    taken: list[tuple[int, int]] = []
    for kind, pattern in _TYPED:
        for found in possible.finditer(pattern, plain):
            start, end = found.span()
            if any(start < last and end > first for first, last in taken):
                continue
            taken.append((start, end))
            before = plain[:start]
            if len(_OWN.sub("", before)) < 1 and kind != "number":
                continue
            if start < 2 or _TIMED.search(before) or not (_STATIVE.search(plain) or not _EVENT.search(plain)):
                continue
            rest = f"{before}〈{kind}〉{plain[end:]}"
            yield f"{kind}|{_whose(plain)}|{_said(rest)}", _number(found[0])


def _number(text: str) -> str:
    """三点 and 3点 alike; numbers with 十 as they are written."""
    return text if re.search("[十百千]", text) else text.translate(_DIGITS)


def _said(rest: str) -> str:
    return _FILLER.sub("", rest)


def _whose(plain: str) -> str:
    return "user" if _OWN.match(plain) else ""


def _subject(text: str) -> str:
    """Who or what; empty for the owner of the memory."""
    return _bare(_OWN.sub("", text))


def _bare(text: str) -> str:
    return text.replace("的", "").strip("，, ")
