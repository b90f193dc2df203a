"""Names of items come apart into what they were made of, whatever an id holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.schema.items import concrete, filled, opened, taken_apart
from satchel.schema.names import segments
from satchel_protocol.errors import UsageError

LABELS = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


@st.composite
def patterns(draw: st.DrawFn) -> str:
    name = draw(LABELS)
    for _ in range(draw(st.integers(0, 4))):
        name += draw(st.sampled_from(["[*]", f".{draw(LABELS)}"]))
    return name


@given(patterns(), st.data())
def test_a_name_is_taken_apart_into_its_pattern_and_ids(pattern: str, data: st.DataObject) -> None:
    ids = tuple(data.draw(IDS) for _ in range(pattern.count("[*]")))
    name = concrete(pattern, ids)
    assert taken_apart(name) == (pattern, ids)
    assert "[*]" not in name
    assert len(segments(name)) == len(segments(pattern))
    assert filled(*opened(name)) == name


@given(st.text("ab[].*%", max_size=20))
def test_any_text_is_put_together_again(text: str) -> None:
    pattern, written = opened(text)
    if pattern.count("[*]") == len(written):
        assert filled(pattern, written) == text


def test_an_id_stands_as_it_is() -> None:
    assert concrete("tasks.open[*]", ("v1.2 of 小王",)) == "tasks.open[v1.2 of 小王]"
    assert segments("tasks.open[v1.2 of 小王].done") == ("tasks", "open", "[v1.2 of 小王]", "done")
    assert concrete("tasks.open[*]", ("a[1]",)) == "tasks.open[a%5B1%5D]"
    assert concrete("tasks.open[*]", ("*",)) == "tasks.open[%2A]"


@pytest.mark.parametrize("name", ["tasks.open[*]", "tasks.open[]"])
def test_what_names_no_item_stays(name: str) -> None:
    assert taken_apart(name) == (name, ())


@pytest.mark.parametrize("ids", [(), ("a", "b"), ("",)])
def test_as_many_ids_as_places_are_needed(ids: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="needs 1 ids"):
        concrete("tasks.open[*]", ids)
