"""A diary kept by an agent as a markdown table, saved on an old Chinese Windows: GBK and CRLF."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, SKILL, TASK, Expected, Memory
from tests.acceptance.folders.files import write_text

ROWS = [
    ("2026-04-01", "偏好", "早上八点以前不要推送消息", PREFERENCE),
    ("2026-04-03", "事实", "对象在南京读博，两周见一次", FACT),
    ("2026-04-08", "待办", "把阳台的绿萝换到大花盆里", TASK),
    ("2026-04-12", "经验", "打印店晚上九点后关门，急件要提前下单", SKILL + FACT),
    ("2026-04-15", "偏好", "推荐电影时不要剧透结局", PREFERENCE),
    ("2026-04-20", "事实", "左手腕有旧伤，打字不能太久", FACT),
]


def build(folder: Path) -> None:
    lines = ["# 小助手的记忆", "", "下表由助手自动维护。", "", "| 日期 | 类别 | 内容 |", "| --- | --- | --- |"]
    lines += [f"| {day} | {kind} | {text} |" for day, kind, text, _ in ROWS]
    write_text(folder / "记忆.md", "\r\n".join(lines) + "\r\n", "gbk")


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=f"{day}T00:00:00Z", precision="day") for day, _, text, types in ROWS
    ),
    never=("---", "| 日期"),
    tolerated=("下表由助手自动维护",),
    evidence=0,
    logs=0,
)
