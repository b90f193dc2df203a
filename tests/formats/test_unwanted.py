"""Names of lists of what is not to be remembered, and names that only sound like one."""

from __future__ import annotations

import pytest

from satchel.formats.unwanted import is_unwanted, names_unwanted

LISTS = [
    *"do_not_remember doNotRemember DO-NOT-STORE dont_remember never_remember not_to_remember forget forgotten forget_list".split(),
    *"forgetList forgotten_memories deleted_memories memory_blocklist blocklist memoryBlacklist trash memory_trash deleted tombstones".split(),
    *"removed_facts excluded_memories ignore_list 02_forgotten memories_deleted".split(),
    *("Do not remember", "Don’t remember:", "Things not to remember", "Do not store the following", "Please forget"),
    *("Things I asked you to forget", "Facts to forget", "Deleted memories", "Things you must never remember"),
    *(
        "不要记住",
        "别记",
        "勿记录",
        "不要保存的内容",
        "已忘记的事",
        "已删除的记忆",
        "遗忘清单",
        "记忆黑名单",
        "请勿记住以下内容",
        "需要忘记的内容",
    ),
]
OTHERS = [
    *"forgotten_realms deleted_scenes memories facts history archive ignore blocked removed removed_user_ids do_not_disturb".split(),
    *"saved_items records stop_words exclude_paths forget_me_not_flowers block_editor never_give_up".split(),
    *("Never store secrets in the repository", "Don't forget the milk", "Never forget", "Do not use tabs", "Remember"),
    *(
        "Things to remember",
        "Removed",
        "Blocked",
        "不要忘记",
        "别忘了",
        "记得买牛奶",
        "记忆",
        "重要事项",
        "不要使用制表符",
        "",
    ),
]


@pytest.mark.parametrize("name", LISTS)
def test_it_names_a_list(name: str) -> None:
    assert names_unwanted(name)


@pytest.mark.parametrize("name", OTHERS)
def test_it_names_something_else(name: str) -> None:
    assert not names_unwanted(name)


@pytest.mark.parametrize(
    ("source", "name", "headings"),
    [
        ("old/do_not_remember.json", "", ()),
        ("old.zip!data/forgotten/3.md", "", ()),
        ("vault/.trash/note.md", "", ()),
        ("state.json", "user.do_not_remember", ()),
        ("agent.db", "deleted_memories", ()),
        ("MEMORY.md", "", ("Memory", "Do not remember")),
        ("MEMORY.md", "", ("不要记住", "工作")),
        ("不要记住.txt", "", ()),
    ],
)
def test_a_file_a_folder_a_table_or_a_section_may_be_one(source: str, name: str, headings: tuple[str, ...]) -> None:
    assert is_unwanted(source, name, headings)
    assert not is_unwanted("old/memories.json", "memories", ("Facts",))
