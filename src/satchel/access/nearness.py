"""What stands just before a number decides what it is: "card", "order no." and 卡号 are such labels."""

from __future__ import annotations

import re
from re import Pattern

_REACH = 32
"""Characters before a number in which a label counts; about six English words."""


def before(text: str, start: int, reach: int = _REACH) -> str:
    """What stands before a place on its line, at most `reach` characters."""
    return text[max(0, start - reach, text.rfind("\n", max(0, start - reach), start) + 1) : start]


def around(text: str, start: int, end: int, reach: int = 60) -> str:
    """What stands around a span, on the lines before and after it too."""
    return text[max(0, start - reach) : end + reach]


def last_end(pattern: Pattern[str], window: str) -> int:
    """Where the last match ends; -1 when there is none."""
    end = -1
    for match in pattern.finditer(window):
        end = match.end()
    return end


def leaning(window: str, good: Pattern[str], bad: Pattern[str]) -> int:
    """1 when the nearest label before speaks for it, -1 when it speaks against, 0 when there is none."""
    for_it, against = last_end(good, window), last_end(bad, window)
    if for_it == against:
        return 0
    return 1 if for_it > against else -1


OTHER_NUMBERS = re.compile(
    r"(?i:order|invoice|tracking|parcel|shipment|waybill|imei|isbn|\bsku|barcode|\bean|serial|ticket|\bcase|\bpart|\bpo\b|batch|build"
    r"|timestamp|epoch|unix|snowflake|(?<![a-z])u?u?ids?(?![a-z])|transaction|\btxn|trace|request|session|contract|member(?:ship)?"
    r"|loyalty|policy|receipt|reference|\bref\b|flight|hash|commit|digest|md5|sha-?\d*|version|model|\bqq|wechat id|lot|item|product"
    r"|(?<![a-z])row|count|total|sum|[a-z]_id)\b"
    r"|订单|單號|单号|编号|編號|流水|串号|运单|快递|工单|合同|发票|条码|条形码|序列|时间戳|版本|消息|会员|型号|批次|学号|工号|票号|商品|编码|代码"
    r"|QQ群?|(?i:(?<![a-z])id)|群号|车牌|保单|房号|房间|期号|货号|项目号",
    re.ASCII,
)
"""Labels of numbers that are nobody's secret."""
