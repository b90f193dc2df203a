"""What an assistant says around a list that it was asked for, and what a screen shows beside one: no part of the list."""

from __future__ import annotations

import re

_LONGEST = 400
"""Characters. Whoever says more than that says something."""
_OPENING = re.compile(
    r"(?ix)^\W{0,3}(?:"
    r"(?:sure|of\ course|certainly|absolutely|okay|ok|alright|great|got\ it|no\ problem|understood|yes|happy\ to\ help)(?:\ thing)?\ ?(?:[,.!:;—–]|-\ )"
    r"|(?:sure|of\ course|certainly|absolutely|okay|当然可以?)$|here\ (?:you\ go|they\ are|it\ is)\b"
    r"|here(?:'s|’s|\ is|\ are)\b.{0,80}\b(?:memor(?:y|ies)|know|learned|learnt|remember(?:ed)?|stored|saved|everything|list|summary|all|export|information|facts?|what|context|details|complete|entries|have)\b"
    r"|(?:these\ are\ )?notes\ from\ (?:the|a|this)\ user(?:'s|’s)\ memory\b"
    r"|(?:below|the\ following)\ (?:is|are)\b|(?:the\ following|these)\ (?:are\ )?(?:the\ )?(?:memories|facts|entries|items|details)\b"
    r"|(?:this|that)(?:'s|’s|\ is)\ (?:all|everything|the\ (?:complete|full|entire|whole|end))\b|these\ are\ all\b"
    r"|is\ (?:this|that)\ (?:the\ complete|everything|all)\b|let\ me\ know\b|feel\ free\b|(?:i\ )?hope\ (?:this|that|these)\b"
    r"|if\ (?:anything|you(?:'d|’d|\ would|\ want|\ need|\ have|\ like|\ wish|\ prefer))\b|is\ there\ anything\b|would\ you\ like\ (?:me|to)\b|do\ you\ want\ me\ to\b"
    r"|i\ (?:do\ not|don't|don’t)\ have\ any\ (?:other|more|further|additional|saved|stored)\b|nothing\ else\ is\ (?:stored|saved)|there\ (?:are|is)\ no(?:thing)?\ (?:other|more|further|else|additional)\b"
    r"|no\ (?:other|further|more|additional)\ (?:memories|entries|items|facts)\b|(?:end|start|beginning)\ of\ (?:the\ )?(?:export|list|memor(?:y|ies)|entries|file)\b|(?:complete|full)\ set\b"
    r"|you\ can\ (?:always\ )?(?:ask|tell|manage|review|edit|delete|turn|copy|paste)\b.{0,80}\b(?:memor(?:y|ies)|settings|any\ time|anytime|this|these|them|me)\b"
    r"|(?:any|anything)\ (?:you(?:'d|’d|\ would)\ like|else)\b|want\ me\ to\b|i(?:'ve|’ve|\ have)\ (?:wrapped|listed|included|exported|compiled|put)\b|i\ can\ (?:also\ )?(?:update|delete|remove|export|forget)\b"
    r"|以下(?:是|为|就是|内容)|(?:下面|下列|如下)(?:是|为)|这是我|这些(?:是|就是)|(?:好的?|当然可以|当然|没问题)[，,！!。～~]|明白了?[，,。！!]|收到[，,。！!]"
    r"|如有(?:需要|任何|其他|遗漏|错误|更新|疑问)|(?:如果|若)(?:[你您]?(?:还|想|需要?|希望)|[你您]?(?:还?有(?:任何|其他|需要|遗漏|错误|不|想|什么|哪))|需要)|希望(?:对|这些|以上)|还有什么|以上(?:是|就是|为|内容)|需要我|你可以(?:随时|在设置)|您可以(?:随时|在设置)|请告诉我|没有(?:其他|更多|别的)(?:记忆|内容|信息|条目)|(?:目前|暂时)?就(?:这些|是这些)|(?:列表|导出)(?:结束|完毕)"
    r")"
)
_CLOSING = re.compile(
    r"(?i)(?:\S{1,4} )?[（(]?(?:完|全文完|结束|end|the end|eof)[)）][。.]?|(?:that|this)(?: is|'s|’s) (?:all|everything)(?: (?:i|we) (?:have|know|remember)[\w ]{0,24}| for now| so far)?[.!]?|以上就是(?:全部|所有)\S{0,8}"
)
_SCREEN = re.compile(
    r"(?ix)\W{0,3}(?:(?:manage|delete|clear|search|saved|export|import|view|edit|copy|reference)\ (?:all\ )?(?:saved\ )?(?:memor(?:y|ies)|all|code|chat\ history)|delete\ all|clear\ all|copy|copy\ code|copied!?|plaintext"
    r"|memor(?:y|ies)|memory\ (?:updated|full|settings)|personali[sz]ation|learn\ more|show\ (?:more|less)|see\ (?:more|less|all)|load\ more|edit|delete|done|close|cancel|newest|oldest|sort(?:\ by.*)?"
    r"|\d{1,3}\ ?%\ full|last\ (?:updated|edited)\b.{0,40}|updated\ .{1,24}\ ago"
    r"|管理记忆|已保存的?记忆|记忆|删除|全部删除|清[空除](?:全部|所有)?(?:记忆)?|编辑|复制(?:代码)?|展开|收起|更多|完成|取消|设置|个性化|了解更多)\W{0,3}"
)
_AGO = re.compile(
    r"(?i)(?:(?:about |over |almost )?(?:an?|\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|a few|several)\+? (?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|mos?|years?|yrs?) ago|today|yesterday|just now|last (?:week|month|year)"
    r"|\d{1,3}(?:[smhdwy]|mo)(?: ago)?|previous \d{1,3} days|[\d一二三四五六七八九十几两]{1,3} ?(?:秒|分钟|小时|个小时|天|周|个星期|个月|月|年)前|今天|昨天|前天|上周|上个月|刚刚)"
)


def is_chatter(text: str) -> bool:
    """Whether a line is said about a list and not in it: an introduction, an offer, `that is everything`."""
    return len(text) <= _LONGEST and bool(_OPENING.match(text) or _CLOSING.fullmatch(text.strip()))


def is_closing(text: str) -> bool:
    """Whether a line only says that a text ends here: `(end)`, `That's all I have.`, 以上就是全部."""
    return bool(_CLOSING.fullmatch(text))


def is_screen(text: str) -> bool:
    """Whether a line is what a screen shows beside memories: `Delete all`, `Manage memories`, `2 weeks ago`, 管理记忆."""
    return bool(_SCREEN.fullmatch(text.strip()) or _AGO.fullmatch(text.strip()))
