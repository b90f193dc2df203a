"""Two stores brought to the same state: each takes in what changed in the other since they last met.

Nothing here decides which of two versions wins; that is `merge.py`, and why it does not matter in which order and how
often things arrive. Near-duplicates of forgotten texts are not set aside: it would keep the two apart for good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from satchel_protocol.errors import StoreReadOnlyError, UsageError
from satchel_protocol.ids import new_id
from satchel_protocol.replica import PAGE, Conflict, Mark, Ranges, Replica, Taken
from satchel_protocol.scope import EVERYTHING, PUBLIC, Scopes, scope_root
from satchel_protocol.state import Merged, Outcome
from satchel_protocol.transfer import may_pass

if TYPE_CHECKING:
    from satchel_protocol.store import Store

_MOST_ROUNDS: Final = 8
"""Ways there and back; more than three are taken only while somebody else keeps writing."""
MOST_LISTED: Final = 10_000
"""Conflicts that are kept one by one; the rest is counted."""

Progress = Callable[[str, int, int | None], None]
"""Called with (`a > b` or `b > a`, ids so far, None)."""


@dataclass(slots=True)
class Way:
    """What went in one direction."""

    read: int = 0
    """Ids that were told."""
    changed: int = 0
    """Records and tombstones that changed the store that took them in."""
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    reasons: Counter[tuple[Outcome, str]] = field(default_factory=Counter)
    """Why something was not taken, with counts."""

    def note(self, merged_items: Iterable[Merged]) -> None:
        for merged in merged_items:
            self.outcomes[merged.outcome] += 1
            self.changed += merged.changed
            if merged.reason:
                self.reasons[merged.outcome, merged.reason] += 1


@dataclass(slots=True)
class Synced:
    """What a sync did."""

    there: Way = field(default_factory=Way)
    """From the first store to the second."""
    back: Way = field(default_factory=Way)
    conflicts: list[Conflict] = field(default_factory=list)
    """`there` is the first store and `here` the second, whichever way it showed."""
    conflict_count: int = 0
    keys_carried: int = 0
    undone: list[str] = field(default_factory=list)
    """Imports that were taken back at one end before and now at the other too."""
    lines: int = 0
    """Unknown lines of streams that were passed on."""
    notes: list[str] = field(default_factory=list)
    """Why more had to be compared than what changed, and the like."""

    @property
    def changed(self) -> bool:
        """Whether either store is another one than before."""
        return bool(self.there.changed or self.back.changed or self.keys_carried or self.undone or self.lines)


@dataclass(slots=True)
class Sync:
    """One sync of two stores of the same owner.

    Killed at any moment, it goes on where it was when it is run again.
    """

    a: Store
    b: Store
    scopes: Scopes = EVERYTHING
    one_way: bool = False
    """Only from `a` to `b`."""
    page: int = PAGE
    progress: Progress | None = None
    ids: Callable[[], str] = new_id
    """Make the names of sessions."""

    def run(self) -> Synced:
        """Bring them to the same state.

        Raises:
            UsageError: the two are one store.
            StoreError: a kind of it for what cannot be read or written; what was taken in by then is kept.
        """
        done = Synced()
        one, two = Replica(self.a, self.scopes), Replica(self.b, self.scopes)
        names = self._names(one, two, done)
        self._share_keys(done)
        self._share_undone(one, two, done)
        self._share_lines(done)
        self._take_up(one, two, done)
        ends = _Ends(one, two, *names, done, one_way=self.one_way, page=self.page, ids=self.ids)
        ends.compare_notes()
        ways = [(True, done.there, "a > b"), (False, done.back, "b > a")]
        quiet = 0
        for round_ in range(_MOST_ROUNDS):
            forth, way, name = ways[0 if self.one_way else round_ % 2]
            before = way.read
            for _ in ends.carry(way, forth=forth):
                if self.progress is not None:
                    self.progress(name, way.read, None)
            quiet = quiet + 1 if way.read == before else 0
            if self.one_way or quiet == len(ways):
                break
        ends.finish()
        return done

    def _names(self, one: Replica, two: Replica, done: Synced) -> tuple[str, str]:
        if self.a is self.b or (self.a.url == self.b.url != "memory:"):
            raise UsageError("the two are the same store")
        name = one.identity()
        if two.identity() == name:
            two.take_new_identity()
            done.notes.append("the second store is a copy of the first one's file; it has a name of its own now")
        return name, two.identity()

    def _share_keys(self, done: Synced) -> None:
        mine, theirs = _keys(self.a, self.scopes), _keys(self.b, self.scopes)
        ways = [(self.b, mine, theirs)] if self.one_way else [(self.b, mine, theirs), (self.a, theirs, mine)]
        for store, keys, known in ways:
            fresh = {root: [key for key in of if key not in known.get(root, ())] for root, of in keys.items()}
            fresh = {root: of for root, of in fresh.items() if of}
            if fresh:
                store.adopt_print_keys(fresh)
                done.keys_carried += sum(map(len, fresh.values()))

    def _share_undone(self, one: Replica, two: Replica, done: Synced) -> None:
        """An import that was taken back at one end is taken back at the other: else it would return from there."""
        here, there = one.undone(), two.undone()
        if not self.scopes.everything:
            if here != there:
                done.notes.append(
                    "an import that was taken back in one of the stores is taken back in the other only when everything is synced"
                )
            return
        ways = [(two, here - there)] if self.one_way else [(two, here - there), (one, there - here)]
        for replica, batches in ways:
            done.undone += [batch for batch in sorted(batches) if replica.undo_too(batch)]

    def _take_up(self, one: Replica, two: Replica, done: Synced) -> None:
        """What an earlier sync set aside, the other end told; it does not tell it again."""
        for replica, way in [(two, done.there)] if self.one_way else [(two, done.there), (one, done.back)]:
            taken, left = replica.take_up()
            way.note(taken)
            if taken:
                done.notes.append(
                    f"{len(taken)} that an earlier sync set aside in {_shown(replica)} could be taken now"
                )
            if left:
                done.notes.append(f"{left} that an earlier sync set aside in {_shown(replica)} still are")

    def _share_lines(self, done: Synced) -> None:
        mine, theirs = self.a.kept_lines(), self.b.kept_lines()
        ways = [(self.b, mine, theirs)] if self.one_way else [(self.b, mine, theirs), (self.a, theirs, mine)]
        for store, lines, known in ways:
            fresh = [line for line in dict.fromkeys(lines).keys() - set(known) if may_pass(line, self.scopes)]
            if fresh:
                done.lines += store.keep_lines(sorted(fresh))


@dataclass(slots=True)
class _Ends:
    """The two replicas, and what each has noted of the other."""

    one: Replica
    two: Replica
    name_of_one: str
    name_of_two: str
    done: Synced
    one_way: bool
    page: int
    ids: Callable[[], str]
    _of_two: Mark = field(default_factory=Mark)
    """What the first has noted of the second."""
    _of_one: Mark = field(default_factory=Mark)
    _begun: bool = False

    def compare_notes(self) -> None:
        """Find out from where each has to read the other; from the beginning where the notes do not fit any more."""
        of_two, of_one = self.one.mark(self.name_of_two), self.two.mark(self.name_of_one)
        agree = (of_two.session if of_two is not None else "") == (of_one.session if of_one is not None else "")
        if not agree and of_two is None and self.one_way:
            self.done.notes.append(
                f"nothing is noted in {_shown(self.one)} of an earlier sync, as in what cannot be written: all of it is compared again"
            )
        elif not agree:
            self.done.notes.append(
                "the two do not agree on when they last met; one may be an older copy: all of it is compared again"
            )
        self._of_two = self._valid(
            of_two if agree else None, self.one, self.two, of_two is not None and not self.one_way
        )
        self._of_one = self._valid(of_one if agree else None, self.two, self.one, of_one is not None)
        if agree and all(_is_unbroken(*end) for end in ((of_two, self.one, self.two), (of_one, self.two, self.one))):
            # Cut off in the middle, it goes on: what came from the other end then is no change of this one's own.
            self.one.known, self.two.known = Ranges.read(self._of_two.known), Ranges.read(self._of_one.known)
        else:
            self._of_two, self._of_one = replace(self._of_two, known=""), replace(self._of_one, known="")

    def _valid(self, mark: Mark | None, of: Replica, other: Replica, met: bool) -> Mark:
        past = of.past()
        if mark is None or not mark.cursor:
            return Mark(past=past, session=mark.session if mark is not None else "")
        why = ""
        if mark.past != past:
            why = f"{_shown(of)} took an import back or was repaired since"
        elif not other.holds(mark.cursor):
            why = f"{_shown(other)} is of another epoch than when the two last met"
        if not why:
            return mark
        if met:
            self.done.notes.append(f"{why}: everything in {_shown(other)} is compared again")
        return replace(mark, cursor="", mine="", past=past)

    def carry(self, way: Way, *, forth: bool) -> Iterator[None]:
        """Let one take in what the other tells; yields after each page."""
        source, target = (self.one, self.two) if forth else (self.two, self.one)
        name = self.name_of_one if forth else self.name_of_two
        for page in source.pages((self._of_one if forth else self._of_two).cursor, size=self.page):
            if page.bundles:
                self._begin()
            mark = self._of_one if forth else self._of_two
            after = replace(mark, cursor=page.cursor)
            if page.bundles:
                taken = target.take_in(page, name, mark, agreed=self._agreed(forth=forth))
                self._listed(taken if forth else taken.turned())
                way.note(taken.merged)
                way.read += len(page.bundles)
                after = taken.mark
            elif page.cursor != mark.cursor:
                target.note(name, after)
            if forth:
                self._of_one = after
            else:
                self._of_two = after
            yield

    def _agreed(self, *, forth: bool) -> str:
        """Where the two agreed last, as a cursor of the one that takes in."""
        if not forth:
            return self._of_one.cursor
        # One way, nobody ever asks the second for its changes, and its own note has to do.
        return self._of_one.mine if self.one_way else self._of_two.cursor

    def _listed(self, taken: Taken) -> None:
        self.done.conflict_count += len(taken.conflicts)
        room = MOST_LISTED - len(self.done.conflicts)
        self.done.conflicts += taken.conflicts[:room]

    def _begin(self) -> None:
        """Before the first change: both note the same new session, so that an older copy of either is recognised."""
        if not self._begun:
            self._begun = True
            self._note_session()

    def finish(self) -> None:
        """After the last one once more: a copy made in between is an older one too."""
        if self._begun:
            self._of_two = replace(self._of_two, mine=self.one.store.cursor(), known="")
            self._of_one = replace(self._of_one, mine=self.two.store.cursor(), known="")
            self._note_session()

    def _note_session(self) -> None:
        session = self.ids()
        self._of_two, self._of_one = replace(self._of_two, session=session), replace(self._of_one, session=session)
        try:
            self.one.note(self.name_of_two, self._of_two)
        except StoreReadOnlyError:
            if not self.one_way:
                raise
            # The next sync from it compares everything, since the two do not note the same.
        self.two.note(self.name_of_one, self._of_one)


def _is_unbroken(mark: Mark | None, of: Replica, other: Replica) -> bool:
    """Whether neither end lost anything since a mark was noted."""
    return mark is not None and mark.past == of.past() and (not mark.cursor or other.holds(mark.cursor))


def _shown(replica: Replica) -> str:
    return replica.store.url or "a store"


def _keys(store: Store, scopes: Scopes) -> dict[str, list[bytes]]:
    """The print keys of the roots that something of these scopes may lie under."""
    roots = {scope_root(pattern) for pattern in scopes.patterns if not pattern.endswith("*")}
    return {
        root: keys
        for root, keys in store.print_keys().items()
        if root in roots or scopes.match(root) or (root == PUBLIC and scopes.everything)
    }
