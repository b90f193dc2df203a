"""The type of a statement in a file of instructions: what it is under, how it is put, then what its wording speaks for."""

from __future__ import annotations

import re
from collections.abc import Callable

from satchel.formats.guidance.statement import Kind, Statement

_COMMANDS = re.compile(
    r"\b(?:commands?|build(?:ing)?|scripts?|running|usage|cli|how to|recipes?|cheat ?sheet)\b|命令|构建|运行|脚本|用法|编译",
    re.IGNORECASE,
)
_TASTE = re.compile(
    r"\b(?:preferences?|style|conventions?|rules?|guidelines?|standards?|principles?|do(?:'?s| and) don'?ts?|don'?ts|naming|tone|formatting|etiquette|policy|policies|instructions?|constraints?)\b|偏好|风格|规范|约定|规则|原则|准则|要求|禁止|注意|禁忌|纪律",
    re.IGNORECASE,
)
_DESCRIPTION = re.compile(
    r"\b(?:architecture|overview|structure|layout|stack|about|background|context|description|glossary|contacts?|team|who|tech(?:nology)?|dependencies|directory|modules?|components?|environment|status)\b|架构|概述|概览|简介|结构|技术栈|背景|目录|术语|模块|团队|环境|关于|说明|介绍",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"^(?:\W{0,4}\*{0,2})(?:please|always|never|do not|don'?t|prefer|avoid|use|keep|write|run|add|make sure|ensure|follow|ask|check|only|no|must|should|include|put|name|commit|start|stop|check|respond|reply|answer|explain|update|create|test|format|remember|treat|skip|limit|try|read|verify|document|handle|import|return|wrap|place|refer|consult|call|leave|let|set|work|be)\b"
    r"|\b(?:must|should|never|always|do not|don'?t|prefer(?:s|red)?|instead of|rather than|required to|not allowed|forbidden)\b"
    r"|^(?:请|务必|必须|不要|不得|不能|不可|禁止|避免|优先|始终|总是|永远|一律|尽量|使用|用|保持|遵循|遵守|确保|先|只|应|回答|回复|提交|编写|写|每次)|不要|必须|务必|禁止|而不是|优先|应当|应该|一律|统一",
    re.IGNORECASE,
)
_CODE = re.compile(r"`[^`\n]+`")


def type_of_statement(statement: Statement, type_of: Callable[[str], str]) -> str:
    """The type of a statement; `type_of` judges wordings that no rule here fits."""
    if statement.checked is not None:
        return "fact" if statement.checked else "task"
    if statement.kind in {Kind.CODE, Kind.STEPS}:
        return "skill"
    above = " / ".join(statement.headings)
    if statement.headings and _COMMANDS.search(statement.headings[-1]) and _CODE.search(statement.text):
        return "skill"
    if statement.kind is Kind.TABLE:
        return "fact"
    if _TASTE.search(above) or _ORDER.search(statement.text):
        return "preference"
    if _DESCRIPTION.search(above):
        return "fact"
    judged = type_of(statement.text)
    # What reads like an open task, or like the way to do one, is a standing order here.
    return "preference" if judged in {"task", "skill"} and not _CODE.search(statement.text) else judged
