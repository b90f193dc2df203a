"""Log lines are told from memories by many weak signs, never by one word."""

from __future__ import annotations

import random

import pytest
from tests.move import phrases
from tests.move.worlds import World

from satchel.move.infer.grouping import learn
from satchel.move.infer.logs import log_score, skeleton


@pytest.fixture
def lines(tmp_path):
    world = World(tmp_path, random.Random(7))
    return [world.log() for _ in range(300)]


def test_log_lines_score_above_zero(lines):
    missed = {line for line in lines if log_score(line).logit <= 0}

    assert len(missed) <= 0.06 * len(lines), missed


@pytest.mark.parametrize("bank", ["PREFERENCES", "TASKS", "SKILLS", "FACTS", "TRICKY_MEMORIES"])
def test_memories_score_below_zero(bank):
    taken = [text for text in getattr(phrases, bank) if log_score(text).logit > 0]

    assert not taken


@pytest.mark.parametrize(
    "text",
    [
        "用户希望日志用中文",
        "User wants error logs summarised daily",
        "Always retry the deploy after clearing the cache",
        "The nightly backup job runs at 02:00 and finishes in 35 minutes",
        "重启 worker 之前先暂停队列",
        "Redis runs on 10.0.0.12:6379 in staging",
    ],
)
def test_memories_about_machines_are_memories(text):
    assert log_score(text).logit < 0


@pytest.mark.parametrize(
    "text",
    [
        "Transcript compressed to 2048 tokens after the third turn",
        "Prompt truncated to 4000 characters for model small-2",
        "对话历史压缩到 1200 个词元后继续",
        "环境变量 LOCK_DIR 未配置，采用默认路径",
        "通知已加入发送队列，流水号 9af301bc",
    ],
)
def test_what_a_program_did_to_its_own_data_is_a_log_line(text):
    assert log_score(text).logit > 0


@pytest.mark.parametrize(
    "text",
    [
        "对账接口超时？重启网关再试",
        "亲测有效：数据库连接失败时先清空连接池",
        "遇到缓存未命中时，重建索引",
        "经理要求备份脚本最多重试4次",
        "The queue is stuck at 40%? Restart the worker.",
        "登录接口报错怎么办？清掉会话缓存",
    ],
)
def test_advice_about_programs_is_no_log_line(text):
    assert log_score(text).logit < 0


def test_templates_show_when_digits_and_ids_are_masked():
    assert skeleton("job 8f3a21bc took 35 ms") == skeleton("job 77aa01ee took 9 ms")


def test_a_kind_column_that_parts_the_rows_decides_unclear_ones(lines):
    rows = [({"k": "z"}, line) for line in lines[:60]]
    rows += [({"k": "q"}, text) for text in phrases.PREFERENCES]
    unclear = "Config reload"

    groups = learn(rows, ["k"], {}, [])

    assert groups.say({"k": "z"}, unclear)[0] > 1
    assert groups.say({"k": "q"}, unclear)[0] < -1


def test_a_column_that_parts_nothing_has_no_say(lines):
    shuffled = random.Random(3)
    rows = [({"k": shuffled.choice("ab")}, line) for line in [*lines[:100], *phrases.PREFERENCES, *phrases.FACTS]]

    groups = learn(rows, ["k"], {}, [])

    assert abs(groups.say({"k": "a"}, "Config reload")[0]) < 0.5
