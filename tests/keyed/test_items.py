"""Names of items come apart into what they were made of, whatever an id holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.schema.items import canonical, concrete, filled, opened, taken_apart
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
    assert canonical(name) == name
    assert len(segments(name)) == len(segments(pattern))
    assert filled(*opened(name)) == name


@given(st.text(max_size=40))
def test_any_text_is_taken_apart_and_spelled_once(text: str) -> None:
    try:
        once = canonical(text)
    except UnicodeError:
        return
    assert canonical(once) == once
    assert filled(*opened(text)) in {text, opened(text)[0]}


def test_two_spellings_of_one_item_are_one_name() -> None:
    assert canonical("tasks.open[t 17]") == canonical("tasks.open[t%2017]") == "tasks.open[t%2017]"
    assert canonical("tasks.open[v1.2]") == "tasks.open[v1%2E2]"
    assert canonical("任务.open[小王]") == "任务.open[小王]"


@pytest.mark.parametrize("name", ["tasks.open[*]", "tasks.open[]"])
def test_what_names_no_item_stays(name: str) -> None:
    assert taken_apart(name) == (name, ())


@pytest.mark.parametrize("ids", [(), ("a", "b"), ("",)])
def test_as_many_ids_as_places_are_needed(ids: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="needs 1 ids"):
        concrete("tasks.open[*]", ids)
