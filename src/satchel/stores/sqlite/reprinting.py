"""Fingerprints made anew, after the normal form of texts was defined differently."""

from __future__ import annotations

from satchel.stores.sqlite.columns import packed_hex
from satchel.stores.sqlite.connection import Handle
from satchel.stores.sqlite.rows import ReadTransaction
from satchel.stores.stored_json import decode_record
from satchel_protocol.fingerprint import text_print
from satchel_protocol.printkeys import all_keys
from satchel_protocol.scope import scope_root


def reprint(db: Handle) -> None:
    """Give every record the prints of its text as of now, inside a transaction of the caller.

    A record that cannot be read keeps its own; `doctor` names it. Tombstones keep theirs: their texts are gone.
    """
    keys = all_keys(ReadTransaction(db))
    for (n,) in db.all("SELECT n FROM records ORDER BY n") if keys else ():
        try:
            record = decode_record(db.value("SELECT body FROM records WHERE n = ?", (n,)))
        except ValueError:
            continue
        known = keys.get(scope_root(record.scope))
        if known:
            db.run("DELETE FROM prints WHERE n = ?", (n,))
            prints = {packed_hex(text_print(key, record.content)) for key in known}
            db.each("INSERT INTO prints VALUES (?, ?)", [(n, print) for print in prints])
