"""What a memory points to and does not hold is found; what it does hold is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.text.reference import unresolved_references

UNRESOLVED = {
    "thing": [
        "那个东西", "用户要求的那个方案", "把那个东西做完", "用户说，那个东西别忘了", "上次那个方案继续", "继续做这个项目", "那件事不要再提",
        "就用那个吧", "那個東西放在家裡", "that thing", "Finish that thing", "The user wants that thing", "use the other one",
        "Remember that thing we discussed", "Do that thing the user asked for", "Fix that bug", "Continue with this project.",
    ],
    "earlier": [
        "上次那个", "同上", "如上所述，都要改", "跟上次一样", "用户想要上次说的那个", "之前讨论的方案继续", "按上次说的做",
        "as above", "As mentioned before, use tabs", "Same as last time", "what we discussed", "see above",
        "Scrap that, the user prefers the ferry", "Per the thread, shipping moves to Thursdays", "Tried all of the above, none helped", "User loved your last suggestion",
        "The snippet I pasted fails on Rust 1.70", "The user read what she wrote earlier and apologised", "Use the spacing you suggested",
        "见上表，B 列为含税价", "用户看完以上五条建议", "上轮对话的结论有误", "按咱们商量好的，报价先不写运费", "办法见刚才那段讨论",
    ],
    "person": ["他说下次发版", "她喜欢红色", "对方不同意", "he said to use tabs", "She prefers tea", "Their office is in Berlin"],
    "time": [
        "昨天改了密码", "昨儿夜里宝宝发烧", "这两天降温", "A fortnight ago the user switched to decaf", "明天开会", "用户下周去北京", "三天前买的书", "next week the user travels", "The user was in Paris yesterday",
        "two weeks ago the user moved", "The user starts next Monday",
    ],
}  # fmt: skip

RESOLVED = [
    "那个叫小白的猫很可爱", "用户养了一只猫，他叫小白", "用户说他喜欢茶", "小明是用户的同事，他住在上海", "数据库连不上，这个问题要先修",
    "周五发布用的那个脚本在 tools 目录", "迁移方案分三步，这个方案由小李负责", "其他人不用通知", "吉他课每周三", "他叫小明，是用户的同事",
    "项目叫小白，这个项目用 Python", "这个项目叫小白", "《昨天》是用户最喜欢的歌", "每天喝水", "用户用今日头条看新闻", "他人的数据不要动",
    "代码规范：缩进用四个空格。上述规则适用于所有项目", "那个项目经理叫王芳", "用户之前做的项目是电商网站", "用户不喜欢表格里写英文",
    "2026-03-01 写下：明天开会", "用户喜欢“那个东西”这首歌",
    "The user said that the user likes tea", "the project that uses Rust", "Alice said he is late", "His name is Tom",
    "That thing called Kindle is broken", "The user thinks that things are fine", "The project that issues invoices is in Go",
    "I like that idea of weekly reviews", "The migration project is late; this project needs help", "as described in RFC 2119",
    "The user reads USA Today", '"Yesterday" is the favourite song of the user', "When he arrives, Tom calls the user",
    "The user met Anna on 2026-03-01; she visits tomorrow", "Temperatures above 30 degrees bother the user",
    "The user prefers this approach: small commits", "The user's team is small and they meet daily",
    "Use tabs in Go, spaces elsewhere. The above applies to all repositories", "The user's last name is Smith", "",
]  # fmt: skip


POINTERS = [
    "Please do not share this with anyone", "User refused to pay for those", "Both options are fine for the user",
    "Only the third recipe turned out well", "The plan that she made is too ambitious for one person", "The reason was never given",
    "Whichever of the two is faster, use it", "Remind user to thank them for the flowers", "User prefers the original",
    "User wants to go there again", "The first two can be skipped", "User felt that the former offered better support",
    "User was disappointed by the outcome", "It runs on Tuesdays", "That one is too small",
    "The last three photos are blurred", "User declined their invitation", "User wondered what that house costs", "User felt ill that evening",
    "That man owes the user a beer", "The two points above hold here too", "Same as always, no sugar", "This app is far too slow",
    "This is too salty for the user", "Tell him: no more calls", "User was told how it turned out",
    "最后两页太挤", "用户觉得还是原来的耐看", "同样的毛病又犯了", "用短的那一版", "那晚用户没睡好", "面试时对方问了很多", "这份文件太长",
    "那批货卡在海关了", "用户把钱还给了他", "同一家店，再买两双", "第三个最合用户的心意", "用户终于把问题解决了", "用户更喜欢原版", "以后忽略第二段",
    "用户对结果很失望", "用户已经和他们谈妥了价格", "用户想再去一次那儿", "再做一次，字体大一些", "前面两条可以合并", "原因一直没有说",
]  # fmt: skip
"""What points back, wherever it stands in its sentence."""
NAMED = [
    "User taught herself to sail", "The theme of the site is dark", "User hates to repeat himself", "This file is kept by the assistant",
    "This machine has two disks", "This is Bella, the greyhound of the user", "These may enter: Ana, Tom and Yusuf",
    "There was this one summer when the well dried up", "User bought a bike from this dealer, Marek, in Brno", "The plan is to retire at sixty",
    "The decision was made to sell the boat", "Correction: the cat is called Miso, not Mika as noted before", "User hikes alone, like I do",
    "User swims alone and feels the same way about running", "Back then, in 1998, user played the drums", "Break it down: one act at a time",
    "It helps the user to have a list", "It would help the user if builds were faster", "It goes without saying that user pays",
    "User likes it here in Malmö", "Each driver checks his tyres", "Call this.load() before the first render", "Proofread your draft twice",
    "快递员到了请让他按门铃", "谈判时先听对方的条件", "用户和她先生在大学认识", "用户讨厌别人这么叫他", "用户在根特认识了露丝，他们后来结婚了",
    "这份清单由脚本生成", "这个项目用 pnpm", "这是用户的灰狗，叫贝拉", "用户喜欢这样安排一天：早上写作，下午开会",
    "User keeps those receipts that are older than a year", "Both of the user's grandmothers are alive", "User lives on the third floor",
    "User told Marta that the invoice she sent was wrong", "Before she became a nurse, Clara studied law", "User always takes the same seat",
    "User explains the problem before the answer", "The meeting about the budget was moved to Friday", "User tries to keep it simple",
    "User has the keys with him", "Anyone who joins the team gets their own laptop", "User's guilty pleasure is the film The Day After Tomorrow",
    "Bo gave the user a bike and he rides it daily", "If the user asks for a recipe, give it in grams", "User listens to music and turns it off at ten",
    "Allergic to penicillin; it gives her a rash", "User is one of those people who never nap", "In this house nobody wears shoes",
    "That order number is 20260301445", "This is the door code: 4471", "Read this note before the call", "He who laughs last laughs best",
    "用户把前面的座位留给老人", "他山之石是用户公众号的名字", "在这个家里没人穿鞋", "这串数字 4539 1488 0343 是工单号",
    "用户有三把吉他，红的那把最旧", "用户那辆车是 2015 年买的", "用户这个人很守时", "小说的第一版有四百页", "用户签合同之前会先看一遍", "用户希望别人叫他的名字",
    "用户每次都坐同一个位置", "用户把旧手机给了弟弟，让他先用", "用户当时年纪小，在外婆家长大", "用户会把文件按日期归档", "这款西门子洗衣机很好用",
    "用户把方案改了三版才交给客户", "用户在深圳的那套房子租给了表妹",
]  # fmt: skip
"""What only looks like it: named before, named behind, or said of any day."""


@pytest.mark.parametrize("text", POINTERS)
def test_a_pointer_is_found_wherever_it_stands(text: str) -> None:
    assert unresolved_references(text, include_time=False) != []


@pytest.mark.parametrize("text", NAMED)
def test_a_pointer_to_something_named_is_left_alone(text: str) -> None:
    assert unresolved_references(text, include_time=False) == []


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in UNRESOLVED.items() for text in texts])
def test_a_reference_without_its_object_is_found(kind: str, text: str) -> None:
    found = unresolved_references(text)
    assert kind in {reference.kind for reference in found}
    for reference in found:
        assert text[reference.start : reference.end] == reference.text
        assert reference.text in reference.message


@pytest.mark.parametrize("text", RESOLVED)
def test_a_resolved_reference_is_left_alone(text: str) -> None:
    assert unresolved_references(text) == []


def test_relative_days_can_be_left_out_when_the_day_of_writing_is_kept() -> None:
    assert unresolved_references("明天开会", include_time=False) == []
    assert [r.kind for r in unresolved_references("那个东西明天要用", include_time=False)] == ["thing"]


HABITS = [
    "Every Sunday the user cooks for the next week", "The dashboard shows yesterday's sales", "Each morning the user plans what is due tomorrow",
    "Logs older than a week ago are deleted", "Ask the user each morning what is planned for today",
    "If asked for today's forecast, answer in Celsius", "When the user says next week, count from Monday", "User likes to read yesterday's log with tea",
    "User prefers to plan next week on Fridays", "Put today's date on top of each page", "Show the tasks that are due today in bold",
    "Never book anything for tomorrow without asking", "User reads tomorrow's agenda every evening", "The script removes files that were made two weeks ago",
    "In today's world everybody is online",
    "有人问起明天的天气时带上气温", "用户习惯在周五排下周的计划", "信的开头写今天的日期", "明天到期的任务标红", "今天的事今天做完，是用户的座右铭", "用户总在一月就订好明年的假期",
    "看板显示昨天的销售额", "用户每周日做下周的饭", "定时任务删除上个月的文件", "周报对比本周和上周",
]  # fmt: skip
ONCE = [
    "Every user was told yesterday", "From next week the user works from home every Friday", "User trained every day last week",
    "The report was sent yesterday", "If Ana asks for the keys tomorrow, give her the spare ones", "User prefers to meet next Tuesday",
    "User saw yesterday's news", "Send yesterday's report to Ana", "用户问了明天的安排", "用户说下周去北京", "今天到期的房租还没交", "用户上周每天加班", "下个月开始用户每天跑步", "周报昨天发了",
]  # fmt: skip


@pytest.mark.parametrize("text", HABITS)
def test_a_day_within_a_habit_moves_along_with_it(text: str) -> None:
    assert unresolved_references(text) == []


@pytest.mark.parametrize("text", ONCE)
def test_a_day_beside_a_habit_is_still_a_day(text: str) -> None:
    assert [reference.kind for reference in unresolved_references(text)] == ["time"]


@given(st.text(st.sampled_from("那个这上次说的东西方案用户他昨天明 ，。thaing onehe'\"《》")) | st.text(max_size=80))
def test_findings_are_in_order_and_apart(text: str) -> None:
    found = unresolved_references(text)
    ends = [0, *(reference.end for reference in found)]
    assert all(
        reference.start >= end and reference.end > reference.start for reference, end in zip(found, ends, strict=False)
    )


@pytest.mark.parametrize(
    "sign",
    ["1", "一", " ", "that ", "他", "9-", "the ", "它", "A ", "第一", "那些", "reminds that is today ", "每写今天的"],
)
def test_long_runs_of_one_sign_are_searched_in_no_time(sign):
    """With a pattern that starts anew at every place of a run these take minutes."""
    assert len(unresolved_references(sign * 20_000)) <= 8_000


@pytest.mark.parametrize(
    "text",
    [
        "The project is called Heron.",
        "The boat was named Pequod.",
        "The plan is Lisbon in spring.",
        "This user is colour-blind.",
    ],
)
def test_a_name_behind_the_pointer_is_what_it_means(text: str) -> None:
    assert unresolved_references(text) == []
