"""The bench measures what it says: a set whose answers can be counted by hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from satchel.retrieval.measure import interval, measure, paired
from satchel.service.retrieval_bench import FLOORS, curve, default_ways, run
from satchel.service.retrieval_sets import fill, load_sets, questions
from satchel.stores.registry import open_store
from satchel_protocol.errors import SourceError


def group(gid: str, texts: dict[str, str], questions: dict[str, list[str]], kind: str = "fact") -> dict[str, object]:
    return {
        "gid": gid,
        "docs": [{"id": id, "text": text, "time": "2026-01-02", "kind": kind} for id, text in texts.items()],
        "queries": [
            {"qid": f"{gid}-{n}", "text": text, "time": None, "type": "simple", "gold": gold}
            for n, (text, gold) in enumerate(questions.items())
        ],
    }


def written(folder: Path, name: str, groups: list[dict[str, object]]) -> Path:
    path = folder / f"{name}.json.gz"
    path.write_bytes(gzip.compress(json.dumps({"name": name, "lang": "en", "groups": groups}).encode()))
    return path


def test_figures_are_those_one_gets_by_hand():
    found = measure(["a", "x", "b", "y", "z", "c"], {"a", "b", "c", "d"})
    assert (found.recall_5, found.recall_10, found.mrr) == (0.5, 0.75, 1.0)
    ideal = 1 + 1 / 1.584962500721156 + 0.5 + 1 / 2.321928094887362
    assert found.ndcg_10 == pytest.approx((1 + 0.5 + 1 / 2.807354922057604) / ideal)
    assert measure(["x"], {"a"}).mrr == 0.0
    assert interval([0.5] * 9) == (0.5, 0.5)
    assert paired([1.0, 0.5], [0.5, 0.0])[0] == pytest.approx(0.5)


def test_a_set_is_asked_in_its_own_group_and_where_nothing_answers(tmp_path):
    tea = group("tea", {"1": "Ann likes oolong", "2": "Ann has a cat"}, {"Which oolong does Ann like?": ["1"]})
    car = group("car", {"1": "Bo drives a lorry", "2": "Bo sings"}, {"What does Bo drive? A lorry?": ["1"]})
    written(tmp_path, "small", [tea, car])
    (chosen,) = load_sets(tmp_path)

    bm25, default, *others = run(chosen, tmp_path, ways=default_ways(None), embedder=None)

    assert (bm25.values("recall_5"), bm25.values("mrr")) == ([1.0, 1.0], [1.0, 1.0])
    assert default.values("recall_10") == [1.0, 1.0]
    assert default.no_answer == [False, False]
    assert bm25.to_json()["types"] == {"simple": {"questions": 2, "recall_10": 1.0}}
    assert default.to_json(bm25)["recall_10_over_bm25"] == {"mean": 0.0, "low": 0.0, "high": 0.0}
    points = curve([bm25, default, *others])
    assert [point["floor"] for point in points] == list(FLOORS)
    assert all(0 <= point["false_answers"] <= point["answered"] <= 1 for point in points)
    assert [p["recall_10"] for p in points] == sorted((p["recall_10"] for p in points), reverse=True)


def test_facts_beside_turns_are_linked_with_them(tmp_path):
    turns = group(
        "g", {"1": "Ann: I moved house", "2": "Bo: nice weather"}, {"Where does Ann live now?": ["1"]}, "turn"
    )
    facts = group("g", {"f": "Ann lives in Porto now"}, {})
    facts["docs"][0]["src"] = ["1"]  # type: ignore[index]
    written(tmp_path, "turns", [turns])
    written(tmp_path, "facts", [facts])
    linked = next(s for s in load_sets(tmp_path) if s.name == "turns+facts")

    (_, default, *_) = run(linked, tmp_path, ways=default_ways(None), embedder=None)

    assert default.values("mrr") == [1.0]


def test_halves_are_the_same_in_every_run_and_as_large_as_each_other(tmp_path):
    texts = {str(n): f"Ann likes tea number {n}" for n in range(9)}
    written(tmp_path, "many", [group("g", texts, {f"Which tea is number {n}?": [str(n)] for n in range(9)})])
    (chosen,) = load_sets(tmp_path)
    halves = []
    for run_ in "ab":
        with open_store(f"sqlite:///{tmp_path}/{run_}.db", create=True) as store:
            halves.append([(q.query["qid"], q.chosen_on) for q in questions(chosen, fill(store, chosen))])
    assert halves[0] == halves[1]
    assert sum(first for _, first in halves[0]) == 4


@pytest.mark.parametrize(
    "content",
    [b"", b"no gzip", gzip.compress(b"[]", mtime=0), gzip.compress(b'{"name": 1}', mtime=0)],
    ids=["empty", "no gzip", "a list", "half a set"],
)
def test_what_is_no_set_is_named(tmp_path, content):
    with pytest.raises(SourceError, match="no sets"):
        load_sets(tmp_path)
    (tmp_path / "broken.json.gz").write_bytes(content)
    with pytest.raises(SourceError, match=r"broken\.json\.gz"):
        load_sets(tmp_path)
