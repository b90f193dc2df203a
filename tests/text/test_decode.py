"""Bytes become the text they were, in whatever encoding an old tool wrote; what cannot be read is counted."""

from __future__ import annotations

import random
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.text.decode import Decoder, decode, detect_encoding, is_binary

CHINESE = "用户喜欢喝乌龙茶，不喜欢在表格里看到英文。\n项目“小白”每周三开会。\n"
TEXTS = {
    "gb18030": CHINESE,
    "gbk": CHINESE,
    "big5": "用戶喜歡喝烏龍茶，不喜歡在表格裡看到英文。\n每週三開會。\n",
    "cp932": "ユーザーは毎朝コーヒーを飲むのが好きです。\n表に英語を書かないでください。\n",
    "euc_jp": "田中さんは東京に住んでいます。\n来週の会議は水曜日です。\n",
    "cp949": "사용자는 매일 아침 커피를 마시는 것을 좋아합니다.\n",
    "cp1251": "Пользователь любит пить чай по утрам.\n",
    "cp1252": "Der Nutzer wohnt in Köln, mag Äpfel und das Café “Zoë” – täglich.\n",
}


@pytest.mark.parametrize("encoding", TEXTS)
@pytest.mark.parametrize("times", [1, 40])
def test_legacy_encodings_are_read_back(encoding: str, times: int) -> None:
    text = TEXTS[encoding] * times
    result = decode(text.encode(encoding))
    assert result.text == text
    assert (result.replaced, result.certain) == (0, False)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
@pytest.mark.parametrize("text", [CHINESE, "plain ASCII, line 1\nline 2\n", TEXTS["cp1252"], "id,内容\n1,喜欢茶\n"])
def test_unicode_is_read_back_with_and_without_its_mark(encoding: str, text: str) -> None:
    result = decode(text.encode(encoding))
    assert (result.text, result.replaced) == (text, 0)


@given(st.text(min_size=1, max_size=200).filter(lambda text: "\0" not in text and text[0] != "\ufeff"))
def test_any_utf8_is_read_back_and_certain(text: str) -> None:
    result = decode(text.encode())
    assert (result.text, result.encoding, result.replaced, result.certain) == (text, "utf-8", 0, True)


@given(st.binary(max_size=300))
def test_any_bytes_give_encodable_text_and_a_verdict(data: bytes) -> None:
    result = decode(data)
    result.text.encode()
    assert result.replaced <= result.text.count("\ufffd")
    assert isinstance(is_binary(data), bool)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16-le", "cp932"])
def test_a_sample_cut_inside_a_character_is_no_fault(encoding: str) -> None:
    text = TEXTS["cp932"] if encoding == "cp932" else CHINESE
    data = (text * 3).encode(encoding)
    for end in range(20, 90):
        assert detect_encoding(data[:end], truncated=True) == encoding


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030", "utf-16", "cp949"])
def test_piecewise_decoding_gives_the_whole_text(encoding: str) -> None:
    text = TEXTS.get(encoding, CHINESE)
    data = text.encode(encoding)
    for size in (1, 2, 3, 7):
        decoder = Decoder(encoding)
        pieces = [decoder.feed(data[at : at + size]) for at in range(0, len(data), size)]
        assert "".join(pieces) + decoder.feed(b"", final=True) == text
        assert decoder.replaced == 0


def test_broken_places_are_replaced_and_counted_beside_real_replacement_characters() -> None:
    result = decode("用户喜欢喝乌龙茶\ufffd，".encode() * 3 + b"\xe7\x94 x \xff\n")
    assert (result.encoding, result.replaced) == ("utf-8", 2)
    assert result.text.count("\ufffd") == 5


def test_a_broken_place_in_legacy_text_does_not_change_its_encoding() -> None:
    result = decode(CHINESE.encode("gb18030") + b"\xff\n" + CHINESE.encode("gb18030"))
    assert (result.text, result.replaced) == (f"{CHINESE}\ufffd\n{CHINESE}", 1)


