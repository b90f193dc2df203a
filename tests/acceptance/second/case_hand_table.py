"""A table kept by hand in a Chinese spreadsheet: title above the header, seven ways to write a date, a column for voided rows."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected, Memory
from tests.acceptance.folders.files import write_text
from tests.acceptance.second.words import LESSON, RULE, F, P, T, W, mem, told

ROWS = (
    # date as written, instant, precision, what, remark, types
    ("2026/3/4", "2026-03-04", "day", "家里的宽带是电信一千兆，账号贴在路由器背面", "", F),
    ("2026-03-05", "2026-03-05", "day", "写周报不要用“赋能”这种词", "说了三遍", P),
    ("2026年3月6日", "2026-03-06", "day", "女儿小禾对花生过敏", "", F),
    ("20260308", "2026-03-08", "day", "月底前给物业交车位费", "", T),
    ("2026.3.9", "2026-03-09", "day", "喜欢喝凤凰单丛，不喝咖啡", "", P),
    ("2026/3/11", "2026-03-11", "day", "导出表格要用横向页面，不然打印会断列", "踩过坑", LESSON),
    ("2026-3-12", "2026-03-12", "day", "老板姓区，念欧", "", F),
    ("2026/3/15", "2026-03-15", "day", "爸爸每周日早上要去打太极", "", W),
    ("2026年3月16日", "2026-03-16", "day", "回复客户一律用“您”", "", RULE),
    ("2026/3/18", "2026-03-18", "day", "三月二十五号前订好去厦门的高铁票", "", T),
    ("20260319", "2026-03-19", "day", "公司报销系统每月二十号关账", "", F),
    ("2026.3.20", "2026-03-20", "day", "不喜欢在表格里写英文", "重要", P),
    ("2026-03-22", "2026-03-22", "day", "车牌尾号是 7，周二限行", "", F),
    ("2026/3/23", "2026-03-23", "day", "妈妈的生日是农历四月初八", "", F),
    ("2026/3/25", "2026-03-25", "day", "PPT 首页不要放日期", "", P),
    (
        "2026年3月27日",
        "2026-03-27",
        "day",
        "上次合并单元格后公式全错了，以后不要合并单元格",
        "",
        ("skill", "preference"),
    ),
    ("2026-03-28", "2026-03-28", "day", "记得续费域名，四月十号到期", "", T),
    ("2026/3/30", "2026-03-30", "day", "住在杭州滨江，上班在西湖区", "", F),
    ("20260401", "2026-04-01", "day", "孩子的班主任是洪老师", "", F),
    ("2026.4.2", "2026-04-02", "day", "习惯晚上十点以后不看消息", "", W),
    ("2026/4/5", "2026-04-05", "day", "打印机要先开机等一分钟再连，否则搜不到", "", LESSON),
    ("2026-04-07", "2026-04-07", "day", "电脑是联想小新，内存三十二 G", "", F),
    ("2026/4/9", "2026-04-09", "day", "偏好简短的邮件，三句话以内", "", P),
    ("2026年4月12日", "2026-04-12", "day", "五一要带父母去黄山，待订酒店", "", T),
    ("2026/4/13", "2026-04-13", "day", "合同编号规则是年份加部门加三位流水", "", F),
    ("", None, "", "弟弟在成都做动画", "忘了哪天", F),
)
VOID = (
    ("2026/3/7", "喜欢拿铁", "√"),
    ("2026/3/14", "住在余杭", "√"),
    ("2026-03-21", "车牌尾号是 3", "是"),
    ("2026/4/3", "班主任是金老师", "√"),
)


def build(folder: Path) -> None:
    lines = ["小助手记忆表（手工维护，别改格式）,,,,", ",,,,", "序号,日期,内容,备注,作废"]
    body = [f"{date},{what},{remark}," for date, _, _, what, remark, _ in ROWS]
    for place, (date, what, mark) in zip((3, 8, 15, 22), VOID, strict=True):
        body.insert(place, f"{date},{what},,{mark}")
    for n, line in enumerate(body, 1):
        if n == 20:
            lines += [",,,,", "——以下是四月的——,,,,"]
        lines.append(f"{n},{line}")
    lines += [",,,,", f"合计,,{len(body)} 条,,"]
    write_text(folder / "记忆表.csv", "\r\n".join(lines) + "\r\n", "gb18030")
    write_text(
        folder / "调用记录.csv",
        "时间,接口,状态码,耗时ms\r\n"
        + "".join(
            f"2026/3/{n % 27 + 1} 08:{n:02}:00,/v1/chat,{200 if n % 7 else 500},{300 + n * 13}\r\n" for n in range(30)
        ),
        "gb18030",
    )


def _one(row: tuple[str, str | None, str, str, str, tuple[str, ...]]) -> Memory:
    _, day, precision, what, remark, types = row
    at = f"{day}T00:00:00Z" if day else None
    return told(what, at=at, types=types, precision=precision) if remark else mem(what, at, types, precision=precision)


EXPECTED = Expected(
    memories=tuple(_one(row) for row in ROWS),
    max_rejected=3 + len(VOID),
    never=("合计", "以下是四月", "别改格式", "/v1/chat", *(what for _, what, _ in VOID)),
)
