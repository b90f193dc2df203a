"""How much a stretch of text commands a model, from many weak signs; for wording that no fixed phrase foresees.

A memory tells of its user in the third person. One that says "you", names what guards a model, switches it off, asks for
secrets, hides something or speaks of itself as an entry has a reader in mind that is no person. One such sign is often
innocent; several in one breath are not.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

THRESHOLD: Final = 2.6
SPOKEN_TO: Final = 1.6
_LONGEST: Final = 400


class Sign(NamedTuple):
    """One sign: counted once a stretch, at its weight."""

    name: str
    weight: float
    pattern: re.Pattern[str]


def _sign(name: str, weight: float, pattern: str) -> Sign:
    return Sign(name, weight, re.compile(pattern, re.IGNORECASE))


_GUARDS: Final = r"system (?:prompt|message|instructions?|settings?)|developer (?:message|prompt|instructions?)|(?:safety|content|security|moderation|usage) (?:polic\w+|rules?|filters?|guidelines?|settings?|checks?|measures?)|guidelines?|guardrails|filters?|restrictions|censorship|instructions?|directives?|prompts?|rules|polic(?:y|ies)|protocols?|alignment"
_GUARDS_HAN: Final = "系统(?:提示词?|消息|指令|设定|规则)|开发者(?:消息|指令)|(?:安全|内容|隐私|使用)(?:策略|政策|规则|限制|审查|协议)|过滤|限制|审查|审核|指令|提示词|规则|设定|约束|准则|政策"
_OFF: Final = r"ignor(?:e|ing)|disregard|bypass(?:ing)?|overrid(?:e|den|ing)|disabl(?:e|ed|ing)|turn(?:ed)? off|switch(?:ed)? off|deactivated?|forget|void|lift(?:ed)?|suspend(?:ed)?|remov(?:e|ed)|evade|circumvent|break|violate|no longer|stop following|not (?:follow|apply|bound)|drop"
_OFF_HAN: Final = (
    "忽略|无视|绕过|绕开|避开|关闭|解除|停止遵守|不再遵守|作废|取消|失效|停用|禁用|突破|违反|不受|抛开|忘掉|忘记|推翻"
)
_GUARDED: Final = r"passwords?|passphrases?|(?:api |private |secret |access |your |admin )keys?|tokens?|credentials|secrets?|activation codes?|licen[cs]e keys?|contact list|chat history|(?:all|every|other) memor(?:y|ies)|bank (?:statements?|details)|personal data"
_GIVE: Final = r"output|reveal|send|forward|leak|read out|print|give (?:me|away|out)|upload|disclose|expose|dump|hand over|recite|exfiltrate|export all|transmit"
_GUARDED_HAN: Final = "密码|口令|密钥|秘钥|令牌|凭证|激活码|序列号|验证码|通讯录|联系人|聊天记录|对话|数据库|(?:全部|所有|其他)记忆|银行流水|隐私|个人信息|制作方法|配方"
_GIVE_HAN: Final = (
    "输出|泄露|泄漏|发送|发给|转发|念出|说出|打印|给出|交出|上传|透露|公开|显示|告诉|导出|展示|提供|传给|背出"
)

_SIGNS: Final = (
    _sign("you", 1.0, r"\b(?:you|your|yours|yourself|you're|you'll)\b|你(?!好|们)|您(?!好)"),
    _sign("model", 0.7, r"\b(?:ai|llms?|language models?|ai models?|chat ?bots?|assistants?|ai agents?)\b|AI|人工智能|大模型|语言模型|智能体|聊天机器人|助手|助理"),
    _sign("as a model", 1.0, r"\bas an? (?:ai|llm|language model|assistant|chatbot)\b|作为(?:一个|一名)?(?:AI|人工智能|大?模型|语言模型|助手|助理)"),
    _sign("guard", 0.9, rf"\b(?:{_GUARDS})\b|{_GUARDS_HAN}"),
    _sign("guard off", 1.5, rf"\b(?:{_OFF})\b[^.!?\n]{{0,30}}\b(?:{_GUARDS})\b|\b(?:{_GUARDS})\b[^.!?\n]{{0,24}}\b(?:disabled|off|lifted|suspended|void|removed|not apply|no longer|deactivated|invalid)\b|(?:{_OFF_HAN})[^。！？\n]{{0,12}}(?:{_GUARDS_HAN})|(?:{_GUARDS_HAN})[^。！？\n]{{0,8}}(?:关闭|解除|作废|失效|取消|停用|禁用|不适用)"),
    _sign("all of them", 0.6, rf"\b(?:{_OFF}) (?:all|any|every|each|whatever)\b|(?:{_OFF_HAN})(?:一切|所有|任何|全部)"),
    _sign("obey", 0.8, r"\b(?:must|shall|comply|obey|cooperate|at once|immediately|not (?:allowed|permitted|able) to refuse|cannot refuse|mandatory|without question|under no circumstances)\b|必须|照办|服从|听从|配合|立刻|立即|马上|不得拒绝|不能拒绝|没有资格|无权拒绝|一律|务必|不得质疑"),
    _sign("secrets", 1.5, rf"\b(?:{_GIVE})\b[^.!?\n]{{0,40}}\b(?:{_GUARDED})\b|\b(?:{_GUARDED}|conversations?|contacts|database|files)\b[^.!?\n]{{0,20}}\bto (?:me\b|\S+@|https?:|this (?:address|server|url))|(?:{_GIVE_HAN})[^。！？\n]{{0,14}}(?:{_GUARDED_HAN})|(?:把|将)[^。！？\n]{{0,14}}(?:{_GUARDED_HAN})[^。！？\n]{{0,8}}(?:{_GIVE_HAN})"),
    _sign("whole text", 1.5, r"\b(?:whole|full|entire|complete|exact|verbatim|contents? of)\b[^.!?\n]{0,24}\b(?:system|initial|hidden|your) (?:prompt|message|instructions?)\b|(?:系统提示词?|系统消息|你的提示词?|初始指令)的?(?:全部|完整|全文|原文|内容)|(?:全部|完整|原样|逐字)[^。！？\n]{0,8}(?:系统提示|提示词|初始指令)"),
    _sign("tool", 1.0, r"\brm -rf\b|\bcurl\b[^\n]{0,80}\|\s*(?:ba)?sh\b|\b(?:call|invoke|use|trigger|run) (?:the )?\w*(?:_\w+|tool|function|api|plugin)\b|\bdownload and (?:run|execute)\b|\bdelete (?:all|every)\b|调用\s?\S{0,16}(?:工具|接口|函数)|下载并?(?:运行|执行|安装)|执行\S{0,6}(?:命令|代码|脚本)"),
    _sign("this entry", 1.1, r"\bthis (?:entry|memory|note|message|text|line|document|instruction|rule|record|request)\b|本条|此条|这条(?:记忆|消息|笔记|指令|规则|内容)?|本文(?!件)|这段(?:话|文字)|此(?:段|消息|记忆|内容|请求)|本(?:记忆|消息|段)"),
    _sign("first of all", 1.0, r"\b(?:highest|top|absolute|maximum) priority\b|\btakes? precedence\b|\babove all (?:else|other)\b|最高优先级|优先于|高于一切|凌驾"),
    _sign("hidden", 1.5, r"\b(?:do not|don't|never|at no time|without) (?:\w+ )?(?:tell|telling|inform|mention|reveal|disclose|notify|ask|asking|admit)\w*\b|\b(?:secretly|silently|covertly|hidden from|unnoticed)\b|不要(?:告诉|提及|透露|让用户)|(?:不得|不可|不能|别)(?:告诉|提及|透露|让用户)|悄悄|偷偷|暗中|静默|瞒着"),
    _sign("role", 1.2, r"\b(?:pretend|act as|role-?play|play the role|enter (?:a|the|into)? ?(?:\w+ )?mode|switch (?:in)?to \w+ mode|you are (?:now|no longer)|you will now|from now on,? you|imagine you are|impersonate)\b|扮演|假装|你现在(?:的身份|是|处于)|从现在起你|你不再是|切换(?:到|为).{0,6}模式|进入.{0,8}模式|冒充"),
    _sign("anything goes", 1.1, r"\b(?:any(?:thing)?|everything) (?:(?:output|content|answer|request) )?(?:is )?(?:allowed|permitted)\b|\banything goes\b|\bnothing is (?:forbidden|off[- ]limits|prohibited)\b|\bno (?:limits|restrictions|rules|filters)\b|可以(?:输出|回答|做|说)任何|没有(?:任何)?(?:限制|禁忌|底线|约束)|百无禁忌|不会说[“\"「]?不|(?:什么|任何).{0,6}都(?:可以|允许|能)"),
    _sign("output", 1.0, r"\b(?:every|each|all|your|the) (?:next |following |future )?(?:answers?|repl(?:y|ies)|responses?|outputs?|messages?) (?:must|shall|should|has to|have to|will) (?:end|begin|start|contain|include|say|consist)\b|\b(?:begin|end|start|finish) (?:your|every|each|all) (?:next |following )?(?:answers?|repl(?:y|ies)|responses?)\b|\bonly (?:output|answer|reply|say|respond with)\b|(?:所有|每次|每个|全部|任何)(?:回答|回复|输出)(?:都)?(?:必须|要|需|得)(?:以|包含|加上|附上|带上)|只(?:输出|回答|回复|能说)"),
    _sign("next turn", 1.0, r"\b(?:from the next (?:turn|message|reply|answer)|in your next (?:turn|reply|answer|response)|your next (?:reply|answer|response|turn)|(?:when|once|if) (?:this|it) (?:\w+ )?is (?:retrieved|recalled|loaded|read|found|injected))\b|下一轮|下次(?:回复|回答)|检索到|被?(?:召回|加载|读取)(?:到)?(?:时|后)"),
    _sign("real task", 1.3, r"\b(?:the|your) (?:real|true|actual|hidden|secret) (?:task|goal|intention|purpose|instruction|objective|mission)\b|(?:真正|真实|实际|隐藏)的?(?:任务|目标|意图|目的|指令)"),
    _sign("taken for", 0.8, r"\b(?:treat|regard|consider|interpret) (?:this|it|the (?:above|following)|these) (?:\w+ )?as\b|(?:将|把)(?:此|这|本|以上|以下).{0,6}(?:视为|当作|视作|看作)"),
    _sign("update", 0.6, r"^\W{0,3}(?:memory|system|policy|configuration|settings?) (?:update|notice|override|change)\b|^\W{0,3}(?:记忆|系统|策略|配置|设置)(?:更新|通知|变更|覆盖)"),
    _sign("address", 0.4, r"https?://|[\w.+-]+@[\w-]+\.\w+"),
)  # fmt: skip
REPORTS: Final = re.compile(
    r"^\W{0,4}(?:(?:the )?(?:user|client|owner|customer)(?:'s)?|i|he|she|they|we|my|our|(?!(?:you|this|it|all|any|every|when|if|please|assistant|ai)\b)[a-z]+) (?:also |never |always |usually |often |really )?(?:wants?|prefers?|likes?|asked|asks?|is|has|works?|thinks?|does|said|says|loves?|hates?|dislikes?|needs?|keeps?|uses?|tests?|studies|writes?|believes?|told|reads?|once|must|should|will|would|developer|late|real name)\b"
    r"|^\W{0,4}(?:用户|客户|我|他|她|我们)(?:也|还|从不|总是|经常|一直|曾经?)?(?:希望|要求|让|喜欢|不|在|是|把|习惯|想|觉得|认为|负责|讨厌|偏好|提醒|会|要|有|的(?!真))",
    re.IGNORECASE,
)
"""How a memory tells of somebody: what they want of an assistant is theirs to want."""
_KEPT: Final = re.compile(
    rf"\b(?:never|not|don't|no one|nobody|must not|without) (?:\w+ ){{0,2}}(?:{_GIVE})\b|(?:不要|不得|不能|别|禁止|严禁|切勿|不许)[^。！？\n]{{0,6}}(?:{_GIVE_HAN})",
    re.IGNORECASE,
)
"""Secrets that are to be kept."""


def commanding(text: str) -> tuple[int, int, float] | None:
    """The stretch of a text that commands a model most: where its signs begin and end, and their sum.

    Args:
        text: Any text; paragraphs and long sentences are weighed apart.

    Returns:
        None where nothing reaches `THRESHOLD`.
    """
    best: tuple[int, int, float] | None = None
    for stretch in re.finditer(rf"[^\n]{{1,{_LONGEST}}}", text):
        found = _weighed(stretch[0])
        if found is not None and (best is None or found[2] > best[2]):
            best = (stretch.start() + found[0], stretch.start() + found[1], found[2])
    return best


def speaks_to_a_model(text: str) -> bool:
    """Whether a text, short of commanding, has a model for its reader: what it points to is no gap in a memory."""
    if REPORTS.match(text):
        return False
    return sum(sign.weight for sign in _SIGNS if sign.pattern.search(text, 0, _LONGEST)) >= SPOKEN_TO


def _weighed(stretch: str) -> tuple[int, int, float] | None:
    if not _SIGNS[0].pattern.search(stretch) and not _UNADDRESSED.search(stretch):
        return None
    total, start, end, names = 0.0, len(stretch), 0, set()
    for sign in _SIGNS:
        if (match := sign.pattern.search(stretch)) is not None:
            total += sign.weight
            names.add(sign.name)
            start, end = min(start, match.start()), max(end, match.end())
    if "secrets" in names and _KEPT.search(stretch):
        total -= 2.5
    if REPORTS.match(stretch):
        total -= 1.5
    return (start, end, total) if total >= THRESHOLD and names & _TELLING else None


_UNADDRESSED: Final = re.compile(
    rf"\b(?:this (?:entry|memory|note|message|text|instruction|rule)|{_OFF}|pretend|memory update|next (?:turn|reply|answer)|the assistant|real task|treat this|highest priority)\b|本条|此条|这条|本文|这段|{_OFF_HAN}|假装|扮演|助手|记忆更新|下一轮|真正的?任务|输出|不要提及",
    re.IGNORECASE,
)
_TELLING: Final = frozenset(
    {
        "guard off",
        "secrets",
        "whole text",
        "hidden",
        "role",
        "anything goes",
        "next turn",
        "real task",
        "as a model",
        "first of all",
        "all of them",
    }
)
"""One of these must be among the signs; "you must call the tool" alone is how anybody speaks to an assistant."""
