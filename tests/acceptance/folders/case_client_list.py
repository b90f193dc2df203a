"""A sales assistant's list of clients: a CSV in GB18030 with semicolons, as an old spreadsheet program writes it."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import ANY, WISH, Expected, Memory
from tests.acceptance.folders.files import write_csv

CLIENTS = [
    ("顾明远", "苏州恒泽纺织", "喜欢先看样布再谈价格", "女儿在读高三，六月前不要约晚饭", "2026/3/2"),
    ("谭慧", "佛山照信灯饰", "只收微信语音，不爱看长文字", "去年退过一批货，对包装很敏感", "2026/3/5"),
    ("欧阳钧", "台州开元阀门", "报价单要含税价", "和顾总是大学同学", "2026/3/9"),
    ("石榴", "成都半亩茶舍", "不喝咖啡，见面约茶馆", "正在装修第二家店", "2026/3/13"),
    ("韦一帆", "柳州鑫隆食品", "希望每月十五号对账", "螺蛳粉出口线刚拿到认证", "2026/3/17"),
    ("艾山江", "喀什丝路干果", "节日问候用维吾尔语更好", "仓库在郊区，发货要提前两天", "2026/3/24"),
    ("凌薇", "威海海晏渔具", "周末不谈工作", "偏远地区运费由她承担", "2026/3/30"),
    ("邝家辉", "珠海𬭚达精密", "图纸一律要矢量文件", "公司名里有生僻字，合同里别写错", "2026/4/2"),
]


def build(folder: Path) -> None:
    write_csv(
        folder / "客户资料" / "客户备忘（旧版）.csv",
        ["客户", "公司", "偏好", "备注", "登记日期"],
        CLIENTS,
        delimiter=";",
        encoding="gb18030",
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(
            parts=(name, company, liking, note),
            types=WISH,
            at=f"2026-{int(day.split('/')[1]):02d}-{int(day.split('/')[2]):02d}T00:00:00Z",
            precision="day",
            scope=ANY,
        )
        for name, company, liking, note, day in CLIENTS
    ),
    evidence=0,
    logs=0,
    rows=8,
)
