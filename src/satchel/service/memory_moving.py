"""What comes into a memory from elsewhere, and what leaves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from satchel.access.masking import masked, masked_item
from satchel.access.policy import ALL_CLASSES, Policy
from satchel.formats.stream_file import write_stream_file
from satchel.service.events import Event
from satchel.service.freed import give_back
from satchel.service.keyring import Keyring
from satchel.service.memory_opened import OpenedMemory
from satchel.service.rehearsing import rehearse
from satchel_protocol import __version__
from satchel_protocol.errors import EmbedderError, MissingExtraError, StoreBusyError, UsageError
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Quarantined, Undone
from satchel_protocol.stream import Trailer

if TYPE_CHECKING:
    from satchel.move.ledger import Report
    from satchel.service.arrival import ImportOptions

PRODUCER = f"satchel/{__version__}"


class Moving(OpenedMemory):
    """The verbs that move; see `Memory`."""

    def export(
        self,
        to: Path | str | BinaryIO,
        *,
        scope: str | Iterable[str],
        include_sensitive: Iterable[str] = (),
        withhold: Iterable[str] = (),
        recipient: str | None = None,
        since: str | None = None,
        sign: bool = False,
        encrypt_to: Iterable[str] = (),
        progress: Callable[[int], None] | None = None,
    ) -> Trailer:
        """Write a stream of these scopes; a file appears complete or not at all.

        Args:
            to: A path (`.zst` compresses) or a binary sink.
            scope: Patterns; `'*'` for all but `public`, which must be listed.
            include_sensitive: Classes that may leave.
            withhold: Classes that stay although they are flagged only, such as `email`.
            recipient: Who gets it, as a scope such as `user:bob`, where that is somebody else: what its `access.share`
                does not let them have stays.
            since: Cursor of an earlier stream's header: only what changed after it.
            sign: Sign it with the owner's key; see `satchel.service.keyring`.
            encrypt_to: Who can open the file: `me`, names that are known in the keyring, or public keys `age1…`. Only
                an encrypted file carries the keys of the fingerprints of what was forgotten, and none for a recipient.

        Raises:
            UsageError: a name is not known, or a sink that is no file was to be encrypted.
        """
        policy = Policy.allowing(include_sensitive, holding=withhold, recipient=recipient)
        store = self.store()  # before there is a file: without a store there is nothing to write
        named = list(encrypt_to)
        if named and not isinstance(to, str | Path):
            raise UsageError("only a file can be encrypted")
        ring = Keyring.open() if named or sign else None
        recipients = ring.recipients(named, self._clock()) if ring is not None else []
        signer = ring.signer(self._clock()) if ring is not None and sign else None

        def write(out: BinaryIO) -> Trailer:
            return store.export_stream(
                out,
                scopes=Scopes.of(scope),
                since=since,
                withhold=policy.withhold,
                withhold_line=policy.withhold_line,
                producer=PRODUCER,
                progress=progress,
                sign=signer,
                # Whoever has the keys can try out what was forgotten here: somebody else does not get them.
                carry_keys=bool(recipients) and policy.recipient is None,
            )

        if isinstance(to, str | Path):
            with write_stream_file(Path(to), recipients=recipients) as out:
                trailer = write(out)
        else:
            trailer = write(to)
        self._events.emit(Event(kind="exported", detail=str(trailer.records)))
        return trailer

    def import_(self, *sources: str | Path, options: ImportOptions | None = None) -> Report:
        """Read files, folders and archives into the store; every row is accounted for in the report.

        Running it again adds nothing.
        """
        from satchel.service.arrival import Arrivals, ImportOptions

        options = options or ImportOptions(scope=self.scope)
        held = self._store is not None
        arrivals = Arrivals(sources, options, ids=self._ids, clock=self._clock)
        if options.dry_run:
            with rehearse(lambda: self.store(create=False), self._clock, self._ids) as rehearsal:
                report = arrivals.run(rehearsal)
        else:
            report = arrivals.run(arrivals.target(lambda create: self.store(create=create)))
            self._events.emit(Event(kind="imported", detail=report.batch))
            self._embed_arrivals(report, options, held=held)
        report.store = self.url
        return report

    def move_from(
        self,
        old: str | Path,
        *,
        options: ImportOptions | None = None,
        stream: Path | None = None,
        include_sensitive: Iterable[str] = (),
        withhold: Iterable[str] = (),
        verify: bool = True,
    ) -> Report:
        """Move everything from an old agent's folder, or another store, into this store, with a stream file beside it.

        The store gets everything, the stream file what may leave: see `export`. Afterwards the move is verified, and
        the report says under `verification` what was found.
        """
        from satchel.service.arrival import ImportOptions
        from satchel.service.moving import Move
        from satchel.service.verification import after_move, witness_of

        options = options or ImportOptions(scope=self.scope)
        in_memory = self.url.partition(":")[0] == "memory"
        witness = witness_of(options, self._zone(), clock=self._clock, ids=self._ids) if verify else None
        move = Move(self.url, options, clock=self._clock, ids=self._ids, witness=witness)
        self.close()
        started = self._clock()
        report = move.run(old, stream=stream, policy=Policy.allowing(include_sensitive, holding=withhold))
        ended = self._clock()
        self._events.emit(Event(kind="imported", detail=report.batch))
        self._embed_arrivals(report, options, held=False)
        if witness is not None and not options.dry_run and not in_memory:
            verdict = after_move(
                witness, self.store(), (started, ended), self.embedding, self._zone(), progress=options.progress
            )
            verdict.old, verdict.new = str(old), self.url
            report.verification = verdict.to_json()
        return report

    def _embed_arrivals(self, report: Report, options: ImportOptions, *, held: bool) -> None:
        """Vectors of what came in. The import itself is done by now: a failure here is told, and mended by `embed`."""
        if not options.embed or options.dry_run or self.url == "memory:":
            return
        if not held:  # nobody has it from before
            self.close()  # with what it keeps in memory; it is opened again
        give_back()
        progress = options.progress
        tell = (lambda made, total: progress("embed", made, total)) if progress is not None else None
        try:
            self.embedding.after_import(self.store(), tell)
        except (EmbedderError, MissingExtraError, StoreBusyError) as error:
            report.notes.append(f"no vectors were made ({error}); make them with: satchel embed")

    def undo(self, batch: str, *, dry_run: bool = False) -> Undone:
        """Take an import back."""
        undone = self._write(lambda store: store.undo(batch), create=False, dry_run=dry_run)
        if not dry_run:
            self._events.emit(Event(kind="undone", detail=batch))
        return undone

    def quarantine(self) -> Sequence[Quarantined]:
        """What was set aside: quarantined records and rejected rows; masked unless everything was allowed."""
        items = self.store().quarantine()
        if ALL_CLASSES in self._policy.allowed:
            return items
        return [replace(q, item=masked_item(q.item), reason=masked(q.reason)) for q in items]
