"""One world: which sources there are, how large, and in which mess."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import chats, leftovers, lists, notes, odd_lists, profiles, records, streams, vectors
from .cast import cast_for
from .databases import Databases
from .entries import World
from .folder import Folder
from .ledger import Ledger
from .naming import Namer
from .probes import ask, planted
from .speech import Speech

LEAST_ROWS, MOST_ROWS = 2_000, 24_000
"""Below, there is no room for every mess; above, the word bank runs dry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What was written."""

    agent: Path
    """The folder that the product sees."""
    truth: Path
    rows: int
    memories: int
    evidence: int
    files: int


def make(seed: int, out: Path, *, rows: int = 12_000) -> Made:
    """Write the world of `seed` to `out/agent` and `out/truth.jsonl`; at least `rows` source rows.

    Raises:
        ValueError: `rows` is not within LEAST_ROWS and MOST_ROWS.
        FileExistsError: `out/agent` is there already.
    """
    if not LEAST_ROWS <= rows <= MOST_ROWS:
        raise ValueError(f"rows must be from {LEAST_ROWS} to {MOST_ROWS}, not {rows}")
    agent, truth = out / "agent", out / "truth.jsonl"
    agent.mkdir(parents=True)
    rng = random.Random(f"old agent {seed}")
    cast = cast_for(rng)
    world = World(
        seed=seed,
        rng=rng,
        cast=cast,
        speech=Speech(cast, rng),
        namer=Namer(rng, cast.agent),
        ledger=Ledger(),
        chinese=rng.uniform(0.35, 0.65),
    )
    folder = Folder()
    _fill(world, folder, rows)
    ask(world)
    folder.write(agent)
    world.ledger.save(truth, seed=seed, agent=cast.agent)
    evidence = sum(1 for line in world.ledger.others if line["kind"] == "evidence")
    return Made(
        agent=agent,
        truth=truth,
        rows=world.ledger.rows(),
        memories=len(world.ledger.memories),
        evidence=evidence,
        files=len(folder.files),
    )


def _fill(world: World, folder: Folder, rows: int) -> None:
    rng, databases = world.rng, Databases(world, folder)
    part = rows / 12_000

    def size(low: int, high: int) -> int:
        return max(12, round(rng.randint(low, high) * part))

    inner = Folder(archive=f"{world.namer.stem('copy')}.zip")
    answers = planted(world)
    homes = [answers[index::2] for index in range(2)]
    late, indexed, removed = (rng.choice(("big", "list", "both")) for _ in range(3))
    probe = rng.randrange(2)
    makers: list[Callable[[], None]] = [
        lambda: streams.big_table(
            world,
            folder,
            databases,
            rows=size(4700, 5200),
            special=homes[0],
            late=size(60, 160) if late != "list" else 0,
            searched=indexed != "list",
            removable=removed != "list",
        ),
        lambda: streams.unsorted(world, folder, databases, rows=size(1500, 1900), special=homes[1]),
        *(
            _chat(world, folder, databases, size(500, 700), kind)
            for kind in rng.sample(("files", "tree", "table", "csv"), 3)
        ),
        *(
            _tasks(
                world,
                folder,
                databases,
                rows=size(70, 130),
                container=container,
                lang=rng.choice(("en", "zh")),
                probe=index == probe,
            )
            for index, container in enumerate(rng.sample(("sqlite", "csv", "json"), 2))
        ),
        lambda: profiles.contacts(world, folder, databases, rows=size(35, 70)),
        lambda: profiles.settings(world, folder, databases),
        lambda: lists.jsonl_list(world, folder, rows=size(90, 180)),
        lambda: lists.csv_list(world, folder, rows=size(80, 160), encoding="gb18030", delimiter=rng.choice(",;\t")),
        lambda: lists.csv_list(world, folder, rows=size(60, 140), encoding="utf-16", delimiter=rng.choice("\t,")),
        lambda: lists.csv_list(world, folder, rows=size(50, 120), encoding="utf-8-sig", delimiter=rng.choice(";|")),
        *(_json(world, folder, size(40, 110), layout) for layout in rng.sample(lists.JSON_LAYOUTS, 4)),
        lambda: lists.table_list(
            world,
            folder,
            databases,
            rows=size(150, 260),
            late=size(40, 100) if late != "big" else 0,
            searched=indexed != "big",
            removable=removed != "big",
        ),
        lambda: odd_lists.payload_table(world, folder, databases, rows=size(90, 160)),
        lambda: odd_lists.strings(world, folder, rows=size(30, 60)),
        lambda: odd_lists.told_zone(world, folder, rows=size(40, 70)),
        lambda: notes.single_notes(world, folder, rows=size(25, 50)),
        lambda: notes.by_topic(world, folder, rows=size(30, 60), headed=True),
        lambda: notes.by_topic(world, folder, rows=size(20, 40), headed=False),
        lambda: notes.pasted(world, folder, rows=size(40, 80)),
        lambda: lists.jsonl_list(world, inner, rows=size(40, 80), place="old"),
        lambda: notes.pasted(world, inner, rows=size(15, 30)),
        lambda: lists.csv_list(
            world, inner, rows=size(40, 80), encoding=rng.choice(("utf-8", "gb18030")), delimiter=",", place="old/表"
        ),
        lambda: vectors.vectors(world, folder, count=size(40, 80)),
        lambda: streams.plain_log(world, folder, rows=size(250, 400)),
        lambda: streams.metrics(world, folder, rows=size(150, 300)),
    ]
    if rng.random() < 0.5:
        makers.append(lambda: odd_lists.headerless(world, folder, rows=size(30, 60)))
    if rng.random() < 0.6:
        makers.append(lambda: odd_lists.sections(world, folder, rows=size(24, 48)))
    if rng.random() < 0.6:
        makers.append(lambda: notes.daily(world, folder, rows=size(20, 50)))
    if rng.random() < 0.6:
        makers.append(lambda: profiles.people(world, folder, databases))
    rng.shuffle(makers)
    for maker in makers:
        maker()
    for _ in range(2):
        lists.copies(world, folder, rows=size(120, 220))
    lists.copies(world, inner, rows=size(40, 90))
    leftovers.leave(world, folder)
    streams.access_log(world, folder, databases, rows=max(40, rows - world.ledger.rows()))
    databases.finish()
    if rng.random() < 0.5:  # a member that points out of the archive: to be refused
        inner.put("../outside.txt", world.speech.log("en").encode())
        world.ledger.none(inner.place("../outside.txt"), why="structure")
        world.ledger.fuzzy(inner.place("../outside.txt"))
    folder.put(inner.archive, inner.zipped())


def _chat(world: World, folder: Folder, databases: Databases, rows: int, container: str) -> Callable[[], None]:
    return lambda: chats.write_chats(world, folder, databases, rows=rows, container=container)


def _tasks(
    world: World, folder: Folder, databases: Databases, *, rows: int, container: str, lang: str, probe: bool
) -> Callable[[], None]:
    return lambda: records.tasks(world, folder, databases, rows=rows, container=container, lang=lang, probe=probe)


def _json(world: World, folder: Folder, rows: int, layout: str) -> Callable[[], None]:
    return lambda: lists.json_list(world, folder, rows=rows, layout=layout)
