"""The side of the test: give birth, wait for the moment, kill, and count what the kills fell into."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

Mark = dict[str, Any]
_PATIENCE_S = 600.0
"""A busy machine is no failure; a hang is."""


class Nursery:
    """A running `child.py`."""

    def __init__(self, home: Path) -> None:
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "HOME": str(home)}
        self._log = (home / "stderr").open("w+b")
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("child.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=environment,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._marks = self._process.stdin, self._process.stdout.fileno()
        self._unread = b""
        self._heard: dict[int, list[Mark]] = {self._process.pid: []}
        while not self._heard[self._process.pid]:
            self.hear()

    def __enter__(self) -> Nursery:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
        self._orders.close()
        self._process.wait(_PATIENCE_S)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._log.close()

    def order(self, **order: Any) -> None:
        self._orders.write(json.dumps(order).encode() + b"\n")
        self._orders.flush()

    def hear(self, timeout_s: float | None = None) -> bool:
        """Take in the next mark, whoever it is of; false when none came in time.

        Raises:
            AssertionError: the nursery is gone, or a child that is still looked after failed.
        """
        until = time.monotonic() + (_PATIENCE_S if timeout_s is None else timeout_s)
        while b"\n" not in self._unread:
            ready, _, _ = select.select([self._marks], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                assert timeout_s is not None, "a child neither went on nor died"
                return False
            read = os.read(self._marks, 1 << 16)
            assert read, self._complaints()
            self._unread += read
        line, _, self._unread = self._unread.partition(b"\n")
        mark: Mark = json.loads(line)
        self._heard.setdefault(mark["of"], []).append(mark)
        return True

    def _complaints(self) -> str:
        self._log.seek(0)
        return self._log.read()[-3000:].decode(errors="replace")

    def born(self, job: str, **about: Any) -> Child:
        """A new process at work."""
        said = self._heard[self._process.pid]
        already = len(said)
        self.order(job=job, **about)
        while not (births := [mark["born"] for mark in said[already:] if "born" in mark]):
            self.hear()
        return Child(nursery=self, pid=births[0], marks=self._heard.setdefault(births[0], []))

    def clear(self) -> None:
        """Kill whoever is still alive, because a test failed before it came to it."""
        for pid in [pid for pid in self._heard if pid != self._process.pid]:
            os.kill(pid, signal.SIGKILL)
            self.died(pid)

    def died(self, pid: int) -> int:
        """Wait for a death; gives the exit code, negative for a signal."""
        said = self._heard[self._process.pid]
        self.order(job="reap", pid=pid)
        while not (deaths := [mark["died"] for mark in said if mark.get("who") == pid]):
            self.hear()
        said.clear()
        del self._heard[pid]
        return int(deaths[0])


@dataclass(slots=True)
class Child:
    """A process that carries out one order."""

    nursery: Nursery
    pid: int
    marks: list[Mark]
    """What it said so far."""

    def wait_for_writing(self, number: int) -> None:
        """Read on until a call comes to its first write."""
        while not any(mark.get("writing") == number for mark in self.marks):
            assert not self.is_through, f"call {number} wrote nothing"
            self.nursery.hear()
            self._must_be_well()

    def linger(self, seconds: float) -> None:
        """Let it work for a while, or until it is through."""
        until = time.monotonic() + seconds
        while not self.is_through and (rest := until - time.monotonic()) > 0:
            self.nursery.hear(rest)

    @property
    def is_through(self) -> bool:
        """Whether it has nothing left to do."""
        return any("through" in mark for mark in self.marks)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.nursery.died(self.pid)
        self._must_be_well()

    def end(self) -> None:
        """Wait until it has done everything."""
        code = self.nursery.died(self.pid)
        self._must_be_well()
        assert code == 0

    def _must_be_well(self) -> None:
        assert [mark["failed"] for mark in self.marks if "failed" in mark] == []

    @property
    def acknowledged(self) -> list[Mark]:
        """The calls that returned."""
        return [mark for mark in self.marks if "done" in mark]

    @property
    def in_the_middle(self) -> bool:
        """Whether a call had come to write and not returned."""
        return bool(self.marks) and "writing" in self.marks[-1]


@dataclass(slots=True)
class Window:
    """When to kill: at any moment of a call, whose length is learned from those that returned."""

    chance: random.Random
    _lengths_s: deque[float] = field(default_factory=lambda: deque(maxlen=25))

    def delay_s(self) -> float:
        """How long after its beginning to kill a call: anywhere in its writing, seldom just behind it."""
        usual = statistics.median(self._lengths_s) if self._lengths_s else 0.02
        return self.chance.uniform(0, 1.1 * usual)

    def learn(self, child: Child) -> None:
        begun = {mark["writing"]: mark["at"] for mark in child.marks if "writing" in mark}
        self._lengths_s.extend(mark["at"] - begun[mark["done"]] for mark in child.acknowledged if mark["done"] in begun)


@dataclass(slots=True)
class Tally:
    """What the kills fell into."""

    what: str
    outcomes: Counter[str] = field(default_factory=Counter)

    def note(self, outcome: str) -> None:
        self.outcomes[outcome] += 1

    @property
    def rounds(self) -> int:
        return self.outcomes.total()

    @property
    def in_the_middle(self) -> int:
        """Kills of a call that had come to write and not returned."""
        return self.rounds - self.outcomes["between writes"]

    def __str__(self) -> str:
        parts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(self.outcomes.items()))
        return f"{self.what}: {self.rounds} kills, {self.in_the_middle} in the middle ({parts})"

    def check(self, *, least_middle: float = 0.5, telling: tuple[str, ...] = ()) -> None:
        """Fail when the kills proved nothing.

        Args:
            least_middle: Share of kills that must have fallen into a call.
            telling: Outcomes of which there must be some: only a call whose effects had begun shows them.
        """
        assert self.in_the_middle >= least_middle * self.rounds, f"killed idle processes – {self}"
        assert not telling or any(self.outcomes[outcome] for outcome in telling), f"hit no write – {self}"
