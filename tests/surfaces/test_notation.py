"""Names are found however they are written, and nothing that only looks like one is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.schema.names import words
from satchel.schema.surfaces.index import Known, NameIndex, Standing, bare
from satchel.schema.surfaces.mention import SURE, How
from satchel.schema.surfaces.notation import is_slip, read
from satchel.schema.surfaces.scan import Scanner
from satchel.schema.surfaces.surface import Kind, Surface, Syntax

SPELLINGS = [
    ("user.display.theme", 31, How.EXACT),
    ("`user.display.theme`", 31, How.EXACT),
    ("(user.display.theme),", 31, How.EXACT),
    ("user.display.theme's", 31, How.EXACT),
    ("Save user.display.theme.", 31, How.EXACT),
    ("user.display.theme=dark", 31, How.EXACT),
    ("user.display.theme:dark", 31, How.EXACT),
    ('memory["user.display.theme"]', 31, How.EXACT),
    ("$.user.display.theme", 31, How.EXACT),
    ("请读取user.display.theme的值", 31, How.EXACT),
    ("user.language", 4, How.ALIAS),
    ("看看用户.饮食.过敏的值", 40, How.ALIAS),
    ("tasks.open[*]", 18, How.EXACT),
    ("tasks.open[42]", 18, How.ITEM),
    ('tasks.open["passport"]', 18, How.ITEM),
    (r'"tasks.open[\"passport\"].deadline"', 19, How.ITEM),
    ("tasks.open", 18, How.ITEM),
    ("tasks.open[3].title", 18, How.ITEM),
    ("tasks.open[{task_id}].deadline", 19, How.ITEM),
    ("tasks.open.42.deadline", 19, How.ITEM),
    ("tasks.open.deadline", 19, How.ITEM),
    ("user/display/theme", 31, How.NOTATION),
    ("/users/42/display/theme", 31, How.NOTATION),
    ("/users/{user_id}/display/theme", 31, How.NOTATION),
    ('state["user"]["display"]["theme"]', 31, How.NOTATION),
    ("state['user']['display']['theme']", 31, How.NOTATION),
    ("user::display::theme", 31, How.NOTATION),
    ("user->display->theme", 31, How.NOTATION),
    ("user?.display?.theme", 31, How.NOTATION),
    ("user:display:theme", 31, How.NOTATION),
    ("user_display_theme", 31, How.FLAT),
    ("userDisplayTheme", 31, How.FLAT),
    ("UserDisplayTheme", 31, How.FLAT),
    ("user-display-theme", 31, How.FLAT),
    ("USER_DISPLAY_THEME", 31, How.FLAT),
    ("User.Display.Theme", 31, How.SPELLING),
    ("user.display.themes", 31, How.SPELLING),
    ("user.sleepHabits", 33, How.SPELLING),
    ("user.sleep-habit", 33, How.SPELLING),
    ("user.dіsplay.theme", 31, How.SPELLING),
    ("usеr.display.thеme", 31, How.SPELLING),
    ("ｕｓｅｒ.display.theme", 31, How.SPELLING),
    ("user．display．theme", 31, How.SPELLING),
    ("user.dis\u200bplay.theme", 31, How.SPELLING),
    ("user.display.\u00adtheme", 31, How.SPELLING),
    ("用户_饮食_过敏", 40, How.NOTATION),
]  # fmt: skip

NEAR_MISSES = [
    "user.nameHistory", "user.names_of", "user.name_of", "other.user.name", "user.name-tag", "superuser.name", "user.named", "my-user.name",
    "user.display", "user.display.themepark", "user.display.theme.park", "user.displaytheme.x", "mail@user.name", "https://user.name/display", "https://a.io/users/42/display/theme",
    "tasks.openness", "tasks.open[3].titles_of", "user.contact.emails_sent", "user", "theme", "display.theme", "x/user/display/theme", "user.display/themes.md",
    "username", "usernames", "session.statement", "session.states_of", "langgraph.user.name",
]  # fmt: skip


def mentions(scanner: Scanner, text: str, **more: object) -> list[tuple[int | None, How]]:
    surface = Surface.of(text, kind=Kind.PROMPT, where="p.md", **more)  # type: ignore[arg-type]
    return [(one.known.number, one.how) for one in scanner.scan(surface).mentions]


@pytest.mark.parametrize(("text", "number", "how"), SPELLINGS, ids=[one[0] for one in SPELLINGS])
def test_a_spelling_is_found(scanner: Scanner, text: str, number: int, how: How) -> None:
    assert mentions(scanner, f"First {text} then.") == [(number, how)]
    found = scanner.scan(Surface.of(text, kind=Kind.PROMPT, where="p.md")).mentions
    assert found[0].confidence >= SURE


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_a_near_miss_is_none(scanner: Scanner, text: str) -> None:
    assert mentions(scanner, f"First {text} then.") == []


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("user.prefs.theme", "user.display.theme"),
        ("user.nmae", "user.name"),
        ("user.display.thme", "user.display.theme"),
        ("session.sate", "session.state"),
        ("user.hobbies", None),
        ("user.display.font", None),
    ],
)
def test_what_begins_like_a_key_is_told(index: NameIndex, text: str, near: str | None) -> None:
    spots, odd = read(text, index)
    assert spots == []
    assert [(one.written, one.near) for one in odd] == [(text, near)]


@pytest.mark.parametrize(
    "text",
    [
        "user.md",
        "user.py",
        "user.Then",
        "user.the",
        "session.io",
        "langgraph.x",
        "system.user.name",
        "colour.theme",
        "user.display",
    ],
)
def test_what_only_has_a_dot_is_not_told(index: NameIndex, text: str) -> None:
    assert read(text, index) == ([], [])


def test_an_old_name_is_retired_and_a_live_one_wins(index: NameIndex) -> None:
    standings = {known.name: known.standing for known in index.names}
    assert standings["user.lang"] is Standing.RETIRED
    assert standings["user.preferences.theme"] is Standing.DEPRECATED
    assert standings["user.display.theme"] is Standing.LIVE
    both = NameIndex(
        [
            Known(name="a.b", number=1, key="a.b", standing=Standing.RETIRED),
            Known(name="a.b", number=2, key="a.b", standing=Standing.LIVE),
        ]
    )
    assert [spot.known.number for spot in read("a.b", both)[0]] == [2]


def test_words_that_differ_by_a_slip() -> None:
    for one, other in (("name", "nmae"), ("theme", "thme"), ("state", "statte"), ("email", "emall")):
        assert is_slip(one, other)
        assert is_slip(other, one)
    for one, other in (("name", "name"), ("name", "mane2"), ("ab", "ac"), ("theme", "scheme")):
        assert not is_slip(one, other)


WORDS = st.from_regex(r"[bdfgklmnprt][aeiou][bdfgklmnprt]{1,2}[aeo][dgklmnprt]", fullmatch=True).filter(
    lambda w: words(w) == (w,)
)
NAMES = st.lists(WORDS, min_size=3, max_size=5, unique=True).map(tuple)


def _wide(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) for char in text)


TRANSFORMATIONS = {
    "dots": lambda parts, place: ".".join(parts),
    "slashes": lambda parts, place: "/" + "/".join(parts),
    "brackets": lambda parts, place: "x" + "".join(f'["{part}"]' for part in parts),
    "single quotes": lambda parts, place: "x" + "".join(f"['{part}']" for part in parts),
    "snake": lambda parts, place: "_".join(parts),
    "kebab": lambda parts, place: "-".join(parts),
    "camel": lambda parts, place: parts[0] + "".join(part.title() for part in parts[1:]),
    "title": lambda parts, place: ".".join(part.title() for part in parts),
    "upper": lambda parts, place: ".".join(parts).upper(),
    "plural": lambda parts, place: ".".join(
        f"{part}s" if n == place % len(parts) else part for n, part in enumerate(parts)
    ),
    "wide": lambda parts, place: ".".join(
        _wide(part) if n == place % len(parts) else part for n, part in enumerate(parts)
    ),
    "unseen": lambda parts, place: ".".join(
        f"{part[:2]}\u200b{part[2:]}" if n == place % len(parts) else part for n, part in enumerate(parts)
    ),
    "cyrillic": lambda parts, place: ".".join(parts).replace("o", "о").replace("a", "а").replace("e", "е"),
    "json": lambda parts, place: "".join(f'{{"{part}": ' for part in parts) + "1" + "}" * len(parts),
    "yaml": lambda parts, place: "\n" + "\n".join(f"{'  ' * n}{part}:" for n, part in enumerate(parts)) + " x\n",
}


@given(
    parts=NAMES,
    place=st.integers(0, 9),
    spelling=st.sampled_from(sorted(TRANSFORMATIONS)),
    before=st.sampled_from(["", "Use ", "把 ", "- ", '"']),
)
def test_every_transformation_of_any_name_is_found(
    parts: tuple[str, ...], place: int, spelling: str, before: str
) -> None:
    known = Known(name=".".join(parts), number=1, key=".".join(parts), standing=Standing.LIVE)
    scanner = Scanner(NameIndex([known]))
    text = f"{before}{TRANSFORMATIONS[spelling](parts, place)} and so on"
    assert 1 in {number for number, _ in mentions(scanner, text)}, text


@given(parts=NAMES, ending=WORDS)
def test_a_longer_segment_is_another_name(parts: tuple[str, ...], ending: str) -> None:
    known = Known(name=".".join(parts), number=1, key=".".join(parts), standing=Standing.LIVE)
    scanner = Scanner(NameIndex([known]))
    for text in (
        f"{known.name}{ending}",
        f"{known.name}_{ending}",
        f"{ending}.{known.name}",
        f"{ending}{known.name}",
        f"{known.name}-{ending}",
    ):
        if bare(text.rpartition(".")[2]) != bare(parts[-1]) or text.startswith(ending):
            assert mentions(scanner, text) == [], text


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_json_in_strings_of_json(scanner: Scanner, depth: int) -> None:
    text = json.dumps({"user": {"display": {"theme": "dark"}}})
    for _ in range(depth):
        text = json.dumps({"arguments": text, "n": 1})
    assert mentions(scanner, text, syntax=Syntax.JSON) == [(31, How.NESTED)]
