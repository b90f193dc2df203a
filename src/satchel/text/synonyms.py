"""Words of one meaning, words that exclude each other, and words that say of whom, when and under what condition.

Small on purpose: what everyday notes about a person say again in other words. Each line is a group, English before the bar and
Chinese behind it; the first English word names it. English words match by their stems.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from satchel.text.stem import stem

_GROUPS: Final = """
film movie cinema picture|电影 影片
like love enjoy adore fond fan favour favorite favourite prefer keen appreciate|喜欢 喜爱 热爱 爱好 偏爱 偏好 最爱 钟爱 爱吃 爱喝 爱看 爱听 爱玩 更爱
hate dislike loathe detest despise|讨厌 厌恶 反感 受不了 嫌弃 不喜欢 不爱 嫌
live reside residence home based settled housed dwell|住在 居住 家住 定居 现居 家在 常住 住
work employ job employee working|工作 上班 任职 就职 供职
job profession occupation career|职业 岗位
finish complete done end ready accomplished wrap|完成 做完 写完 结束 搞定 完工 收尾
start begin commence kick|开始 启动 起步 动工
answer reply respond response|回答 回复 答复 回应
buy purchase acquire bought|买 购买 购入 买下 入手
sell sold|卖 出售 卖掉
send deliver ship mailed|发送 寄 寄送 送
child kid children|孩子 小孩
son boy|儿子 男孩
daughter girl|女儿 闺女 女孩
mother mum mom mommy mama|母亲 妈妈 妈 老妈
father dad daddy papa|父亲 爸爸 爸 老爸
wife|妻子 老婆 太太 媳妇
husband|丈夫 老公
spouse partner|爱人 伴侣 另一半
girlfriend|女朋友 女友
boyfriend|男朋友 男友
grandmother grandma granny gran nan|奶奶 外婆 姥姥 祖母
grandfather grandpa granddad|爷爷 外公 姥爷 祖父
brother|哥哥 弟弟 兄弟
sister|姐姐 妹妹 姐妹
flat apartment condo|公寓 房子
house|房屋 老屋 老房子
rent rental lease tenant|租 租金 房租 月租 租赁 租了
own owner belong property|拥有 归 所有 名下
car automobile|汽车 轿车
drive driver|开车 驾驶
bike bicycle cycle cyclist|自行车 单车 骑车
run jog runner|跑步 晨跑 慢跑
shop store|商店 店铺
meeting call sync standup meet|会议 例会 开会 周会 碰头会
deadline due hand-in submit submission|截止 截止日期 截止时间 最晚 之前 提交 交
lead leader manage manager head supervise supervisor charge responsible run oversee|负责 主管 管理 负责人 管 带队 牵头 指导 导师
doctor physician gp|医生 大夫
allergy allergic|过敏 过敏史
vegetarian veggie meat-free meatless|素食 吃素 素食者 素食主义者
vegan|纯素 全素
meat|肉 荤
spicy hot chili|辣
eat food diet meal|吃 饮食 食物 食用
drink beverage|喝 饮用
speak language fluent fluently tongue|说 讲 语言 会说
native mother-tongue|母语
university college uni|大学 高校
school|学校 上学 读书 就读
study major degree|学习 专业 攻读
graduate graduation|毕业
marry married wedding wed|结婚 已婚 成婚
divorce divorced|离婚 离异
single unmarried|单身 未婚
old age aged|年龄 岁
birthday born birth|生日 出生 生于
cat kitten feline|猫 猫咪
dog puppy|狗 狗狗 小狗
use utilise utilize using|用 使用 采用
write writing author|写 撰写 编写 书写
code programming coding program|代码 编程 写代码
editor ide|编辑器 开发工具
database db|数据库
server host machine|服务器 主机
backup backed|备份
deploy deployment rollout release ship|部署 上线 发布
prod production|生产 生产环境 线上
staging stage|预发 预发布 测试环境
repo repository|仓库 代码库
branch|分支
merge|合并
test testing qa|测试
bug defect issue ticket|缺陷 bug 故障
fix repair solve resolve|修复 修好 解决
wiki docs documentation|文档
contract agreement|合同 协议
sign signed signature|签字 签 签署 盖章
invoice bill receipt|发票 账单 票据
pay paid payment|付款 支付 付 花费 花
price cost fee|价格 费用 价钱
salary wage pay|工资 薪水 月薪
holiday vacation|假期 休假 度假
trip travel journey|旅行 旅游 出行
train rail|火车 高铁
flight plane fly|航班 飞机
practice rehearse rehearsal training|练习 排练 训练
choir singing sing|合唱团 唱歌
music|音乐
instrument|乐器
learn study|学 学习
teach teacher teaching tutor|教 老师 教师
mainly mostly primarily chiefly|主要 大多 主要是
short brief concise terse succinct|简短 简洁 简明 精简 精炼
long detailed thorough verbose lengthy elaborate extensive|详细 详尽 冗长
morning early|早上 上午 早晨 清晨
evening night|晚上 夜里 夜晚 傍晚
daily everyday|每天 每日 天天
weekly|每周 每星期 每礼拜
monthly|每月 每个月
yearly annually annual|每年 每一年
weekend|周末
always invariably|总是 一律 一直 始终
never|从不 从来不 绝不
often frequently usually generally typically|经常 常常 通常 一般 平时
avoid skip exclude omit|避免 避开 不要 别
glasses spectacles|眼镜
call address name named called|叫 称呼 称作 名叫 叫做 名字
phone telephone mobile cell|电话 手机
email mail e-mail|邮件 邮箱
help assist support|帮助 帮忙 协助
keep store hold save|保存 存放 存 放
near close nearby|附近 旁边 临近 靠近
neighbour neighbor|邻居 隔壁
alone lone solo|独自 一个人 独居
friend mate buddy|朋友 好友
boss chief|老板 上司 领导
colleague coworker|同事
shared share joint|共享 共用 一起
big large huge|大
small little tiny|小
fast quick rapid swift|快 迅速
tired exhausted|累 疲惫
happy glad pleased|高兴 开心
afraid fear scared|害怕 怕 恐惧
plan intend|计划 打算
want wish would|想 想要 希望 要求
need require must should|需要 必须 应该 要
show display illustrate example|展示 显示 例子 示例
table chart|表格 图表
bullet list bulleted|列表 要点 条目
sleep bed asleep|睡 睡觉 入睡
wake rise gets get-up|起床 醒来
beer|啤酒
wine|葡萄酒 红酒
alcohol alcoholic|酒 喝酒
teetotal sober|戒酒 滴酒不沾
smoke smoker smoking cigarette|抽烟 吸烟
sugar sweet|糖 甜
coriander cilantro|香菜
prescription medicine medication drug|药 药物
dose dosage|剂量
hospital clinic|医院 诊所
company firm employer|公司 单位
office|办公室
remote remotely|远程 居家 在家办公
team squad group|团队 小组
founder found|创办 创立
client customer|客户
boat ship|船
garden allotment yard|花园 院子 菜园
flower bloom|花
tree|树
water watering|浇水 浇
left-handed lefty southpaw|左撇子 左利手
right-handed|右撇子 右利手
open-source|开源
closed shut close|关闭 关门
open|开放 营业 打开
cancel cancelled canceled scrap|取消
move relocate moved|搬 搬家 搬到
quit resign|辞职 离职
pass passed|通过 考过
fail failed|没通过 不及格
won win|赢 获胜
lose lost|输
broken broke|坏 坏了
light bright|浅色 亮色
dark|深色 暗色
"""
_OPPOSITES: Final = (
    ("like", "hate"), ("short", "long"), ("start", "finish"), ("married", "single"), ("marry", "single"),
    ("divorce", "married"), ("vegetarian", "meat"), ("vegan", "meat"), ("open", "closed"), ("own", "rent"), ("pass", "fail"), ("won", "lose"),
    ("remote", "office"), ("light", "dark"), ("left-handed", "right-handed"), ("son", "daughter"), ("buy", "sell"), ("vegan", "cheese"),
    ("morning", "evening"), ("always", "never"), ("single", "wife"), ("single", "husband"), ("teetotal", "beer"), ("teetotal", "wine"),
)  # fmt: skip
_PAIRS: Final = """
window/aisle formal/casual formal/informal public/private enabled/disabled allowed/forbidden allowed/banned allowed/prohibited on/off active/inactive
accept/reject approve/reject approve/deny agree/refuse present/absent increase/decrease tabs/spaces alive/dead alive/died
approved/rejected accepted/declined confirmed/cancelled confirmed/called-off mandatory/optional required/optional metric/imperial celsius/fahrenheit
hot/cold squash/rebase full-time/part-time solved/unsolved temporary/permanent
paid/unpaid free/paid cheap/expensive safe/dangerous married/bachelor full/empty cash/card paper/digital hardback/ebook signed/unsigned
paid/open paid/outstanding paid/overdue paid/unpaid sent/unsent sent/pending finished/unfinished finished/pending done/pending done/unfinished approved/pending fixed/broken fixed/open
booked/cancelled works/fails works/broken lost/found installed/removed installed/uninstalled deleted/exists dropped/works dropped/supported supports/dropped renewed/ends renewed/expired renewed/terminated
hired/fired boy/girl own/borrowed owns/borrowed weaker/stronger waste/best waste/useful quiet/loud walk/drive walks/drives cycles/drives drive/bus drives/bus drive/train drives/tram bus/tram cycle/bus bus/train
bought/inherited bought/gift bought/rented bought/borrowed retired/works sober/drinks online/in-person paperback/ebook minimum/maximum more/fewer most/least better/worse loves/boring loves/bored fascinated/bored
optional/must alone/together allowed/strictly daily/weekly daily/monthly weekly/monthly weekly/fortnightly monthly/quarterly encrypted/plaintext encrypted/unencrypted locked/unlocked full/half
vegan/leather frozen/moving active/frozen active/archived live/offline online/offline delayed/punctual scheduled/cancelled postponed/schedule
wireless/cable native/learned beginner/expert fluent/beginner gluten-free/bread lactose/milk nut/almond renting/owner rents/owner tenant/landlord
expired/under accepted/rejected printed/online original/print lost/hangs granted/denied lit/unlit stopped/running on-call/leave waste/training introvert/extrovert optimist/pessimist urgent/unhurried sweet/savoury manual/automatic petrol/electric diesel/electric gas/electric
vegetarian/steak vegetarian/pork vegetarian/beef vegetarian/chicken vegetarian/lamb vegetarian/bacon vegetarian/fish vegan/steak vegan/butter vegan/milk vegan/honey vegan/egg
已婚/单身 结婚/单身 开放/关闭 允许/禁止 可以/禁止 同意/拒绝 批准/驳回 通过/驳回 接受/拒绝 靠窗/靠过道 正式/口语 公开/私有 公开/保密 开源/闭源 全职/兼职 早起/熬夜 早起/晚睡
买房/租房 自有/租 室内/室外 白天/晚上 增加/减少 升级/降级 深色/浅色 简体/繁体 清淡/重口 燃油/电动 手动/自动 现金/刷卡 内向/外向 乐观/悲观 免费/收费 必填/选填 必须/可选
独生/妹妹 独生/弟弟 独生/哥哥 独生/姐姐 吃素/排骨 吃素/牛排 吃素/羊排 吃素/烤肉 吃素/火锅 素食/牛排 素食/烤肉 戒酒/喝酒 已付/未付 结清/拖欠 退回/没退 续签/到期 续租/退租 允许/不准 允许/不许 可以/不准 可以/不能 免费/收费 免费/元 完好/坏了 修好/坏 找到/丢 丢了/没丢 自动/手工 线上/线下 线上/当面 公历/农历 买的/送的 买的/租的 买的/借 自己买/别人送
男孩/女孩 女/男孩 男/女孩 纯母乳/配方奶 小时工/全职 独居/合租 一个人住/合住 走路/开车 步行/开车 坐地铁/开车 骑车/开车 骑车/地铁 公交/开车 地铁/开车 最喜欢/最讨厌 热爱/讨厌 保留/删除 打包/堂食 备份/没备份 加密/明文 远程/坐班 居家/坐班 批准/没批 签了/没签 签字/不肯签 交了/没交 取消/照常 延期/如期 按时/延期
已还/没还 还了/没还 退休/上班 毕业/在读 辍学/毕业 单休/双休 录用/退稿 录用/退了 切除/还在 采纳/否决 开通/注销 在用/停用 正常/故障 空着/租出去 守时/迟到 守时/晚到 免费/一次收 健在/去世 健在/过世 住校/走读 已经/还没 已/尚未 已/未 已/没
"""
_KIN: Final = frozenset(
    "mother father wife husband spouse girlfriend boyfriend son daughter child brother sister grandmother grandfather boss colleague friend neighbour".split()
)
_MORE_KIN: Final = {
    "aunt": "aunt", "uncle": "uncle", "cousin": "cousin", "nephew": "nephew", "niece": "niece", "landlord": "landlord", "roommate": "flatmate", "flatmate": "flatmate",
    "dentist": "dentist", "doctor": "doctor", "team": "team", "parents": "parents", "父母": "parents", "爸妈": "parents", "爹妈": "parents", "小姨": "maternal aunt", "姨妈": "maternal aunt", "大姨": "maternal aunt", "小姑": "paternal aunt", "姑妈": "paternal aunt", "大姑": "paternal aunt",
    "舅妈": "aunt", "伯父": "uncle", "伯伯": "uncle", "大伯": "uncle", "姑父": "uncle", "姨父": "uncle", "堂妹": "cousin", "堂弟": "cousin", "堂姐": "cousin", "外甥女": "niece", "孙子": "grandson", "孙女": "granddaughter", "grandson": "grandson", "granddaughter": "granddaughter", "stepfather": "stepfather", "stepmother": "stepmother",
    "哥哥": "elder brother", "弟弟": "younger brother", "姐姐": "elder sister", "妹妹": "younger sister", "叔叔": "uncle", "舅舅": "uncle",
    "姑姑": "aunt", "阿姨": "aunt", "表哥": "cousin", "表弟": "cousin", "表姐": "cousin", "表妹": "cousin", "堂哥": "cousin", "室友": "flatmate", "房东": "landlord",
    "岳父": "father-in-law", "岳母": "mother-in-law", "婆婆": "mother-in-law", "公公": "father-in-law", "侄子": "nephew", "侄女": "niece", "外甥": "nephew",
    "爷爷": "grandfather", "外公": "other grandfather", "奶奶": "grandmother", "外婆": "other grandmother", "姥姥": "other grandmother", "姥爷": "other grandfather",
}  # fmt: skip


@cache
def _tables() -> tuple[dict[str, str], dict[str, str], re.Pattern[str]]:
    """English stem → group, Chinese word → group, and what finds those words, the longest first."""
    english: dict[str, str] = {}
    chinese: dict[str, str] = {}
    for line in _GROUPS.strip().splitlines():
        ours, _, theirs = line.partition("|")
        name = ours.split()[0]
        for word in ours.split():
            english.setdefault(stem(word), name)
        for word in theirs.split():
            chinese.setdefault(word, name)
    words = {*chinese, *(word for word in _MORE_KIN if not word.isascii()), *_han_opposites()}
    return english, chinese, re.compile("|".join(sorted(words, key=len, reverse=True)))


def _han_opposites() -> set[str]:
    return {word for pair in _PAIRS.split() if not pair.isascii() for word in pair.split("/") if len(word) > 1}


def meaning_of(word: str) -> str:
    """The group of an English word in small letters, else its stem."""
    root = stem(word)
    return _tables()[0].get(root, root)


def han_meaning_of(word: str) -> str:
    """The group of a Chinese word, else the word."""
    return _tables()[1].get(word, word)


def han_words() -> re.Pattern[str]:
    """Finds the Chinese words of the groups."""
    return _tables()[2]


@cache
def opposites() -> dict[str, frozenset[str]]:
    """Group or word → those that it excludes."""
    found: dict[str, set[str]] = {}
    pairs = [*_OPPOSITES, *(tuple(pair.split("/")) for pair in _PAIRS.split())]
    for one, other in pairs:
        ours = meaning_of(one) if one.isascii() else han_meaning_of(one)
        theirs = meaning_of(other) if other.isascii() else han_meaning_of(other)
        if ours != theirs:
            found.setdefault(ours, set()).add(theirs)
            found.setdefault(theirs, set()).add(ours)
    return {word: frozenset(others) for word, others in found.items()}


def person_of(word: str) -> str | None:
    """Whom a word in small letters names by their relation: wife, 妹妹; None for other words."""
    if word in _MORE_KIN:
        return _MORE_KIN[word]
    group = meaning_of(word) if word.isascii() else han_meaning_of(word)
    return group if group in _KIN else None
