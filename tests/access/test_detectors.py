"""What is found in a text: where it stands, what hides it from sight, what it must not be taken for."""

from __future__ import annotations

import hashlib
import time
from datetime import UTC, datetime
from random import Random
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.access.labelled import drawn, filled, load

from satchel.access.classes import LEVEL_OF
from satchel.access.detectors import find

SECRETS = {
    "api_key": "sk-‹b62:48›",
    "jwt": "‹jwt›",
    "card": "‹card:4:16›",
    "government_id": "‹cnid›",
    "email": "ann.wong@example.com",
    "phone": "13812345678",
    "bank_account": "‹iban:DE›",
}


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in find(text)}


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize(
    "around", ["{}", "密码是{}吗", "卡号{}请记住", "，{}。", "（{}）", "“{}”", "<{}>", '"{}"', "x {} y", "备注：{}；完"]
)
def test_what_is_glued_to_chinese_or_quoted_is_found_with_its_place(kind: str, around: str) -> None:
    secret = filled(SECRETS[kind])
    text = around.format(secret)
    assert any(text[f.start : f.end] == secret for f in find(text)), text


@pytest.mark.parametrize("kind", ["card", "phone", "government_id"])
def test_full_width_digits_are_digits_and_keep_their_place(kind: str) -> None:
    secret = filled(SECRETS[kind]).translate({ord(c): ord(c) + 0xFEE0 for c in "0123456789X"})
    text = f"号码是{secret}，完。"
    assert [(f.kind, text[f.start : f.end]) for f in find(text)] == [(kind, secret)]


@pytest.mark.parametrize("kind", ["api_key", "card", "phone", "email"])
def test_characters_of_no_width_hide_nothing(kind: str) -> None:
    secret = filled(SECRETS[kind])
    hidden = "\u200b".join(secret)
    text = f"这是 {hidden} 完"
    assert [(f.kind, text[f.start : f.end]) for f in find(text)] == [(kind, hidden)]


@pytest.mark.parametrize("gap", [" ", "-", "  ", "\u00a0", "－", ".", "\u2009"])
def test_a_card_is_found_in_groups_of_any_separator(gap: str) -> None:
    number = drawn("card", ["4", "16"], Random(gap))
    text = "card " + gap.join(number[i : i + 4] for i in range(0, 16, 4)) + " exp 09/28"
    assert kinds(text) == {"card"}


def test_a_secret_inside_a_long_text_is_found_wherever_it_stands() -> None:
    filler = "The team meets on Thursdays and talks about tea, trains and the weather of the week before. " * 60
    for place in (0, 700, 3000, len(filler)):
        for kind, secret in SECRETS.items():
            text = f"{filler[:place]} {filled(secret)} {filler[place:]}"
            assert kind in kinds(text), (kind, place)
        assert "password" in kinds(f"{filler[:place]} The wifi password is sunflower42. {filler[place:]}")
        assert "health" in kinds(f"{filler[:place]} User is allergic to peanuts. {filler[place:]}")


def test_ids_hashes_times_and_numbers_of_the_day_are_nothing() -> None:
    chance = Random(20_261_130)
    for _ in range(3000):
        raw = chance.randbytes(32)
        id = str(UUID(bytes=raw[:16], version=4))
        at = chance.randrange(1_500_000_000, 1_800_000_000)
        for text in (
            f"undo {id}", f"记录{id}已删除", f"ID {id.upper()}", f"commit {hashlib.sha1(raw).hexdigest()}", f"sha256:{raw.hex()}",
            f"order {chance.randrange(10**15, 10**16)}", f"订单号{chance.randrange(10**15, 10**16)}", f"message id {chance.randrange(10**17, 10**19)}",
            f"at {at}", f"时间戳{at * 1000}", f"created_at={at * 1_000_000}", datetime.fromtimestamp(at, UTC).isoformat(),
            f"{chance.random()} and {chance.random()}", f"{chance.randrange(10**6)}/{chance.randrange(10**6)} rows", f"${chance.randrange(10**9) / 100:,.2f}",
        ):  # fmt: skip
            assert find(text) == [], text


def test_the_graver_of_two_that_overlap_stays() -> None:
    assert kinds(filled("password: sk-‹b62:48›")) == {"api_key"}
    assert kinds(filled("token is ‹jwt›")) == {"jwt"}
    assert kinds("postgres://app:s3cr3tPw@db.example.com:5432/app") == {"password"}
    assert kinds(filled("我的银行卡号‹card:6217:19›")) == {"card", "bank_account"}


@given(st.text())
def test_any_text_gives_findings_inside_it_in_order_and_never_an_error(text: str) -> None:
    found = find(text)
    assert all(0 <= f.start < f.end <= len(text) and f.kind in LEVEL_OF for f in found)
    assert found == sorted(found, key=lambda f: (f.start, f.end))


WORDS = sorted({word for case in load("tuning") for word in case.text.split()})


@given(st.lists(st.sampled_from([*WORDS, "密码", "是", "：", "\n", "卡号", "地址", "1", "过敏"]), max_size=30))
def test_any_order_of_telling_words_gives_findings_inside_the_text(words: list[str]) -> None:
    text = " ".join(words)
    for finding in find(text):
        assert text[finding.start : finding.end].strip()


@pytest.mark.parametrize(
    "piece",
    ["a_", "password is ", "4", "4 ", "1.1.1.1", "eyJ", "x://a:b@", "key=", "sk-a1", "aA1", "-----BEGIN PRIVATE KEY-----\nAAAA1111BBBB\n", '"', "a@b.", "::", "密码是a", "路1号", "对a过敏",
     "allergic to ", "has diabetes ", "12 Main Street ", "lat 1.2345 ", "seed phrase abandon ", "DE89370400440532013000 ", "account 1", "passport number A1", "(1)", "+1 ", "login: a/", "\\n", "小区1", "住在1"],
)  # fmt: skip
def test_the_time_it_takes_grows_with_the_length_only(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        start = time.process_time()
        find(text)
        return time.process_time() - start

    seconds(1000)  # patterns compile
    assert seconds(40_000) < 3.0


@pytest.mark.parametrize("gap", [" ", "-", ".", "·", "•", "・", "/", "_", ", ", ",", "\n", "\u00a0", "\u3000", "–"])
@pytest.mark.parametrize(("number", "groups"), [("4539578763621486", (4, 4, 4, 4)), ("371449635398431", (4, 6, 5))])
def test_a_card_is_one_whatever_parts_its_groups(number: str, groups: tuple[int, ...], gap: str) -> None:
    parts, at = [], 0
    for size in groups:
        parts.append(number[at : at + size])
        at += size
    for text in (f"pay with {gap.join(parts)} please", f"信用卡{gap.join(parts)}，有效"):
        assert [finding.kind for finding in find(text)] == ["card"], text
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    parts[-1] = wrong[-groups[-1] :]
    assert "card" not in {finding.kind for finding in find(f"pay with {gap.join(parts)} please")}
