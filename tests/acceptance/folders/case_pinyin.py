"""A home-made Chinese assistant with names in pinyin and times in Chinese writing."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_sqlite

ROWS = [
    ("lihua", "pianhao", "不喜欢在表格里出现英文缩写", "2026年3月4日 15:20", PREFERENCE, "2026-03-04T15:20:00Z"),
    ("lihua", "shishi", "在杭州滨江上班，每天骑车通勤", "2026年3月6日 08:05", FACT, "2026-03-06T08:05:00Z"),
    ("zhangwei", "pianhao", "喝美式，不加糖", "2026年3月6日 21:40", PREFERENCE, "2026-03-06T21:40:00Z"),
    ("zhangwei", "renwu", "四月底之前交职称材料", "2026年3月10日 09:00", TASK, "2026-03-10T09:00:00Z"),
    ("lihua", "renwu", "给外婆买一台大字体的收音机", "2026年3月12日 19:33", TASK, "2026-03-12T19:33:00Z"),
    ("zhangwei", "shishi", "儿子小名叫豆包，上中班", "2026年3月15日 20:11", FACT, "2026-03-15T20:11:00Z"),
    ("lihua", "pianhao", "周末希望晚一点再收到提醒", "2026年3月21日 10:00", PREFERENCE, "2026-03-21T10:00:00Z"),
    ("zhangwei", "shishi", "膝盖做过手术，不能爬山", "2026年4月1日 07:58", FACT, "2026-04-01T07:58:00Z"),
]
NOISE = [
    "qidong wancheng, haoshi 312ms",
    "数据库连接已重置",
    "qingqiu shibai: 超时",
    "定时备份完成，大小 18MB",
    "配置已重新加载",
]


def build(folder: Path) -> None:
    rows: list[tuple[object, ...]] = []
    for n, (who, kind, text, when, _, _) in enumerate(ROWS):
        rows.append((len(rows) + 1, who, text, kind, when))
        for k in range(4):
            rows.append((len(rows) + 1, None, NOISE[(n * 4 + k) % len(NOISE)], "rizhi", f"2026年4月{2 + n}日 0{k}:00"))
    write_sqlite(
        folder / "zhushou.db",
        {
            "CREATE TABLE jiyi (bianhao INTEGER PRIMARY KEY, yonghu TEXT, neirong TEXT, leixing TEXT, shijian TEXT)": rows
        },
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=at, precision="minute", scope=f"user:{who}")
        for who, _, text, _, types, at in ROWS
    ),
    never=("qidong", "数据库连接", "定时备份", "配置已重新加载"),
    evidence=0,
    logs=32,
    rows=40,
)
