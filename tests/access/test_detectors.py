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
     "allergic to ", "has diabetes ", "12 Main Street ", "lat 1.2345 ", "seed phrase abandon ", "DE89370400440532013000 ", "account 1", "passport number A1", "(1)", "+1 ", "login: a/", "\\n", "小区1", "住在1", "12-\n3", "password,a\nb,1\n", "into a (password) values ('x1', ", "at dot ", "one two ", "门1234# ", "密码 a1", "code 1234 ", "打到工行1 ", "LDL 1 ", "auth=('a', '"],
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


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        # Below the head of a column
        ("password", "| 系统 | 用户名 | 密码 |\n|---|---|---|\n| OA | zhangwei | ⟦Oa@2024zw⟧ |\n| 邮箱 | li | 同上 |"),
        ("password", "| Router | User | Password |\n|--|--|--|\n| attic | carl | ⟦g00seberry⟧ |"),
        ("password", "host,user,password\nnas,admin,⟦Pinec0ne⟧\ndb,root,n/a"),
        ("password", "INSERT INTO users (name, password) VALUES ('bob', '⟦Sunny#123⟧');"),
        ("password", "| door | code |\n|---|---|\n| garage | ⟦5521⟧ |"),
        ("api_key", "| 服务 | 密钥 |\n|---|---|\n| 短信 | ⟦9f86d081884c7d659a2feaa0c55ad015⟧ |"),
        ("bank_account", "| 户名 | 开户行 | 账号 |\n|---|---|---|\n| 张三 | 招行 | ⟦571908123410101⟧ |"),
        ("phone", "name,phone\nGus,⟦4155550134⟧"),
        # Pressed to get in
        ("password", "房东说单元门按⟦2580#⟧就开，不用刷卡"),
        ("password", "车库卷帘门键盘输入⟦8842⟧即可"),
        ("password", "Type ⟦4471⟧ into the lockbox and the key drops out"),
        ("password", "safe: ⟦right 32, left 14, right 7⟧"),
        # In commands and calls
        ("password", 'ConvertTo-SecureString "⟦Gr4nite!River⟧" -AsPlainText -Force'),
        ("password", "echo '⟦Moss&Fern22⟧' | sudo -S apt update"),
        ("password", "WIFI:T:WPA;S:CasaVerde;P:⟦lemon-tart-88⟧;;"),
        ("password", 'requests.get(url, auth=("svc", "⟦B4nana.split⟧"))'),
        # In words, in answers, over the end of a line, far behind the word
        ("password", "WiFi密码是⟦八个八⟧"),
        ("password", "pin is ⟦four four seven one⟧"),
        ("password", "A：wifi密码多少？\nB：⟦88888888⟧"),
        ("password", "Q: what's the wifi password?\nA: ⟦bluecheese7⟧"),
        ("password", "帮看下 staging 的 password reset 成 ⟦kite2025⟧ 了吗"),
        ("card", "卡号 ⟦4111 1111\n1111 1111⟧，帮我看看"),
        ("bank_account", "工行账号：⟦12020212\n02012345678⟧"),
        # Veiled and escaped addresses
        ("email", "write to ⟦jane_doe AT acme DOT io⟧ please"),
        ("email", "⟦jane [at] acme [dot] org⟧"),
        ("email", "邮箱 ⟦jane艾特163点com⟧"),
        ("email", "联系 ⟦xiaoman_li#outlook.com⟧（#换成@）"),
        ("email", "https://x.io/unsub?email=⟦jane%40acme.org⟧&id=2"),
        ("email", "她写的是 ⟦jane@ac=\nme.org⟧"),
        # Numbers as more people write them
        ("phone", "⟦+44 (0)20 7946 0958⟧"),
        ("phone", "PHONE_NUMBER=⟦+14155550134⟧"),
        ("phone", "手机⟦一三八一二三四五六七八⟧"),
        ("government_id", "⟦E12345678⟧是我护照"),
        ("bank_account", "sort 20-00-00 acc ⟦55779911⟧"),
        ("bank_account", "退保证金请退到 中国银行 ⟦4563123456789012345⟧ 王五"),
        ("api_key", "opaque tokens, e.g. ⟦ZTV0XNyEdSLettYuYDwS3y8wizAl9fWfJUKbs6vtA3LI⟧ is the live one"),
        # Places
        ("precise_location", "高德定位：⟦120.15515, 30.27415⟧"),
        ("precise_location", "⟦香港彌敦道555號⟧"),
        ("precise_location", "快递送到⟦阳光花园12-2-501⟧"),
        ("precise_location", "my house is ⟦4418 on Bluebonnet Drive⟧"),
        ("precise_location", "⟦1600 PENNSYLVANIA AVE⟧ NW"),
        # Health
        ("health", "Labs came back:\n- ⟦LDL 187 mg/dL⟧\n- TSH 6.2"),
        ("health", "⟦As a wheelchair user⟧ I need step-free access"),
        ("health", '{"patient":"self","condition":"⟦asthma⟧","since":2009}'),
        ("health", "老婆⟦孕反⟧严重，吃什么吐什么"),
        ("health", "我有 ⟦ADHD⟧ 和 dyslexia，给我短一点的 summary"),
    ],
)
def test_what_stands_in_another_shape_is_found_with_its_place(kind: str, text: str) -> None:
    start, end = text.index("⟦"), text.index("⟧") - 1
    bare = text.replace("⟦", "").replace("⟧", "")
    assert any(f.kind == kind and f.start < end and f.end > start for f in find(bare)), find(bare)


