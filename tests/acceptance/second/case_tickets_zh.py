"""A ticket database of a small team: four code tables, next steps, withdrawn tickets, an operation log."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_sqlite
from tests.acceptance.second.words import chinese_logs, later, local, told

STATES = {1: "待排期", 2: "设计中", 3: "开发中", 4: "联调中", 5: "已上线"}
LEVELS = {10: "紧急", 20: "普通", 30: "可缓"}
MODULES = {101: "支付网关", 102: "会员中心", 103: "报表", 104: "小程序"}
TICKETS = (
    ("退款回调偶发丢单", 3, 10, 101, "补充幂等表后灰度百分之十", "2026-03-02 01:30:00"),
    ("会员等级页面加载慢", 2, 20, 102, "等设计稿定了再拆接口", "2026-03-02 03:10:00"),
    ("月报导出缺最后一天", 4, 10, 103, "和财务核对三月数据", "2026-03-03 02:00:00"),
    ("小程序登录弹窗重复出现", 3, 20, 104, "复现步骤发给前端", "2026-03-03 07:45:00"),
    ("支付渠道新增云闪付", 1, 30, 101, "等商务签合同", "2026-03-04 06:20:00"),
    ("积分过期提醒改成提前七天", 5, 20, 102, "观察一周投诉量", "2026-03-05 01:05:00"),
    ("报表权限按门店隔离", 2, 10, 103, "找法务确认字段", "2026-03-06 08:00:00"),
    ("小程序分享图被裁切", 1, 30, 104, "先收集机型", "2026-03-06 09:30:00"),
    ("对账文件编码乱码", 4, 20, 101, "统一改成带签名的格式", "2026-03-09 02:40:00"),
    ("会员合并后优惠券丢失", 3, 10, 102, "写补偿脚本", "2026-03-09 05:15:00"),
    ("日报邮件发送两次", 5, 20, 103, "关掉旧的定时任务", "2026-03-10 00:50:00"),
    ("小程序暗色模式文字看不清", 2, 30, 104, "换一套色板", "2026-03-11 03:33:00"),
    ("支付超时时间改为十五分钟", 3, 20, 101, "通知三家渠道", "2026-03-12 06:06:00"),
    ("会员生日礼包重复发放", 4, 10, 102, "加唯一索引", "2026-03-13 02:22:00"),
    ("报表增加同比列", 1, 30, 103, "产品写口径说明", "2026-03-16 01:11:00"),
    ("小程序地址选择器闪退", 3, 10, 104, "升级基础库再测", "2026-03-17 04:44:00"),
    ("网关证书四月到期", 1, 10, 101, "申请新证书并演练切换", "2026-03-18 07:07:00"),
    ("会员导入支持手机号脱敏", 5, 20, 102, "写操作手册", "2026-03-19 08:18:00"),
)
WITHDRAWN = (
    ("首页换成红色主题", 1, 30, 104, "等老板拍板", "2026-03-04 02:00:00"),
    ("报表接入语音播报", 1, 30, 103, "调研供应商", "2026-03-11 02:00:00"),
    ("会员页面加弹幕", 2, 30, 102, "画原型", "2026-03-12 02:00:00"),
)


def build(folder: Path) -> None:
    rows = []
    for n, (title, state, level, module, step, utc) in enumerate([*TICKETS, *WITHDRAWN], 1):
        rows.append((f"WO-{n:04}", title, state, level, module, step, local(utc, 0), int(n > len(TICKETS))))
    logs = chinese_logs(50, 5)
    write_sqlite(
        folder / "gongdan.db",
        {
            "CREATE TABLE 字典_状态 (代码 INTEGER, 名称 TEXT)": list(STATES.items()),
            "CREATE TABLE 字典_优先级 (代码 INTEGER, 名称 TEXT)": list(LEVELS.items()),
            "CREATE TABLE 字典_模块 (代码 INTEGER, 名称 TEXT)": list(MODULES.items()),
            "CREATE TABLE 工单 (编号 TEXT, 标题 TEXT, 状态 INTEGER, 优先级 INTEGER, 模块 INTEGER, 下一步 TEXT,"
            " 创建时间 TEXT, 已撤销 INTEGER)": rows,
            "CREATE TABLE 运行日志 (序号 INTEGER, 时间 TEXT, 级别 TEXT, 内容 TEXT)": [
                (n, later("2026-03-02 00:00:00", n * 313), ("INFO", "WARN", "ERROR")[n % 3], line)
                for n, line in enumerate(logs)
            ],
        },
    )


EXPECTED = Expected(
    memories=tuple(
        told(
            title,
            STATES[state],
            LEVELS[level],
            MODULES[module],
            step,
            at=utc.replace(" ", "T") + "Z",
            types=("task", "fact"),
        )
        for title, state, level, module, step, utc in TICKETS
    ),
    never=tuple(row[0] for row in WITHDRAWN),
    logs=50,
    max_rejected=len(WITHDRAWN),
)
