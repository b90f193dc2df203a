"""What a column is called in a sentence: its name made readable, in the language of the row."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from satchel.move.infer.names import words_of

_HAN = re.compile(r"[\u4e00-\u9fff]")

_PAIRS: Final = """
status 状态|state 状态|stage 阶段|phase 阶段|progress 进度|next step 下一步|next 下一步|next action 下一步|owner 负责人|assignee 负责人|responsible 负责人
due 截止|due date 截止日期|deadline 截止|due at 截止|priority 优先级|importance 重要性|project 项目|team 团队|department 部门|category 分类|type 类型
subject 主题|title 标题|topic 主题|name 名称|task 任务|item 事项|goal 目标|reason 原因|why 原因|context 背景|background 背景|place 地点|location 地点|where 地点
person 人物|people 人物|who 人物|contact 联系人|phone 电话|email 邮箱|city 城市|country 国家|company 公司|job 职业|title of job 职位|role 角色|note 备注|notes 备注|remark 备注
remarks 备注|comment 备注|comments 备注|description 说明|detail 详情|details 详情|amount 金额|price 价格|cost 费用|quantity 数量|date 日期|time 时间|start 开始|end 结束
blocker 阻塞|blockers 阻塞|blocked by 阻塞|risk 风险|impact 影响|cause 原因|root cause 根因|solution 解决办法|fix 解决办法|lesson 教训|outcome 结果|result 结果|decision 决定
trigger 触发|scenario 场景|example 示例|frequency 频率|brand 品牌|color 颜色|size 尺寸|language 语言|reply language 回复语言|timezone 时区|theme 主题|tone 语气|style 风格
birthday 生日|age 年龄|gender 性别|address 地址|hobby 爱好|hobbies 爱好|favorite 最爱|favourite 最爱|diet 饮食|allergy 过敏|allergies 过敏|nickname 昵称|channel 渠道|source 来源
version 版本|module 模块|component 组件|environment 环境|effort 工作量|estimate 预估|milestone 里程碑|sprint 迭代|customer 客户|client 客户|tags 标签|level 级别
created 创建时间|updated 更新时间|content 内容|text 内容|value 值|key 键|rating 评分|author 作者|relation 关系|relationship 关系|object 对象|last contact 上次联系
"""
_TO_HAN: Final = {
    pair.rpartition(" ")[0].strip(): pair.rpartition(" ")[2]
    for line in _PAIRS.strip().splitlines()
    for pair in line.split("|")
}
_TO_ENGLISH: Final[dict[str, str]] = {}
for _english, _han in _TO_HAN.items():
    _TO_ENGLISH.setdefault(_han, _english)
_PINYIN: Final = dict(
    pair.split()
    for pair in "zhuangtai 状态|jindu 进度|xiayibu 下一步|fuzeren 负责人|jiezhi 截止|jiezhiriqi 截止日期|youxianji 优先级|xiangmu 项目|biaoti 标题|zhuti 主题"
    "|mingcheng 名称|neirong 内容|beizhu 备注|leixing 类型|fenlei 分类|yuanyin 原因|didian 地点|shijian 时间|riqi 日期|xingming 姓名|chengshi 城市|dianhua 电话"
    "|zt 状态|fzr 负责人|xyb 下一步|bz 备注|bt 标题|mc 名称|yxj 优先级|jzrq 截止日期|renwu 任务|jieduan 阶段|bumen 部门|houxu 后续|qixian 期限|guanxi 关系|zhiwei 职位|gongsi 公司|jieguo 结果|miaoshu 描述|shuoming 说明|jine 金额|shuliang 数量".split(
        "|"
    )
)
_SHORT: Final = dict(
    pair.split(":")
    for pair in "stat:status|sts:status|st:status|prio:priority|pri:priority|prty:priority|proj:project|prj:project|asg:assignee|asgn:assignee|resp:responsible"
    "|nxt:next step|nx:next step|ddl:deadline|dl:deadline|nt:note|rmk:remark|rem:remark|cmt:comment|subj:subject|ttl:title|tit:title|cat:category|dept:department"
    "|loc:location|addr:address|tel:phone|qty:quantity|amt:amount|lang:language|ver:version|env:environment|org:company|cust:customer|ctx:context|src:source|rel:relation"
    "|nextstep:next step|duedate:due date|tz:timezone|lvl:level|imp:importance|own:owner|ownr:owner".split("|")
)
"""Abbreviations of column names as people write them."""
_DROPPED: Final = frozenset("id code no key fk name txt text desc str col f fld t lbl label val cd nm".split())


@lru_cache(maxsize=4096)
def label_of(column: str, *, chinese: bool) -> str:
    """A readable name: `next_step` gives `next step` in an English row and 下一步 in a Chinese one.

    Unknown words stay as they are; `status_id` loses its `id`, since the label stands there and not the code.
    """
    last = column.rsplit(".", 1)[-1].lstrip("^$")
    words = list(words_of(last)) or [last]
    while len(words) > 1 and words[-1] in _DROPPED:
        words.pop()
    while len(words) > 1 and words[0] in ("f", "fld", "col", "c", "t", "tbl", "cur", "current", "task", "todo"):
        words.pop(0)
    joined = "".join(words)
    plain = _SHORT.get(joined) or " ".join(_SHORT.get(word, word) for word in words)
    if chinese:
        return _TO_HAN.get(plain) or _PINYIN.get(joined) or plain
    if _HAN.search(plain):
        return _TO_ENGLISH.get(plain, plain)
    return _TO_ENGLISH.get(_PINYIN.get(joined, ""), "") or plain
