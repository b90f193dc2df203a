"""A Chinese task assistant: tasks with codes, a table of states, a table of people, and a log of operations."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import ANY, TASK, WISH, Expected, Memory
from tests.acceptance.folders.files import write_sqlite

STATES = {0: "待排期", 1: "进行中", 2: "等待客户确认", 3: "已上线", 9: "已搁置"}
PEOPLE = {"E07": "沈若岚", "E12": "纪大同", "E15": "罗小蓓"}
TASKS = [
    (301, "小程序首页改版", 1, "E07", "周五前给出两版视觉稿", "2026-03-02 09:30:00"),
    (302, "对账接口超时排查", 1, "E12", "先在预发环境打开慢查询日志", "2026-03-03 14:05:12"),
    (303, "合同模板法务复核", 2, "E15", "等对方法务回邮件", "2026-03-05 10:00:00"),
    (304, "年会场地预订", 9, "E15", "预算批下来之后再问", "2026-03-06 16:45:30"),
    (305, "会员积分清零提醒", 3, "E07", "观察一周投诉量", "2026-03-09 11:20:00"),
    (306, "旧打印机报废流程", 0, "E12", "找行政要资产编号", "2026-03-10 08:55:41"),
    (307, "英文版帮助中心", 0, "E07", "先翻译退款和发票两章", "2026-03-12 17:31:09"),
    (308, "客服话术知识库去重", 1, "E15", "按产品线分三批处理", "2026-03-16 09:12:00"),
]
LIKES = [
    ("周报请控制在五条以内，不要写成流水账", "2026-03-04 18:00:00"),
    ("会议尽量安排在下午三点以后", "2026-03-11 09:10:00"),
]


def build(folder: Path) -> None:
    write_sqlite(
        folder / "数据" / "助理.db",
        {
            "CREATE TABLE 任务表 (编号 INTEGER PRIMARY KEY, 标题 TEXT, 状态 INTEGER, 负责人 TEXT, 下一步 TEXT, 创建时间 TEXT)": TASKS,
            "CREATE TABLE 状态表 (代码 INTEGER, 名称 TEXT)": list(STATES.items()),
            "CREATE TABLE 人员表 (工号 TEXT, 姓名 TEXT, 部门 TEXT)": [
                (code, name, dept) for (code, name), dept in zip(PEOPLE.items(), ["设计", "后端", "运营"], strict=True)
            ],
            "CREATE TABLE 主人习惯 (序号 INTEGER, 说明 TEXT, 记录于 TEXT)": [
                (n, text, when) for n, (text, when) in enumerate(LIKES, 1)
            ],
            "CREATE TABLE 操作日志 (id INTEGER, 时间 TEXT, 级别 TEXT, 内容 TEXT)": [
                (n, f"2026-03-{1 + n % 28:02d} 0{n % 9}:1{n % 6}:00", ("INFO", "WARN")[n % 5 == 0], text)
                for n, text in enumerate(
                    [
                        f"{what}{n}"
                        for n in range(8)
                        for what in (
                            "同步钉钉日程完成，条数=",
                            "推送消息失败，重试次数=",
                            "定时任务启动 job_",
                            "缓存命中率刷新 ",
                        )
                    ]
                )
            ],
        },
    )


EXPECTED = Expected(
    memories=(
        *(
            Memory(
                parts=(title, STATES[state], PEOPLE[who], following),
                types=TASK,
                at=when.replace(" ", "T") + "Z",
                scope=ANY,
            )
            for _, title, state, who, following, when in TASKS
        ),
        *(Memory(text=text, types=WISH, at=when.replace(" ", "T") + "Z") for text, when in LIKES),
    ),
    never=("同步钉钉", "推送消息失败", "缓存命中率", "定时任务启动"),
    # Who sits in which department is a lookup table here; keeping the three people as facts is no mistake.
    tolerated=("设计", "后端", "运营"),
    evidence=0,
    logs=32,
    rows=50,
)
