"""The made-up old agent: the same from the same seed, another from another, and a truth that its files bear out."""

from __future__ import annotations

import csv
import io
import json
import random
import sqlite3
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

OLD_AGENT = Path(__file__).resolve().parents[2] / "examples" / "old_agent"
sys.path.insert(0, str(OLD_AGENT))

import demo  # noqa: E402
from oldworld.accounts import check  # noqa: E402
from oldworld.grammar import Grammar, load  # noqa: E402
from oldworld.matching import right_scope, right_time, strings  # noqa: E402
from oldworld.plan import LEAST_ROWS, MOST_ROWS, make  # noqa: E402
from oldworld.probes import TABLE_QUERY  # noqa: E402
from oldworld.reading import Line, Truth, read_stream, read_truth  # noqa: E402
from oldworld.scoring import judge, probe_rank  # noqa: E402
from oldworld.sqlite_files import Database, Table  # noqa: E402
from oldworld.text import squeeze  # noqa: E402
from oldworld.times import MIXED, NOTATIONS, SINGLE, Clock  # noqa: E402

SEEDS = (11, 12, 13)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Three small worlds: seed → the folder with `agent` and `truth.jsonl`."""
    out = {}
    for seed in SEEDS:
        out[seed] = tmp_path_factory.mktemp(f"seed{seed}")
        make(seed, out[seed], rows=3_000)
    return out


@pytest.fixture(scope="module")
def truths(worlds: dict[int, Path]) -> dict[int, Truth]:
    return {seed: read_truth(path / "truth.jsonl") for seed, path in worlds.items()}


def perfect(truth: Truth) -> list[Line]:
    """The records that a flawless rescue would bring."""
    records: list[Line] = [
        {
            "id": memory["id"],
            "type": memory["types"][0],  # type: ignore[index]
            "content": memory["text"],
            "scope": memory["scopes"][0],  # type: ignore[index]
            "created_at": memory["times"][0]["at"],  # type: ignore[index]
        }
        for memory in truth.memories
    ]
    for number, turn in enumerate(truth.evidence):
        when = turn["times"][0]["at"]  # type: ignore[index]
        records.append(
            {"id": f"e{number}", "type": "interaction", "content": turn["text"], "scope": "user:me", "created_at": when}
        )
    return records


# ------------------------------------------------------------------------------------------- what a reader would find


def files_below(agent: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of the folder by relative path, members of archives as `archive::member`."""
    for path in sorted(agent.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            name = path.relative_to(agent).as_posix()
            yield name, data
            if data[:2] == b"PK":
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    for member in archive.namelist():
                        yield f"{name}::{member}", archive.read(member)


def decode(data: bytes) -> str:
    """A text file in whatever encoding; bytes of no encoding become question marks."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    as_utf8 = data.decode("utf-8-sig", errors="replace")
    as_chinese = data.decode("gb18030", errors="replace")
    return min(as_utf8, as_chinese, key=lambda text: text.count("�"))


def sayings(path: Path, data: bytes) -> Iterator[str]:
    """Every string in a file, read with the standard library alone."""
    if data.startswith(b"SQLite format 3"):
        with closing(sqlite3.connect(path)) as connection:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (name,) in names:
                if "_fts" in name:
                    continue
                for row in connection.execute(f'SELECT * FROM "{name}"'):
                    for value in row:
                        if isinstance(value, str):
                            yield value
                            yield from json_strings(value)
        return
    text = decode(data)
    yield text
    yield from json_strings(text)
    for line in text.splitlines():
        yield from json_strings(line)
    for mark in ",;\t|":
        if mark in text:
            try:
                for fields in csv.reader(io.StringIO(text), delimiter=mark):
                    yield from fields
            except csv.Error:
                continue


def json_strings(text: str) -> Iterator[str]:
    """The strings of every JSON value at the start of `text` and right after it."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text) and text[at] in "{[":
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            return
        yield from walk(value)


def walk(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner)


# ------------------------------------------------------------------------------------------------------ the generator


def test_the_same_seed_makes_the_same_bytes(tmp_path: Path, worlds: dict[int, Path]) -> None:
    make(SEEDS[0], tmp_path / "again", rows=3_000)
    first = dict(files_below(worlds[SEEDS[0]]))
    again = dict(files_below(tmp_path / "again"))
    assert first.keys() == again.keys()
    assert [name for name in first if first[name] != again[name]] == []


def test_two_seeds_share_few_sentences_and_few_names(worlds: dict[int, Path], truths: dict[int, Truth]) -> None:
    said = {seed: {squeeze(str(line["text"])) for line in truth.memories} for seed, truth in truths.items()}
    names = {
        seed: {path.name for path in (folder / "agent").rglob("*") if path.is_file()}
        | {str(line["part"]) for line in truths[seed].files if line["part"]}
        for seed, folder in worlds.items()
    }
    for one, other in ((11, 12), (12, 13), (11, 13)):
        assert len(said[one] & said[other]) < 0.2 * min(len(said[one]), len(said[other]))
        assert len(names[one] & names[other]) < 0.3 * min(len(names[one]), len(names[other]))


def test_the_asked_number_of_rows_is_reached_and_counted(truths: dict[int, Truth]) -> None:
    for truth in truths.values():
        rows = sum(int(str(line["rows"])) for line in truth.files)
        assert 3_000 <= rows <= 3_600
        assert truth.header["rows"] == rows
        kinds: Counter[str] = Counter()
        for line in truth.files:
            counts = line["kinds"]
            assert isinstance(counts, dict)
            assert sum(counts.values()) == line["rows"]
            kinds.update(counts)
        assert kinds["memory"] == len(truth.memories)
        assert kinds["evidence"] >= len(truth.evidence)
        assert {"log", "empty", "deleted", "broken", "duplicate", "vector", "structure", "config"} <= kinds.keys()


def test_too_few_or_too_many_rows_or_a_used_folder_are_refused(tmp_path: Path) -> None:
    for rows in (LEAST_ROWS - 1, MOST_ROWS + 1):
        with pytest.raises(ValueError, match="rows must be"):
            make(1, tmp_path, rows=rows)
    (tmp_path / "agent").mkdir()
    with pytest.raises(FileExistsError):
        make(1, tmp_path)


def test_every_mess_is_in_every_world(worlds: dict[int, Path]) -> None:
    for folder in worlds.values():
        files = dict(files_below(folder / "agent"))
        heads = {name: data[:16] for name, data in files.items()}
        assert sum(head.startswith(b"SQLite format 3") for head in heads.values()) >= 2
        assert any(name.endswith("-wal") and len(data) > 4096 for name, data in files.items())
        assert any(head.startswith(b"PK") for head in heads.values())
        assert any(head.startswith(b"\xff\xfe") for head in heads.values()), "UTF-16"
        assert any(head.startswith(b"\xef\xbb\xbf") for head in heads.values()), "BOM"
        assert {Path(name).suffix for name in files} >= {".npy", ".bin", ".faiss", ".lock", ".md"}
        assert any(Path(name).suffix in (".pkl", ".pickle") for name in files)
        assert any(data == b"" for data in files.values())
        plain = [decode(data) for data in files.values() if not data.startswith((b"SQLite", b"PK"))]
        assert any(json_array_of_strings(text) for text in plain)
        assert any(text.count("}\n{") > 5 for text in plain), "JSON Lines"
        assert any("---\ntitle" in text or "\n---\n\n" in text for text in plain), "front matter"


def json_array_of_strings(text: str) -> bool:
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return isinstance(value, list) and len(value) > 5 and all(isinstance(item, str) for item in value)


def test_rows_in_the_log_are_in_no_other_place(
    worlds: dict[int, Path], truths: dict[int, Truth], tmp_path: Path
) -> None:
    for seed, folder in worlds.items():
        log = next(path for path in (folder / "agent").rglob("*-wal"))
        database = log.with_name(log.name.removesuffix("-wal"))
        late = [line for line in truths[seed].memories if "wal-only" in line["tags"]]  # type: ignore[operator]
        assert late
        both, alone = tmp_path / f"{seed}both", tmp_path / f"{seed}alone"
        for place in (both, alone):
            place.mkdir()
            (place / "a.db").write_bytes(database.read_bytes())
        (both / "a.db-wal").write_bytes(log.read_bytes())
        with_log = {squeeze(text) for text in sayings(both / "a.db", database.read_bytes())}
        without = {squeeze(text) for text in sayings(alone / "a.db", database.read_bytes())}
        single = [line for line in late if len(line["places"]) == 1]  # type: ignore[arg-type]
        assert all(squeeze(str(line["text"])) in with_log for line in single)
        assert not any(squeeze(str(line["text"])) in without for line in single)


def test_a_log_with_other_salts_still_reads_whole(tmp_path: Path) -> None:
    rows = [(number, f"row {number} " + "x" * 300) for number in range(200)]
    main, log = Database(tables=[Table(name="t", columns=("a", "b"), rows=rows[:50], late=rows[50:])]).write()
    (tmp_path / "a.db").write_bytes(main)
    (tmp_path / "a.db-wal").write_bytes(log)
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        assert connection.execute("SELECT * FROM t ORDER BY a").fetchall() == rows
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# ---------------------------------------------------------------------------------------------------------- the truth


def test_every_memory_stands_where_the_truth_says(
    worlds: dict[int, Path], truths: dict[int, Truth], tmp_path: Path
) -> None:
    for seed, folder in worlds.items():
        held: dict[str, set[str]] = {}
        for name, data in files_below(folder / "agent"):
            path = tmp_path / f"{seed}" / name.replace("::", "/inside/")
            path.parent.mkdir(parents=True, exist_ok=True)
            if name + "-wal" in dict.fromkeys(
                p.relative_to(folder / "agent").as_posix() for p in folder.rglob("*-wal")
            ):
                path.with_name(path.name + "-wal").write_bytes((folder / "agent" / (name + "-wal")).read_bytes())
            if data[:2] == b"PK":
                continue
            path.write_bytes(data)
            held[name] = {squeeze(text) for text in sayings(path, data)}
        for line in [*truths[seed].memories, *truths[seed].evidence]:
            for place in line["places"]:  # type: ignore[attr-defined]
                inside = place["part"] and f"{place['file']}::{place['part']}" in held
                texts = held[f"{place['file']}::{place['part']}"] if inside else held[place["file"]]
                wanted = strings(line, "fragments")[::2] or [
                    str(line["text"])
                ]  # the second fragment is a decoded state
                for text in map(squeeze, wanted):
                    assert text in texts or any(text in other for other in texts), (line, place)


def test_table_rows_are_counted_as_the_database_counts_them(
    worlds: dict[int, Path], truths: dict[int, Truth], tmp_path: Path
) -> None:
    for seed, folder in worlds.items():
        compared = 0
        for line in truths[seed].files:
            path = folder / "agent" / str(line["file"])
            if not line["part"] or not path.read_bytes().startswith(b"SQLite"):
                continue
            copy = tmp_path / f"{seed}-{compared}.db"
            copy.write_bytes(path.read_bytes())
            log = path.with_name(path.name + "-wal")
            if log.exists():
                copy.with_name(copy.name + "-wal").write_bytes(log.read_bytes())
            with closing(sqlite3.connect(copy)) as connection:
                assert connection.execute(f'SELECT count(*) FROM "{line["part"]}"').fetchone()[0] == line["rows"]
            compared += 1
        assert compared >= 5


def test_no_text_is_both_a_memory_and_something_else(truths: dict[int, Truth]) -> None:
    for truth in truths.values():
        memories = {squeeze(str(line["text"])) for line in truth.memories}
        for line in (*truth.none, *truth.evidence):
            assert squeeze(str(line["text"])) not in memories


def test_a_memory_is_listed_once_per_user(truths: dict[int, Truth]) -> None:
    for truth in truths.values():
        keys = Counter((squeeze(str(line["text"])), line["scopes"][0]) for line in truth.memories)  # type: ignore[index]
        assert [key for key, count in keys.items() if count > 1] == []


def test_all_times_lie_in_the_three_months_and_some_are_unknown(truths: dict[int, Truth]) -> None:
    for truth in truths.values():
        readings = [reading for line in truth.memories for reading in line["times"]]  # type: ignore[attr-defined]
        known = [datetime.fromisoformat(reading["at"]) for reading in readings if reading["at"]]
        assert max(known) - min(known) < timedelta(days=92 + 31 + 10)
        assert 0.02 < 1 - len(known) / len(readings) < 0.3
        assert all((reading["at"] is None) == (reading["precision"] is None) for reading in readings)


@pytest.mark.parametrize("name", sorted(NOTATIONS))
def test_each_notation_is_read_as_the_truth_says(name: str) -> None:
    notation = NOTATIONS[name]
    moment = datetime(2026, 3, 4, 15, 6, 7, 891_011, tzinfo=UTC)
    raw, [reading] = Clock(names=(name,), absent=0.0).as_written(notation, moment)
    kept = {
        "microsecond": "2026-03-04T15:06:07.891011Z",
        "millisecond": "2026-03-04T15:06:07.891000Z",
        "second": "2026-03-04T15:06:07.000000Z",
        "minute": "2026-03-04T15:06:00.000000Z",
        "day": "2026-03-04T00:00:00.000000Z",
    }
    assert reading == {"at": kept[notation.precision], "precision": notation.precision}
    written = json.dumps(raw, ensure_ascii=False)
    assert ("4" in written and "2026" in written) or "17726" in written


def test_a_zone_counts_only_where_the_source_tells_it() -> None:
    from datetime import timezone

    moment, zone = datetime(2026, 3, 4, 20, 0, tzinfo=UTC), timezone(timedelta(hours=8))
    silent = Clock(names=("sql",), absent=0.0, zone=zone).as_written(NOTATIONS["sql"], moment)
    told = Clock(names=("sql",), absent=0.0, zone=zone, told=True).as_written(NOTATIONS["sql"], moment)
    assert silent[0] == told[0] == "2026-03-05 04:00:00"
    assert silent[1][0]["at"] == "2026-03-05T04:00:00.000000Z"
    assert told[1][0]["at"] == "2026-03-04T20:00:00.000000Z"


def test_columns_use_only_known_notations() -> None:
    assert {name for names in (*SINGLE, *MIXED) for name in names} <= NOTATIONS.keys()


def test_the_three_questions_have_one_answer_each(truths: dict[int, Truth]) -> None:
    for truth in truths.values():
        assert len(truth.probes) == 3
        assert [probe["query"] for probe in truth.probes].count(TABLE_QUERY) == 1
        for probe in truth.probes:
            assert probe_rank(truth, probe, perfect(truth)) is not None
        tables = next(probe for probe in truth.probes if probe["query"] == TABLE_QUERY)
        both = [line for line in truth.memories if "表格" in str(line["text"]) and "英文" in str(line["text"])]
        assert [line["id"] for line in both] == [tables["memory"]]


def test_every_pattern_of_the_bank_can_be_filled(truths: dict[int, Truth]) -> None:
    rng = random.Random(5)
    from oldworld.cast import cast_for
    from oldworld.speech import Speech

    speech = Speech(cast_for(rng), rng)
    for lang in ("en", "zh"):
        for bank in ("preference", "task", "skill", "fact", "chat"):
            for lines in load(f"{bank}.{lang}").values():
                for line in lines:
                    text = speech.phrase(line.rpartition(" :: ")[2], lang)
                    assert not set("{}|") & set(text), text
        for line in load("log")[lang]:
            assert "|" not in speech.phrase(line, lang), line


def test_alternatives_nest_and_bare_parentheses_stay() -> None:
    grammar = Grammar(words={"a": ("x",)}, makers={})
    seen = {grammar.expand("(one|two( or (three|four)|)) (kept) {a} {A}", random.Random(seed)) for seed in range(60)}
    assert seen == {f"{head} (kept) x X" for head in ("one", "two", "two or three", "two or four")}
    with pytest.raises(KeyError):
        grammar.expand("{nobody}", random.Random(1))


# --------------------------------------------------------------------------------------------------------- the scorer


def test_a_perfect_rescue_scores_one(truths: dict[int, Truth]) -> None:
    for truth in truths.values():
        score = judge(truth, perfect(truth))
        assert (score.precision, score.recall) == (1.0, 1.0)
        assert score.evidence["recall"] == score.evidence["time"] == 1.0
        assert (score.misses, score.false, score.evidence["foreign"]) == ([], {}, 0)


@pytest.mark.parametrize("what", ["type", "time", "scope"])
def test_one_wrong_field_spoils_the_memory_and_is_named(truths: dict[int, Truth], what: str) -> None:
    truth = truths[11]
    records = perfect(truth)
    wrong: dict[str, Line] = {
        "type": {"type": "unheard-of"},
        "time": {"created_at": "1999-01-01T00:00:00Z"},
        "scope": {"scope": "user:stranger"},
    }
    count = len(truth.memories) // 10
    for position in range(count):
        records[position] |= wrong[what]
    score = judge(truth, records)
    assert score.full == len(truth.memories) - count
    assert score.matched == len(truth.memories)
    assert score.rates[what] == pytest.approx(1 - count / len(truth.memories))
    assert {name: rate for name, rate in score.rates.items() if name != what and rate < 1} == {}
    assert {miss["wrong"] for miss in score.misses} == {what}


def test_missing_memories_cost_recall_and_junk_costs_precision(truths: dict[int, Truth]) -> None:
    truth = truths[12]
    records = perfect(truth)
    dropped = records[50:]
    assert judge(truth, dropped).recall == pytest.approx(1 - 50 / len(truth.memories))
    assert judge(truth, dropped).precision == 1.0
    logs = [line for line in truth.none if line["why"] == "log"][:20]
    gone = [line for line in truth.none if line["why"] == "deleted"][:2]
    junk = [
        {"id": f"j{n}", "type": "fact", "content": line["text"], "scope": "user:me"}
        for n, line in enumerate(logs + gone)
    ]
    twice = [record | {"id": "twice"} for record in records[:3]]
    score = judge(truth, [*records, *junk, *twice])
    assert score.recall == 1.0
    assert score.precision == pytest.approx(len(truth.memories) / (len(truth.memories) + len(junk) + 3))
    assert score.false == {"log": 20, "deleted": len(gone), "imported twice": 3}


def test_a_changed_text_is_no_match_but_width_case_and_space_are(truths: dict[int, Truth]) -> None:
    truth = truths[13]
    records = perfect(truth)
    plain = [n for n, line in enumerate(truth.memories) if not line["fragments"]][:30]
    for position in plain[:15]:
        records[position] |= {"content": " ".join(f" {records[position]['content']} ".upper().split(" "))}
    for position in plain[15:]:
        records[position] |= {"content": str(records[position]["content"])[:-4]}
    score = judge(truth, records)
    assert score.matched == len(truth.memories) - 15
    assert [miss["wrong"] for miss in score.misses] == ["missing"] * 15


def test_a_row_of_many_columns_needs_its_decoded_state(truths: dict[int, Truth]) -> None:
    truth = truths[11]
    records = perfect(truth)
    rows = (
        (number, strings(line, "fragments")) for number, line in enumerate(truth.memories) if line["types"] == ["task"]
    )
    position, (subject, label, following) = next(row for row in rows if len(row[1]) == 3)
    records[position] |= {"content": f"Task: {subject}; state: {label}; next: {following}"}
    assert judge(truth, records).recall == 1.0
    records[position] |= {"content": f"Task: {subject}; state: 3; next: {following}"}
    assert judge(truth, records).full == len(truth.memories) - 1


def test_a_conversation_may_come_as_turns_or_as_sessions_but_not_as_memories(truths: dict[int, Truth]) -> None:
    truth = truths[12]
    records = perfect(truth)
    memories = [record for record in records if record["type"] != "interaction"]
    turns = [record for record in records if record["type"] == "interaction"]
    whole: Line = {"id": "s", "type": "interaction", "content": "\n".join(str(turn["content"]) for turn in turns)}
    assert judge(truth, [*memories, whole]).evidence["recall"] == 1.0
    assert judge(truth, memories).evidence["recall"] == 0.0
    promoted = judge(truth, [*memories, *(turn | {"type": "fact"} for turn in turns)])
    assert promoted.false == {"conversation": len(turns)}


def test_grey_texts_count_neither_way(truths: dict[int, Truth]) -> None:
    truth = truths[13]
    grey = [
        {"id": f"g{n}", "type": "fact", "content": line["text"], "scope": "user:me"}
        for n, line in enumerate(truth.grey)
    ]
    assert grey
    assert judge(truth, [*perfect(truth), *grey]).precision == 1.0


def test_times_agree_within_a_second_and_need_a_zone() -> None:
    memory: Line = {"times": [{"at": "2026-03-04T05:06:07.500000Z", "precision": "microsecond"}]}
    assert right_time(memory, {"created_at": "2026-03-04T05:06:07Z"})
    assert right_time(memory, {"created_at": "2026-03-04T13:06:07.5+08:00"})
    assert not right_time(memory, {"created_at": "2026-03-04T05:06:07"})
    assert not right_time(memory, {"created_at": "2026-03-04T05:06:09Z"})
    assert not right_time(memory, {"created_at": None})
    assert right_time({"times": [{"at": None, "precision": None}]}, {})
    assert not right_time({"times": [{"at": None, "precision": None}]}, {"created_at": "2026-03-04T05:06:07Z"})


def test_scopes_agree_when_percent_encoded() -> None:
    memory: Line = {"scopes": ["user:林小满", "user:lin@example.org"]}
    assert right_scope(memory, {"scope": "user:%E6%9E%97%E5%B0%8F%E6%BB%A1"})
    assert right_scope(memory, {"scope": "user:lin%40example.org"})
    assert not right_scope(memory, {"scope": "user:lin"})


def test_a_stream_is_read_without_header_tombstones_and_trailer(tmp_path: Path) -> None:
    stream = tmp_path / "a.satchel"
    lines: list[Line] = [
        {"satchel": "1.0"},
        {"tombstone": {"id": "x"}},
        {"id": "r", "content": "hello"},
        {"trailer": {}},
    ]
    stream.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert read_stream(stream) == [{"id": "r", "content": "hello"}]
    stream.write_text('{"id": "r", "content": "hello"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="header"):
        read_stream(stream)


# ----------------------------------------------------------------------------------------------------- the accounting


def honest_report(truth: Truth, root: str) -> Line:
    """What a product that sees every row would print."""
    fate = {"memory": "memory", "evidence": "evidence", "log": "log", "vector": "vector", "structure": "structure"}
    fate |= {"duplicate": "duplicate", "empty": "empty"}
    sources: list[Line] = []
    total: Counter[str] = Counter()
    for line in truth.files:
        kinds = line["kinds"]
        assert isinstance(kinds, dict)
        rows: Counter[str] = Counter()
        for kind, count in kinds.items():
            rows[fate.get(kind, "rejected")] += count
        rows["in"] = int(str(line["rows"]))
        total.update(rows)
        sources.append(
            {"source": f"{root}/{line['file']}" + (f"#{line['part']}" if line["part"] else ""), "rows": dict(rows)}
        )
    return {"rows": dict(total), "sources": sources}


def test_an_honest_report_leaves_nothing_open(truths: dict[int, Truth]) -> None:
    for truth in truths.values():
        accounts = check(honest_report(truth, "/somewhere/agent"), truth)
        assert (accounts.unaccounted, accounts.unseen, accounts.unnamed) == (0, {}, [])
        assert accounts.rows_in == truth.header["rows"]
        assert accounts.checked > 10


def test_rows_without_a_fate_and_rows_never_seen_are_both_found(truths: dict[int, Truth]) -> None:
    truth = truths[11]
    report = honest_report(truth, "agent")
    sources = report["sources"]
    assert isinstance(sources, list)
    rows = report["rows"]
    assert isinstance(rows, dict)
    rows["memory"] -= 2
    assert check(report, truth).unaccounted == 2
    rows["memory"] += 2
    exact = next(line for line in truth.files if line["exact"] and not line["part"] and int(str(line["rows"])) > 30)
    source = next(source for source in sources if source["source"] == f"agent/{exact['file']}")
    source["rows"]["in"] -= 5
    source["rows"]["log"] = source["rows"].get("log", 0) - 5
    accounts = check(report, truth)
    assert accounts.unseen == {exact["file"]: 5}
    sources.remove(source)
    assert check(report, truth).unseen == {exact["file"]: exact["rows"]}


# ----------------------------------------------------------------------------------------------------------- the demo


class StandIn:
    """A command line that does everything right, or leaves out the last `lost` memories."""

    def __init__(self, place: Path, lost: int) -> None:
        self.place, self.lost = place, lost
        self.asked: list[str] = []
        self.store = "sqlite:///stand-in.db"

    def run(self, *arguments: str) -> Line:
        truth = read_truth(self.place / "truth.jsonl")
        records = perfect(truth)
        if arguments[0] == "move":
            memories = [record for record in records if record["type"] != "interaction"]
            kept = memories[: len(memories) - self.lost] + records[len(memories) :]
            stream = self.place / "new.satchel"
            lines: list[Line] = [{"satchel": "1.0"}, *kept, {"trailer": {}}]
            stream.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            return honest_report(truth, str(self.place / "agent")) | {"stream": str(stream)}
        self.asked.append(arguments[1])
        probe = next(probe for probe in truth.probes if probe["query"] == arguments[1])
        right = next(record for record in records if record["id"] == probe["memory"])
        return {"hits": [{"record": records[0], "score": 0.9}, {"record": right, "score": 0.8}]}


@pytest.mark.parametrize(("lost", "code"), [(0, 0), (60, 1)])
def test_the_demo_keeps_its_promises_or_says_which_it_broke(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lost: int, code: int
) -> None:
    stand_in = StandIn(tmp_path, lost)
    monkeypatch.setattr(demo, "Commands", lambda **_: stand_in)
    assert demo.demo(14, tmp_path, rows=3_000) == code
    printed = capsys.readouterr().out
    assert TABLE_QUERY in printed
    assert len(stand_in.asked) == 3
    assert ("NOT kept: recall" in printed) == bool(code)
    assert "0 unaccounted for" in printed


def test_a_demo_without_the_product_says_what_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert demo.main(["--seed", "15", "--rows", str(LEAST_ROWS), "--keep", str(tmp_path / "kept")]) == 2
    assert "no JSON object" in capsys.readouterr().err