def test_lines_of_two_encodings_in_one_file_are_each_read_right() -> None:
    lines = ["用户喜欢喝乌龙茶", "项目每周三开会", "plain line", "小白是用户的猫"]
    data = b"\n".join(line.encode(("utf-8", "gb18030")[at % 2]) for at, line in enumerate(lines * 5))
    result = decode(data)
    assert result.text.split("\n") == lines * 5
    assert (result.encoding, result.replaced, result.certain) == ("utf-8+gb18030", 0, False)


def test_a_legacy_line_far_behind_a_utf8_sample_is_still_read_right() -> None:
    result = decode(("用户喜欢喝乌龙茶\n" * 4_000).encode() + "项目每周三开会\n".encode("gbk"))
    assert result.text.endswith("乌龙茶\n项目每周三开会\n")


@pytest.mark.parametrize("encoding", ["gb18030", "cp1252", "utf-8"])
def test_what_comes_after_much_plain_ascii_decides(encoding: str) -> None:
    text = "2026-03-01 INFO started\n" * 4_000 + TEXTS.get(encoding, CHINESE)
    result = decode(text.encode(encoding))
    assert (result.text, result.encoding, result.replaced) == (text, encoding, 0)


def test_vectors_archives_and_databases_are_binary() -> None:
    chance = random.Random(3)
    floats = struct.pack("<256f", *(chance.gauss(0, 1) for _ in range(256)))
    halves = struct.pack("<256e", *(chance.gauss(0, 1) for _ in range(256)))
    samples = [
        floats,
        halves,
        zlib.compress(CHINESE.encode() * 50),
        chance.randbytes(500),
        b"PK\x03\x04rest",
        bytes(64),
    ]
    samples += [b"SQLite format 3\x00" + bytes(84), b"\x80\x04\x95\x10\x00\x00\x00}", b"\x93NUMPY\x01\x00"]
    assert [is_binary(sample) for sample in samples] == [True] * len(samples)


def test_text_of_every_encoding_is_not_binary() -> None:
    assert not any(is_binary(text.encode(encoding)) for encoding, text in TEXTS.items())
    assert not any(is_binary(CHINESE.encode(encoding)) for encoding in ("utf-16", "utf-16-le", "utf-32", "utf-8"))
    assert not is_binary(b"")
    assert not is_binary(b"\x1b[31mred\x1b[0m log line\n")
    assert not is_binary(b"a line of a log\n" * 50 + bytes(200))


@pytest.mark.parametrize(
    "junk", [b"\xff\xfe\xfa<<<<<<< HEAD", b"\xfe\xff\x00\x01", b"\xef\xbb\xbf{", b"\xff\xfe\x00\x00"]
)
def test_bytes_like_a_byte_order_mark_inside_a_file_are_none(junk: bytes) -> None:
    lines = [f'{{"note": "line {n} is plain"}}'.encode() for n in range(40)]
    lines[17] = junk
    lines[30] = "{'text': u'喝'}".encode()[:-3]
    data = b"\n".join(lines)
    assert decode(data).text.splitlines()[16] == lines[16].decode()
    assert detect_encoding(junk + b"\n" + lines[18], truncated=True, at_start=False) not in {
        "utf-16",
        "utf-16-le",
        "utf-32",
    }


@pytest.mark.parametrize("name", ["Malmö", "Ångström", "Łódź", "Þórr"])
def test_a_few_names_in_english_text_saved_by_a_chinese_program(name: str) -> None:
    text = "".join(f"{n}, the ferry to {name} leaves at noon\n" for n in range(9))
    assert decode(text.encode("gb18030")).text == text
    assert decode(text.encode("utf-8")).text == text


def test_letters_and_digits_of_western_text_are_no_such_names() -> None:
    text = "Größe 3, Café 21, Straße 4: naïve façade à 5 €\n" * 6
    assert decode(text.encode("cp1252")).text == text


@pytest.mark.parametrize(
    "text", ["Café Linden", "Return the parcel to Café Linden, then à la carte.", "Señor José paid in Malmö"]
)
def test_a_few_letters_with_marks_in_a_chinese_encoding_are_letters(text: str) -> None:
    lines = "\n".join(f"{n},{line},plain words beside it" for n, line in enumerate([text, "nothing foreign here"] * 30))
    for encoding in ("gb18030", "utf-8", "cp1252"):
        assert decode(lines.encode(encoding)).text == lines, encoding
