"""The program that is killed: a parent that has everything loaded, and forks a child for each order.

Orders come as lines of JSON on standard input, marks go out as lines of JSON: `begin` before a call, `writing` before its
first write, `done` when it has returned, which is the acknowledgement. A child that was killed stays a zombie until the order `reap`, so that its
number cannot become somebody else's while the test still aims at it.
"""

from __future__ import annotations

import contextlib
import gc
import io
import itertools
import json
import os
import resource
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchel.cli.app import code_of
from satchel.service import arrival
from satchel.service.memory import Memory
from satchel.stores.jsonl import log
from satchel.stores.registry import open_store
from satchel.stores.sqlite import connection
from satchel.stores.urls import parse_url
from satchel_protocol import transfer
from satchel_protocol.errors import SatchelError
from satchel_protocol.store import Store

Order = dict[str, Any]


@dataclass
class Channel:
    """Where marks go."""

    handle: int
    is_open: bool = False
    """Warming up has no marks."""

    def mark(self, **about: Any) -> None:
        """One line, short enough to be written at once."""
        if self.is_open:
            os.write(self.handle, json.dumps({**about, "of": os.getpid(), "at": time.monotonic()}).encode() + b"\n")


CHANNEL = Channel(os.dup(1))
mark = CHANNEL.mark


class Calls:
    """Says which call was begun, when it came to its first write, and when it returned."""

    def __init__(self) -> None:
        self.number = 0
        self.writes = False

    def begin(self, number: int) -> None:
        self.number, self.writes = number, False
        mark(begin=number)

    def writing(self) -> None:
        if not self.writes:
            self.writes = True
            mark(writing=self.number)

    def done(self, **about: Any) -> None:
        mark(done=self.number, **about)


CALLS = Calls()


def watch(name: str) -> None:
    """Have a method of all stores say that a write begins."""
    method = getattr(Store, name)

    def watched(self: Store, *arguments: Any, **named: Any) -> Any:
        CALLS.writing()
        return method(self, *arguments, **named)

    setattr(Store, name, watched)


# Jobs -----------------------------------------------------------------------------------------------------------------


def write(order: Order) -> None:
    """Carry out a plan of small writes, one call after the other."""
    memory = Memory(order["store"])
    for number, (verb, id, text) in enumerate(order["plan"]):
        CALLS.begin(number)
        if verb == "remember":
            memory.remember(text, id=id, type="fact")
        elif verb == "edit":
            memory.edit(id, content=text)
        elif verb == "forget":
            memory.forget(id)
        else:
            CALLS.writing()
            memory.close()
        CALLS.done()


def command(order: Order) -> None:
    """Run command lines, as `satchel` does."""
    for number, arguments in enumerate(order["commands"]):
        out = io.StringIO()
        CALLS.begin(number)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = code_of(arguments)
        CALLS.done(code=code, said=out.getvalue()[-500:] if code else "")


def bring(order: Order) -> None:
    """Import sources."""
    with Memory(order["store"]) as memory:
        CALLS.begin(0)
        report = memory.import_(*order["sources"])
        CALLS.done(batch=report.batch)


def rekey(order: Order) -> None:
    """Give all records new fingerprints, again and again: soon most of a log is superfluous, and it is rewritten."""
    with open_store(order["store"], create=False) as store:
        for number, key in enumerate(order["keys"]):
            CALLS.begin(number)
            CALLS.writing()
            store.adopt_print_keys({"user:me": [bytes.fromhex(key)]})
            CALLS.done()


def mend(order: Order) -> None:
    """Break the full-text index in one way after the other and have it built anew; the file is rewritten as well."""
    _, path = parse_url(order["store"])
    for number, way in enumerate(order["ways"]):
        break_index(path, way)
        CALLS.begin(number)
        CALLS.writing()
        with open_store(order["store"], create=False) as store:
            store.repair()  # type: ignore[attr-defined]
        CALLS.done()


def many(order: Order) -> None:
    """Write so many memories, each of which must be new."""
    while "after" in order and not Path(order["after"]).exists():
        pass  # all of them begin at the same moment
    with Memory(order["store"]) as memory:
        for number in range(order["count"]):
            memory.remember(f"{order['name']} writes number {number}", id=f"{order['name']}-{number}", type="fact")


