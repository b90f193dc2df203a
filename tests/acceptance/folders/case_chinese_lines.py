"""JSON Lines with Chinese keys: kinds in Chinese, milliseconds, two users, system rows between the memories."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, SKILL, TASK, Expected, Memory
from tests.acceptance.folders.files import epoch, write_jsonl

ROWS = [
    ("小周", "偏好", "表格里别写英文，单位也用中文", "2026-03-01 02:10:00", PREFERENCE),
    ("小周", "事实", "公司在苏州工业园，楼下有家兰州拉面", "2026-03-02 05:00:00", FACT),
    ("老秦", "偏好", "喝乌龙茶，不喝冰的", "2026-03-02 09:30:00", PREFERENCE),
    ("老秦", "待办", "周日前给孙女的自行车打气", "2026-03-04 11:00:00", TASK),
    ("小周", "经验", "导出报表前先关掉筛选，不然会漏行", "2026-03-06 07:45:00", SKILL),
    ("老秦", "事实", "退休前在铁路上干了三十年", "2026-03-08 01:20:00", FACT),
    ("小周", "待办", "联系物业修地下车库的灯", "2026-03-09 10:05:00", TASK),
]
SYSTEM = ["心跳正常", "模型切换完成", "向量索引重建，用时 4.2 秒", "令牌即将过期，已自动续期"]


def build(folder: Path) -> None:
    lines: list[dict[str, object]] = [
        {"序号": n, "用户": who, "类别": kind, "内容": text, "时间": epoch(when) * 1000 + 7 * n}
        for n, (who, kind, text, when, _) in enumerate(ROWS)
    ]
    lines += [
        {
            "序号": 100 + n,
            "用户": "",
            "类别": "系统",
            "内容": SYSTEM[n % 4],
            "时间": (epoch("2026-03-01 00:00:00") + n * 3600) * 1000,
        }
        for n in range(28)
    ]
    lines.sort(key=lambda line: int(str(line["时间"])))
    write_jsonl(folder / "记忆库.jsonl", lines)


EXPECTED = Expected(
    memories=tuple(
        Memory(
            text=text,
            types=types,
            at=f"{when.replace(' ', 'T')}.{7 * n:03d}Z",
            scope=f"user:{who}",
            precision="millisecond",
        )
        for n, (who, _, text, when, types) in enumerate(ROWS)
    ),
    never=("心跳", "模型切换", "向量索引", "令牌"),
    evidence=0,
    logs=28,
    rows=35,
)
