"""What is said around a list is told from what stands in it."""

from __future__ import annotations

import pytest

from satchel.text.chatter import is_chatter, is_closing, is_screen


@pytest.mark.parametrize(
    "text",
    [
        "Sure — here is everything I have stored about you:",
        "Of course! Below is a complete export of my memories about you.",
        "Here’s what I know about you so far:",
        "Here you go:",
        "That is the complete set — nothing else is stored.",
        "Is this the complete set? Yes.",
        "Let me know if you'd like me to change anything.",
        "If you want, I can also export it as JSON.",
        "There are no other memories stored.",
        "End of export.",
        "好的，以下是我目前记住的关于你的全部内容：",
        "以上就是我记住的全部内容。",
        "如果有需要更新的内容，请告诉我。",
        "当然可以",
        "目前就这些",
    ],
)
def test_introductions_offers_and_endings_are_chatter(text):
    assert is_chatter(text)


@pytest.mark.parametrize(
    "text",
    [
        "Has a dog named Bit.",
        "Absolutely loves opera.",
        "Here in Lille the user rents a flat.",
        "You can reach the user by bicycle courier only.",
        "If it rains, the user takes the tram.",
        "If you write code, use tabs.",
        "Yes-man culture annoys the user",
        "Happy to help juniors with their first pull request",
        "好友叫小李",
        "希望学会弹钢琴",
        "如果你写代码，用制表符缩进",
        "当然之选是一家茶馆",
        "Likes to let me know early when plans change",
    ],
)
def test_memories_are_not(text):
    assert not is_chatter(text)
    assert not is_screen(text)


@pytest.mark.parametrize(
    "text",
    [
        "Manage memories",
        "Delete all",
        "Copy code",
        "2 weeks ago",
        "Yesterday",
        "3d ago",
        "管理记忆",
        "3天前",
        "全部删除",
    ],
)
def test_words_of_a_screen(text):
    assert is_screen(text)


@pytest.mark.parametrize(
    ("text", "ends"),
    [("(end)", True), ("That's all I have.", True), ("以上就是全部", True), ("That's all wool, no synthetics", False)],
)
def test_endings(text, ends):
    assert is_closing(text) is ends