def look(order: Order) -> None:
    """Read in every way until so many memories are there; where only new ones come, there are never fewer."""
    os.nice(10)  # readers that never pause would have the processors for themselves
    seen = 0
    with open_store(order["store"], create=False) as store:
        for turn in itertools.count():
            there = store.count()
            hits = store.search("number writes", limit=5)
            again = [store.read(hit.record.id) for hit in hits]
            if not order.get("changing"):
                assert there >= seen
                assert [version and version.record for version in again] == [hit.record for hit in hits]
            seen = there
            if turn % 10 == 0 or seen >= order["until"]:
                listed = sum(1 for _ in store.enumerate())
                assert listed >= seen or order.get("changing")
            if seen >= order["until"]:
                return


def fill(order: Order) -> None:
    """Write until a file would be larger than it may be."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (order["largest"], resource.RLIM_INFINITY))
    with Memory(order["store"]) as memory:
        for number in itertools.count():
            CALLS.begin(number)
            try:
                record = memory.remember(f"{order['name']} number {number} " + "tea " * 100, type="fact")
            except SatchelError as error:
                mark(refused=error.code, said=str(error))
                return
            CALLS.done(id=record.id, text=record.content)


def break_index(path: Path, way: str) -> None:
    """Damage a SQLite store's full-text index: some `rows` are gone, the `table` is, or a page is `noise`."""
    page = 0
    with contextlib.closing(sqlite3.connect(path)) as db:
        if way == "rows":
            db.execute("DELETE FROM search_docsize WHERE id % 2")
        elif way == "table":
            db.execute("DROP TABLE search")
        else:
            (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'search_data'").fetchone()
        db.commit()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if page:
        with path.open("r+b") as file:
            file.seek((page - 1) * 4096)
            file.write(b"\xa5" * 4096)


JOBS: dict[str, Callable[[Order], None]] = {
    "write": write,
    "command": command,
    "bring": bring,
    "rekey": rekey,
    "mend": mend,
    "many": many,
    "look": look,
    "fill": fill,
}


# Births and deaths ----------------------------------------------------------------------------------------------------


def warm_up() -> None:
    """Have loaded what an import, a move, a search and a repair load late."""
    quiet = io.StringIO()
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(quiet):
        folder = Path(name)
        old = folder / "old"
        old.mkdir()
        (old / "notes.csv").write_text("id,text,created\n1,likes green tea,2024-05-01\n2,lives in Lyon,2024-05-02\n")
        for url in (f"sqlite:{folder}/a.db", f"jsonl:{folder}/a.jsonl"):
            code_of(["move", str(old), url])
            code_of(["recall", "tea", "--store", url])
            code_of(["doctor", "--repair", "--store", url])


def adjust(order: Order) -> None:
    """Make chunks and logs small, so that there are many boundaries to be killed at; or sync nothing any more."""
    if order.get("careless"):
        connection.SYNCHRONOUS = "OFF"
        os.fsync = lambda fd: None
    if "chunk" in order:
        arrival.CHUNK = transfer.CHUNK = order["chunk"]  # type: ignore[misc]
    if "floor" in order:
        log._WASTE_FLOOR_BYTES = order["floor"]  # type: ignore[misc]


def live(order: Order) -> None:
    """A child's whole life."""
    try:
        adjust(order)
        JOBS[order["job"]](order)
        mark(through=True)
    except BaseException:  # noqa: BLE001 - whatever it is, the test has to hear of it
        mark(failed=traceback.format_exc()[-3000:])
        os._exit(1)
    os._exit(0)


def main() -> None:
    for name in ("write_many", "delete", "open_batch"):
        watch(name)
    if len(sys.argv) > 1:
        # One order, without a nursery.
        CHANNEL.handle, CHANNEL.is_open = 1, True
        live(json.loads(sys.argv[1]))
    os.dup2(2, 1)
    warm_up()
    gc.freeze()
    CHANNEL.is_open = True
    mark(ready=True)
    for line in iter(sys.stdin.readline, ""):
        order = json.loads(line)
        if order["job"] == "reap":
            _, status = os.waitpid(order["pid"], 0)
            mark(died=os.waitstatus_to_exitcode(status), who=order["pid"])
        else:
            pid = os.fork()
            if pid == 0:
                live(order)
            mark(born=pid)


if __name__ == "__main__":
    main()
