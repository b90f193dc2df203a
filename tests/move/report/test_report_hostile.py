"""What a source holds cannot act in a report: no markup, no escape sequence, no secret, no broken encoding."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from satchel.formats.contract import Fate
from satchel.move.report import render_page, render_terminal
from satchel.move.report.page_style import SCRIPT
from satchel.move.report.shown import HIDDEN, masked, shown, visible
from satchel_protocol.state import Outcome

HOSTILE = [
    "</script><script>alert(1)</script>",
    "</style><style>*{display:none}",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "<!-- </body></html> -->",
    "&lt;b&gt; &amp;amp; &#x3c;script&#x3e;",
    "]]><svg/onload=alert(1)>",
    "{parts} {0} {n!r} %s %(x)s ${x}",
    "[bold red]x[/bold red] [link=https://a.example]y[/link] [/]",
    "\x1b[2J\x1b]0;owned\x07 \x9b31m \r\n\x08\x00",
    "\u202egnp.exe \u2066x \u2028y",
    "half a pair \ud83d here",
    "\u200fשלום עולם, مرحبا بالعالم",
    "👩‍👩‍👧‍👦 🏳️‍🌈 🇹🇼 e\u0301\u0302",
    "表格里可以写英文吗\n第二行\t制表",
    "ﷺ" * 50 + "a" * 5000,
]
NAMES = {
    "html", "head", "meta", "link", "title", "style", "body", "header", "main", "section", "footer", "p", "span", "div",
    "h1", "h2", "h3", "svg", "circle", "path", "ul", "li", "i", "b", "a", "bdi", "dl", "dt", "dd", "table", "caption",
    "thead", "tbody", "tfoot", "tr", "th", "td", "details", "summary", "small", "figure", "figcaption", "label", "input",
    "output", "pre", "code", "em", "strong", "script",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "rel", "href", "class", "style", "title", "id", "role",
    "aria-label", "aria-hidden", "dir", "scope", "hidden", "type", "placeholder", "autocomplete", "data-label",
    "data-filter", "tabindex", "open",
}  # fmt: skip


def hostile_report(new_import: type[Any], text: str) -> dict[str, Any]:
    """A report in which every text that can come from outside is this one."""
    done = new_import(batch=text, store=text, stream=text)
    safe = text.encode("utf-8", "replace").decode() or "x"
    done.row(Fate.MEMORY, safe, source=text, table=text, reason=text, type=text, scope=text, why=text)
    for fate in (Fate.LOG, Fate.REJECTED):
        done.row(fate, source=text, table=text, reason=text, raw=text)
    done.row(Fate.EMPTY, source=text + " two")
    done.report.notes.append(text)
    document = done.json()
    document["times"]["units"] = {text: 1}
    document["times"]["precisions"] = {text: 1}
    document["times"]["by_month"][text] = 1
    document["times"]["earliest"] = text
    document["rows"][text] = 1
    document["rows"]["in"] += 1
    document["records"][text] = 1
    document["records"]["in"] += 1
    document["examples"][0]["fate"] = text
    return dict(document)


def check_page(page: str, parsed: Callable[[str], Any]) -> Any:
    page.encode("utf-8")
    tree = parsed(page)
    for element in tree.all():
        if element.name in {"circle", "path", "svg"}:
            continue  # constants of ours
        assert element.name in NAMES
        assert set(element.attributes) <= ATTRIBUTES
        assert re.fullmatch(r"((width|height|flex-grow):[\d.]+%?)?", element.attributes.get("style") or "")
        if element.name == "a":
            assert element.attributes["href"] == "#rejected"
    assert [script.text for script in tree.all("script")] == [SCRIPT]
    return tree


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_hostile_text_is_text_on_the_page(new_import, parsed, text, language) -> None:
    tree = check_page(render_page(hostile_report(new_import, text), language=language), parsed)
    said = tree.one(id="rejected").one("td", class_="said").text
    assert said == shown(text if len(text) <= 200 else text[:199] + "…")


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("width", [30, 80, 140])
def test_hostile_text_does_not_act_on_the_terminal(new_import, text, width) -> None:
    printed = printed_of(hostile_report(new_import, text), width=width)
    assert not [c for c in printed if unicodedata.category(c) in {"Cc", "Cs"} and c != "\n"]
    assert not set(printed) & set("\u202e\u2066\u2028")


def printed_of(document: dict[str, Any], *, width: int = 100, language: str = "en", encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    Console(file=file, width=width, no_color=True, highlight=False).print(render_terminal(document, language=language))
    file.flush()
    return raw.getvalue().decode(encoding)


@given(st.text(max_size=60), st.sampled_from(["en", "zh"]))
def test_any_text_gives_a_well_formed_page_and_a_quiet_terminal(new_import, parsed, text, language) -> None:
    document = hostile_report(new_import, text)
    check_page(render_page(document, language=language), parsed)
    printed = printed_of(document, language=language)
    assert not [c for c in printed if unicodedata.category(c) in {"Cc", "Cs"} and c != "\n"]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk", "latin-1"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_console_without_unicode_shows_the_report_all_the_same(usual, encoding, language) -> None:
    printed = printed_of(usual, language=language, encoding=encoding)
    assert "1,224" in printed
    assert "1,200" in printed


# Secrets ---------------------------------------------------------------------------------------------------------

SECRETS = [
    ("key is sk-proj-9aXx82kLmn30QwErTy77Zz, keep it", "9aXx82kLmn30QwErTy77Zz"),
    ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "16C7e42F292c6912E7710c838347Ae178B4a"),
    ("AKIAIOSFODNN7EXAMPLE", "IOSFODNN7EXAMPLE"),
    ("aws wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY9x", "wJalrXUtnFEMI"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N", "dozjgNryP4J3jVmNHl0w5N"),
    ("Authorization: Bearer 0123456789abcdef0123", "0123456789abcdef0123"),
    ("curl -H 'authorization: basic d2VuOmdlaGVpbQ=='", "d2VuOmdlaGVpbQ"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----", "MIIEow"),
    ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk…", "b3BlbnNzaC1rZXk"),
    ("postgresql://wen:p@ssw0rd@db.example/x", "ssw0rd"),
    ("redis://:geheim@host:6379", "geheim"),
    ("{'user': 'wen', 'password': 'two words', 'n': 1}", "two words"),
    ('{"api_key": "kitchen-window-7", "n": 1}', "kitchen-window-7"),
    ('{"accessToken":"plainlowercase"}', "plainlowercase"),
    ("dbPassword = swordfish", "swordfish"),
    ("GITHUB_TOKEN=abcdefgh", "abcdefgh"),
    ("PWD：tiger88", "tiger88"),
    ("my password is hunter2, do not tell", "hunter2"),
    ("The passphrase was correct-horse", "correct-horse"),
    ("路由器密码是 qingwa2024。", "qingwa2024"),
    ("银行卡密码：836251", "836251"),
    ("把口令改成 芝麻开门 吧", "芝麻开门"),
    ("PIN: 4471", "4471"),
    ("Visa 4111 1111 1111 1111 exp 12/29", "1111"),
    ("卡号5555555555554444到期", "5555555555554444"),
    ("amex 3782-822463-10005", "822463"),
    ("the card is 4111 1111 11…", "4111"),
    ('"client_secret": "cut in the mid…', "cut in the mid"),
]


@pytest.mark.parametrize(("text", "secret"), SECRETS, ids=range(len(SECRETS)))
def test_a_secret_is_nowhere_in_a_report(new_import, text, secret) -> None:
    done = new_import(store=text).row(Fate.MEMORY, text, source=text, why=text, outcome=Outcome.QUARANTINED)
    done.row(Fate.REJECTED, reason=f"cannot read {text}", raw=text)
    done.row(Fate.LOG, raw=text, table=text)
    done.report.notes.append(text)
    document = done.json()
    for language in ("en", "zh"):
        page = render_page(document, language=language)
        assert secret not in page
        assert HIDDEN in page
        assert secret not in printed_of(document, language=language, width=400)


def test_a_store_whose_url_holds_a_password_is_not_named_in_commands(new_import, parsed) -> None:
    document = new_import(store="postgresql://wen:geheim@db.example/notes").row(Fate.MEMORY, "a").json()
    commands = [code.text for code in parsed(render_page(document)).one(id="next").all("code")]
    assert commands[-1] == "satchel undo 0198f3a2-6c1e-7b40-9d51-3fe2a7c0b911"
    assert "postgresql://••••••@db.example/notes" in printed_of(document)


@pytest.mark.parametrize(
    "text",
    [
        "user prefers short answers and no tables",
        "0198f3a2-6c1e-7b40-9d51-3fe2a7c0b911",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "1767225600000 and 1735689600123456",
        "2026-03-01T08:15:30.123456+08:00",
        "old_agent/memory/ChatGPT-Export-2024-05-01/conversations_final2.json",
        "https://example.org/a/b?c=d#e and mail to wen@example.org",
        "call 138 0013 8000 on Monday",
        "4111 1111 1111 1112 is no card",
        "max_tokens: 4096, tokens used 531",
        "Password hints belong in the vault; passwords are never stored in notes",
        "密码不要写在笔记里",
        "3 stayed behind when it was written (secret: card, password)",
        '{"password": null, "token": ""}',
        "sk-learn is a library; hf_x; a spinning top: red",
        "pi is 3.14159265358979323846",
        "compass: north; bypass: no",
    ],
)
def test_what_is_no_secret_is_left_as_it_is(text) -> None:
    assert masked(text) == text


def test_a_text_without_end_is_cut_and_what_the_cut_leaves_of_a_secret_is_masked() -> None:
    assert len(shown("a" * 10**6)) == 1000
    assert "4111" not in shown("x" * 980 + " 4111 1111 1111 1111")


def test_masking_twice_changes_nothing_more() -> None:
    for text, _ in SECRETS:
        assert masked(masked(text)) == masked(text)


def test_a_long_text_is_masked_in_linear_time() -> None:
    for piece in ("a_", "password ", "4", "eyJ", "x://", "key=", "sk-", "aA1", "-----BEGIN PRIVATE KEY-----", '"'):
        assert len(masked(piece * 20_000)) <= 20_000 * len(piece) + 400_000


@given(st.text())
def test_visible_text_can_be_written_and_keeps_what_is_harmless(text) -> None:
    seen = visible(text)
    seen.encode("utf-8")
    assert visible(seen) == seen
    if text.isascii() and text.isprintable():
        assert seen == text