@pytest.mark.parametrize(
    "text",
    [
        'password 字段我用 type="password"，但 Chrome 还是 autofill 了错的那个',
        "| Field | Password policy |\n|---|---|\n| length | at least 12 characters |",
        "| 账号 | 密码 |\n|---|---|\n| bob | 见1Password |",
        "host,user,password\nnas,admin,${NAS_PW}",
        "INSERT INTO users (name, password) VALUES ($1, $2)",
        "open the door and press 100 pounds",
        "大门 8:00 开，晚上 22:00 关",
        "按 12345 转市长热线进来",
        "see issue code #12345",
        "登录之后命令行前缀是 root@web-03:~# ，怎么改成显示完整路径",
        "authorized_keys 里加 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0rVb9kq2Lx7Wm4Zt6Yc8Pd3Fs5Hg1Nj0Ba2Ke4Ru6T",
        "the account was closed on 20240115 by the bank",
        "身份证前六位是地址码，330106代表杭州西湖区",
        "passport expires 20310506",
        "he works at acme dot com",
        "My library card, 2 0091 00417 883, won't scan",
        "the API was reached 1234567 times, contact lens 8.6 14.2 -3.25",
        "知道 3 号去，频道 12 号，味道 5 号香水",
        "小区 2-3-2024 停水",
        "我家里12号停电",
        "This deadline is giving me a heart attack",
        "I'm so OCD about my bookshelf",
        "When was penicillin first mass-produced?",
        "LDL above 160 mg/dL counts as high",
        "青霉素是谁发现的",
        "他简直有强迫症，图标必须对齐",
        "熬夜对身体不好吧",
        "我是心理咨询师，帮我排班",
        "这个 deadline 要把我逼出心脏病了",
        "机票打骨折了，服务器瘫痪了一晚上，谈判流产了",
        "我在做一个 asthma 的小程序",
    ],
)
def test_what_only_looks_like_one_in_another_shape_is_nothing(text: str) -> None:
    assert find(text) == []


def test_a_table_of_many_rows_is_looked_at_in_one_go() -> None:
    text = "name,password\n" + "bob,Sunny#123\n" * 3000
    begun = time.process_time()
    found = find(text)
    assert sum(f.kind == "password" for f in found) == 3000
    assert time.process_time() - begun < 5
