"""Words of which only one can hold in the same place: short and detailed, tabs and spaces, Wednesday and Thursday."""

from __future__ import annotations

import re
from typing import Final

_STRONG: Final = {
    "length": "short brief concise terse|long detailed thorough lengthy verbose in-depth elaborate extensive|简短 简洁 精简 简要 简明|详细 详尽 冗长 全面 细致",
    "tone": "formal|informal casual relaxed|正式|随意 非正式 口语化 轻松 活泼",
    "theme": "dark|light|深色 暗色|浅色 亮色",
    "seat": "window|aisle|靠窗|靠过道 靠走道",
    "indent": "tabs|spaces|制表符|空格",
    "units": "metric|imperial|公制|英制",
    "degrees": "celsius|fahrenheit|摄氏|华氏",
    "place of work": "remote remotely|onsite on-site in-office|远程 居家 在家|坐班 到岗",
    "visibility": "public|private|公开|私有 私密",
    "rhythm": "hourly|daily|weekly|biweekly fortnightly|monthly|quarterly|yearly annually|每天 每日 按天|每周 按周|每月 按月 月付|每季度 按季度 季付|每年 按年 年付",
    "clock": "12-hour|24-hour|12小时制|24小时制",
    "hand": "left-handed|right-handed|左撇子|右撇子",
    "case": "camelcase|snake_case|kebab-case|驼峰|下划线命名",
    "quotes": "single-quotes|double-quotes|单引号|双引号",
    "position": "top beginning|bottom end|开头 最前 顶部|结尾 末尾 最后 底部",
    "layout": "bullets|paragraphs|列表 要点 条目|段落 整段",
    "spelling": "british|american|australian|英式|美式",
    "script": "simplified|traditional|简体|繁体",
    "merging": "rebase|merge|squash",
    "sides": "morning-person|night-owl|早起型|夜猫子",
    "cooking": "spicy|mild|辣的|不辣的|清淡",
}
"""Set → its values, each with its spellings; a person chooses one of them even where they like both."""
_WEAK: Final = {
    "language": "english|chinese|german|french|spanish|italian|portuguese|japanese|korean|russian|dutch|polish|arabic|hindi|turkish|英文 英语|中文 汉语 普通话|德文 德语|法文 法语|西班牙语|意大利语|日文 日语|韩文 韩语|俄文 俄语|葡萄牙语|粤语",
    "weekday": "monday mondays|tuesday tuesdays|wednesday wednesdays|thursday thursdays|friday fridays|saturday saturdays|sunday sundays|周一 星期一 礼拜一|周二 星期二 礼拜二|周三 星期三 礼拜三|周四 星期四 礼拜四|周五 星期五 礼拜五|周六 星期六 礼拜六|周日 周天 星期日 星期天 礼拜天",
    "part of the day": "morning mornings|noon|afternoon afternoons|evening evenings|night nights|早上 上午 早晨|中午|下午|晚上 夜里",
    "colour": "red|blue|green|yellow|black|white|purple|pink|orange|grey gray|brown|红色|蓝色|绿色|黄色|黑色|白色|紫色|粉色|橙色|灰色|棕色",
    "season": "spring|summer|autumn fall|winter|春天 春季|夏天 夏季|秋天 秋季|冬天 冬季",
    "cloud": "aws|azure|gcp|阿里云|腾讯云|华为云",
    "system": "macos mac|windows|linux|ubuntu|debian|ios|android|安卓|苹果",
    "editor": "vim|emacs|vscode|neovim|sublime|pycharm|intellij",
    "database": "mysql|postgresql postgres|sqlite|mongodb|mariadb|oracle",
    "packages": "npm|yarn|pnpm|pip|poetry|uv|conda",
    "format": "json|yaml|xml|csv|markdown|html|pdf|表格|纯文本",
    "currency": "usd dollars|eur euros|gbp pounds|jpy yen|cny yuan rmb|美元|欧元|人民币|日元|英镑",
    "drink": "tea|coffee|茶|咖啡",
    "meeting": "video|phone|in-person|视频|电话|面谈 当面",
}
"""The same where the verb leaves one place: "reply in English", not "speaks English"."""


def _table(sets: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Word → (its set, its value)."""
    return {
        word: (name, value.split()[0])
        for name, values in sets.items()
        for value in values.split("|")
        for word in value.split()
    }


STRONG: Final = _table(_STRONG)
WEAK: Final = _table(_WEAK)
HAN_STRONG: Final = re.compile("|".join(sorted((w for w in STRONG if not w.isascii()), key=len, reverse=True)))
HAN_WEAK: Final = re.compile("|".join(sorted((w for w in WEAK if not w.isascii()), key=len, reverse=True)))
