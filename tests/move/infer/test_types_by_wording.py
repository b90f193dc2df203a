"""The type of a memory by its words alone, and what kind columns call our types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.move import phrases

from satchel.move.infer.types import type_of_kind, type_scores

BANKS = {"preference": phrases.PREFERENCES, "task": phrases.TASKS, "skill": phrases.SKILLS, "fact": phrases.FACTS}


@pytest.mark.parametrize("type_", BANKS)
def test_wording_gives_the_type(type_):
    wrong = [text for text in BANKS[type_] if type_scores(text).best != type_]

    assert len(wrong) <= 0.15 * len(BANKS[type_]), wrong


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("spreadsheets in English give him a headache", "preference"),
        ("下次发布前先跑迁移脚本", "skill"),
        ("还差接口联调", "task"),
        ("用户的女儿叫朵朵", "fact"),
        ("", "fact"),
        ("42", "fact"),
    ],
)
def test_examples(text, type_):
    assert type_scores(text).best == type_


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        # What goes where, what was changed when, who is away: nothing to do and nothing to learn.
        ("Complaints about the ferry timetable go to Mareike first.", "fact"),
        ("投影设备的故障通知统一转给前台", "fact"),
        ("The rowing club swapped its old timer for a laser gate in March.", "fact"),
        ("龙舟队在六月把鼓点软件换成了节拍器", "fact"),
        ("Lothar is on parental leave until 3 October", "fact"),
        ("门卫休假到下月底", "fact"),
        ("Harbour Bakery uses FileMaker for Spring Fair.", "fact"),
        ("备用钥匙锁在二楼的柜子里", "fact"),
        ("Ylva wrote the seating plan of the regatta in May.", "fact"),
        # How texts are wanted.
        ("Skip the pleasantries in offers; begin with the price.", "preference"),
        ("Never send agendas through the chat.", "preference"),
        ("Always state miles in proposals.", "preference"),
        ("For proposals, two pages is the only acceptable length.", "preference"),
        ("Handouts go on yellow paper; anything else gets thrown out.", "preference"),
        ("Keep agendas under ten lines.", "preference"),
        ("When in doubt, Ruth takes porridge rather than waffles.", "preference"),
        ("给她的通知不超过3行", "preference"),
        ("写会议通知别客套，直接说时间地点", "preference"),
        # What is open.
        ("The boat trailer is unresolved – ask the harbour office again.", "task"),
        ("盯一下船坞的报价", "task"),
        ("租船合同悬而未决，接下来找法务看第4条", "task"),
        ("再确认一下门卫有没有收到新名单", "task"),
        # What helped.
        ("Fix for error 81 on the winch: swap the fuse, then reset.", "skill"),
        ("The printer says offline? Unplug it for a minute.", "skill"),
        ("对讲机没声音？换一块电池", "skill"),
        ("排查漏水：先关总阀，还不行再找师傅", "skill"),
        ("船机过热的解决办法：清理滤网", "skill"),
        ("怎样给船底除锈：砂纸打磨后上两遍漆", "skill"),
    ],
)
def test_frames_of_wording(text, type_):
    assert type_scores(text).best == type_


@pytest.mark.parametrize(
    "text",
    [
        "Please send complaints about the ferry to Mareike by Friday.",
        "When the gauge was replaced in March the readings drifted, so recalibrate after each swap.",
        "请尽快把故障通知发给前台",
    ],
)
def test_a_word_of_the_frame_makes_no_fact(text):
    assert type_scores(text).best != "fact"


def test_the_words_that_decided_are_told():
    assert "a headache" in type_scores("spreadsheets in English give him a headache").words


@pytest.mark.parametrize(
    ("kind", "type_"),
    [
        ("UserPreference", "preference"),
        ("memory_type.LESSON", "skill"),
        ("todo", "task"),
        ("经验教训", "skill"),
        ("系统日志", "log"),
        ("sys_log", "log"),
        ("note", "vague"),
        ("zebra", None),
    ],
)
def test_kinds_are_known_in_many_spellings(kind, type_):
    assert type_of_kind(kind) == type_


@given(st.text(max_size=300))
def test_any_text_gets_a_type(text):
    assert type_scores(text).best in {"preference", "task", "skill", "fact", "interaction"}
