"""One tokeniser for every store: what is indexed is found, and nothing anybody types breaks a query."""

from __future__ import annotations

import random
import sqlite3
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.text.fold import fold
from satchel.text.tokens import MAX_TERMS, index_tokens, joined, query

TOKENIZERS = ("unicode61", "ascii")
HAN = st.text(st.sampled_from("用户喜欢深色模式和乌龙茶不的了吗什么小白猫𠀀龘々"), min_size=1, max_size=30)


class Index:
    """A real full-text table per tokenizer."""

    def __init__(self) -> None:
        self.db = sqlite3.connect(":memory:")
        for name in TOKENIZERS:
            self.db.execute(f"CREATE VIRTUAL TABLE {name} USING fts5(x, tokenize='{name}')")
            self.db.execute(f"CREATE VIRTUAL TABLE {name}_terms USING fts5vocab({name}, 'instance')")

    def fill(self, *texts: str) -> None:
        for name in TOKENIZERS:
            self.db.execute(f"DELETE FROM {name}")
            self.db.executemany(f"INSERT INTO {name} (rowid, x) VALUES (?, ?)", enumerate(map(joined, texts), 1))

    def stored(self, name: str) -> list[str]:
        return [row[0] for row in self.db.execute(f"SELECT term FROM {name}_terms ORDER BY doc, offset")]

    def find(self, text: str) -> set[int]:
        match = query(text).fts5()
        if match is None:
            return set()
        found = [
            {row[0] for row in self.db.execute(f"SELECT rowid FROM {name} WHERE {name} MATCH ?", (match,))}
            for name in TOKENIZERS
        ]
        assert found[0] == found[1]
        return found[0]


@pytest.fixture(scope="module")
def index() -> Iterator[Index]:
    index = Index()
    yield index
    index.db.close()


@pytest.mark.parametrize("asked", ["茶", "乌龙", "龙茶", "乌龙茶", "烏龍茶", "深色", "喜欢喝什么茶？", "乌龙 深色"])
def test_a_word_of_one_two_or_three_characters_finds_its_text_and_no_distractor(index: Index, asked: str) -> None:
    index.fill("用户喜欢深色模式和乌龙茶", "用户在北京工作", "The user lives in Oslo")
    assert index.find(asked) == {1}


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("failed with ERR_7731 again", ["ERR_7731", "err-7731", "7731", "ERR"]),
        ("runs v2.3.1 now", ["v2.3.1", "2.3.1", "v2.3", "2.3"]),
        ("see a/b/c.py", ["a/b/c.py", "b/c.py", "c.py"]),
        ("write to name@example.com", ["name@example.com", "example.com", "name"]),
        ("calls load_user_data()", ["load_user_data", "user_data", "data"]),
        ("calls getUserName here", ["getUserName", "getusername", "user name"]),
        ("listens on 8080", ["8080", "port 8080"]),
        ("costs 8,080 euros", ["8,080", "8080"]),
        ("met on 2026-03-04", ["2026-03-04", "2026-03", "2026/03/04"]),
        ("writes C++ and C#", ["C++", "c#"]),
        ("user’s dogs liked running", ["dog", "likes", "run", "user's"]),
        ("lives near the café in Ångström Straße", ["cafe", "CAFÉ", "angstrom", "strasse"]),
        ("ＦＵＬＬ ｗｉｄｔｈ １２３", ["full", "123"]),
        ("пьёт чай в Москве", ["чай", "ПЬЕТ"]),
        ("اَلْعَرَبِيَّة ١٢٣", ["العربية", "123"]),
        ("한국어를 좋아한다", ["한국", "한국어", "좋"]),
        ("カフェが好き", ["カフェ", "好", "ｶﾌｪ"]),
        ("ชอบภาษาไทย", ["ภาษา", "ไทย", "ก็ชอบ"]),
        ("हिन्दी पढ़ता है", ["हिन्दी"]),
        ("drinks 🍵 daily", ["🍵"]),
        ("用Python写脚本", ["python", "脚本", "写"]),
    ],
)
def test_identifiers_and_other_scripts_are_found_whole_and_in_parts(index: Index, text: str, asked: list[str]) -> None:
    index.fill(text, "something else entirely", "完全无关")
    assert {one: index.find(one) for one in asked} == {one: {1} for one in asked}


