"""A messenger bot's single table: turns, system lines and remembered things told apart by a role, several users."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_csv
from tests.acceptance.second.words import RULE, F, P, T, W, chinese_logs, later, local, mem, ms, ms_z, z

MEMORIES = (
    ("oX7a_lu", "卢伟的公司在无锡做注塑模具", "2026-03-01 01:00:00", F),
    ("oX7a_lu", "卢伟希望报价单里写含税价", "2026-03-01 01:30:00", P),
    ("oX7a_lu", "四月八号前把模具图纸发给日方客户", "2026-03-03 02:20:00", T),
    ("oX7a_lu", "卢伟喝酒后不回消息，第二天早上再提醒", "2026-03-05 14:00:00", (*RULE, "fact", "task")),
    ("oX7a_lu", "卢伟的司机姓阮", "2026-03-08 05:10:00", F),
    ("oX7b_qin", "秦霜是产品经理，负责海外版", "2026-03-01 03:00:00", F),
    ("oX7b_qin", "秦霜喜欢先看数据再听解释", "2026-03-02 06:40:00", P),
    ("oX7b_qin", "秦霜周末不处理工作消息", "2026-03-04 12:12:00", W),
    ("oX7b_qin", "给秦霜订四月二号去新加坡的机票", "2026-03-06 08:08:00", T),
    ("oX7b_qin", "秦霜的英文名是 Frost", "2026-03-07 09:09:00", F),
    ("oX7c_tan", "谭阿姨住在三楼，膝盖不好", "2026-03-02 00:20:00", F),
    ("oX7c_tan", "谭阿姨不爱吃甜的", "2026-03-03 10:30:00", W),
    ("oX7c_tan", "谭阿姨喜欢听越剧", "2026-03-05 11:45:00", P),
    ("oX7c_tan", "每月十五号提醒谭阿姨交水电费", "2026-03-07 00:05:00", T),
    ("oX7c_tan", "谭阿姨的孙子在深圳上大学", "2026-03-09 07:15:00", F),
)
TURNS = (
    ("user", "帮我看看明天无锡的天气"),
    ("assistant", "明天无锡多云，十二到十九度。"),
    ("user", "好，那我穿薄外套"),
    ("assistant", "可以的，早晚记得加一件。"),
    ("user", "刚才那个报价再算一遍"),
    ("assistant", "重新算好了，一共是四万三千六。"),
    ("user", "我喜欢这个结果"),
    ("assistant", "那我按这个发出去？"),
    ("user", "先别发"),
    ("assistant", "好的，等您确认。"),
)


def build(folder: Path) -> None:
    rows: list[tuple[str, str, str, object, str]] = []
    for n, (who, text, utc, _) in enumerate(MEMORIES):
        rows.append((utc, who, "memory", ms(utc) if n % 2 else local(utc, 0, "%Y/%m/%d %H:%M:%S"), text))
    for d, who in enumerate(("oX7a_lu", "oX7b_qin", "oX7c_tan")):
        for n, (role, text) in enumerate(TURNS):
            utc = later(f"2026-03-0{d + 4} 02:00:00", n)
            rows.append((utc, who, role, ms(utc) if n % 2 else z(utc), f"{text}（{d + 1}）"))
    for n, line in enumerate(chinese_logs(45, 31)):
        utc = later("2026-03-01 00:00:00", n * 270)
        rows.append((utc, "", "system", ms(utc) if n % 3 else z(utc), line))
    rows.sort(key=lambda row: (row[0], row[4]))
    write_csv(
        folder / "bot_messages.csv",
        ("msg_id", "openid", "role", "ts", "content"),
        [(f"{n:06}", who, role, when, text) for n, (_, who, role, when, text) in enumerate(rows, 1)],
        encoding="utf-8-sig",
    )


EXPECTED = Expected(
    memories=tuple(
        mem(text, ms_z(utc) if n % 2 else z(utc), types, f"user:{who}")
        for n, (who, text, utc, types) in enumerate(MEMORIES)
    ),
    never=("毫秒", *(text for _, text in TURNS)),
    evidence=30,
    logs=45,
)