def test_one_part_of_a_version_does_not_find_other_versions(index: Index) -> None:
    index.fill("uses v2.3.1", "uses v23.1", "uses v2.31")
    assert index.find("2.3.1") == {1}


@pytest.mark.parametrize(
    "text",
    [
        *(
            '"',
            "*",
            'NEAR("a" b, 3)',
            "a AND NOT b OR",
            "x\0y",
            "col:a",
            "^a",
            "a -b",
            "{x}: +(",
            "\\",
            "'; DROP TABLE t;--",
        ),
        *(
            "🍵",
            "好" * 10_000,
            "word " * 2_000,
            "a" * 10_000,
            "a_" * 5_000,
            "\ud83d x",
            "ﷺ",
            "",
            " \n\t",
            "…。，",
            "\u0301",
        ),
    ],
)
def test_any_wording_is_a_safe_query(index: Index, text: str) -> None:
    index.fill(text, "other")
    found = index.find(text)
    assert (1 in found) == bool(query(text))
    assert len(query(text).terms) <= MAX_TERMS


@given(st.text(st.characters(), max_size=60))
def test_every_token_goes_through_the_table_unchanged(text: str) -> None:
    index = Index()
    index.fill(text)
    for name in TOKENIZERS:
        assert index.stored(name) == index_tokens(text)
    index.db.close()


def test_every_letter_and_digit_of_unicode_survives_and_is_found(index: Index) -> None:
    codes = [code for code in range(0x30, 0x323B0) if unicodedata.category(chr(code))[0] in "LN"]
    sample = random.Random(7).sample(codes, 4_000)
    for code in sample:
        tokens = index_tokens(f"x{chr(code)}")
        assert tokens
        assert "".join(tokens).replace("ǀ", "").replace("ǃ", "").isalnum(), hex(code)
    texts = [chr(code) for code in sample if index_tokens(chr(code))]
    index.fill(*texts)
    for name in TOKENIZERS:
        assert index.stored(name) == [token for text in texts for token in index_tokens(text)]


@given(HAN, st.data())
def test_every_pair_and_character_of_an_indexed_run_is_found(text: str, data: st.DataObject) -> None:
    index = Index()
    index.fill(text)
    at = data.draw(st.integers(0, len(text) - 1))
    assert index.find(text[at]) == {1}
    assert index.find(text[at : at + 2]) == {1}
    index.db.close()


@given(st.text(max_size=80))
def test_a_text_finds_itself_when_it_has_anything_to_find(text: str) -> None:
    tokens, asked = set(index_tokens(text)), query(text)
    assert bool(asked) == bool(tokens)
    assert asked.hits(tokens) == len(asked.terms)
    assert len(set(asked.terms)) == len(asked.terms)


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once_and_tokens_repeat(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert index_tokens(text) == index_tokens(text)
    assert joined(text).split(" ") == (index_tokens(text) or [""])


def test_words_that_only_ask_are_left_out_unless_nothing_else_is_there() -> None:
    assert [term.token for term in query("What does the user like to drink?").terms] == ["user", "drink"]
    assert [term.token for term in query("what is it").terms] == ["what", "is", "it"]
    assert [term.token for term in query("我喜欢喝什么茶").terms] == ["喜欢", "欢喝", "茶"]
    assert [term.token for term in query("什么").terms] == ["什么"]
    assert [term.token for term in query("他的目的是了解和平").terms] == ["目的", "了解", "解和", "和平"]


def test_spellings_for_both_engines_name_the_same_terms() -> None:
    asked = query("茶 tea v2")
    assert asked.fts5() == '"茶"* OR "tea" OR "v2"'
    assert asked.fts5(every=True) == '"茶"* AND "tea" AND "v2"'
    assert asked.tsquery() == "'茶':* | 'tea' | 'v2'"
    assert query("?!").tsquery() is None


@pytest.mark.parametrize(
    ("asked", "text", "share"),
    [
        ("call Yasmin about the roof", "Call Yasmin on the roof", 1.0),
        ("call Yasmin about the roof", "the roof: Yasmin may call", 0.0),
        ("roof", "roof", 0.0),
        ("", "roof", 0.0),
        ("乌龙茶", "我喜欢乌龙茶", 1.0),
    ],
)
def test_neighbours_are_terms_that_follow_one_another_in_both(asked: str, text: str, share: float) -> None:
    assert query(asked).neighbours(index_tokens(text)) == share
