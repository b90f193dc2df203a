"""A purge: what was forgotten goes from every place, with a receipt for each, and is taken up again when it was cut off."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from satchel_protocol.conformance.base import SuiteBase, content
from satchel_protocol.conformance.fixed import memory
from satchel_protocol.errors import NotFoundError
from satchel_protocol.ids import keyed_id
from satchel_protocol.purging import Erasure, Receipt
from satchel_protocol.record import Origin
from satchel_protocol.state import Outcome, Quarantined
from satchel_protocol.store import Store

TEXT = "The spare xyzzy hangs behind the oleander, 鹧鸪 knows."


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text)


class PurgingExamples(SuiteBase):
    """Examples of a purge."""

    def _everywhere(self, store: Store) -> None:
        store.write_many([memory("a", content=TEXT), memory("b", content="Kept."), memory("c", content="Earlier.")])
        store.write(memory("twin", content=TEXT))
        store.write(memory("twin", content="Changed since."))
        store.write(memory("c", content="Later."))
        store.set_aside(
            Quarantined(number=0, item=item, outcome=Outcome.REJECTED, reason="why")
            for item in ({"row": [1, {"said": TEXT.upper()}]}, TEXT, "another row", {"n": 1})
        )
        store.keep_lines([json.dumps({"later": {"x": TEXT}}), '{"later": 1}'])

    def test_it_goes_from_history_quarantine_and_lines_and_nothing_else_does(self, store: Store) -> None:
        self._everywhere(store)
        store.delete("a")
        receipts = store.purge(["a"])
        assert all(receipt.outcome is not Erasure.FAILED for receipt in receipts)
        assert [v.record.content for v in store.history("twin")] == ["Changed since."]
        assert [v.record.content for v in store.history("c")] == ["Earlier.", "Later."]
        assert [item.item for item in store.quarantine()] == ["another row", {"n": 1}]
        assert store.kept_lines() == ['{"later": 1}']
        assert store.unfinished_purges() == []

    def test_a_second_one_finds_nothing_and_changes_nothing(self, store: Store) -> None:
        self._everywhere(store)
        store.delete("a")
        store.purge(["a"], texts=[TEXT])
        before, cursor = content(store), store.cursor()
        store.purge(["a"], texts=[TEXT])
        assert (content(store), store.cursor()) == (before, cursor)

    def test_what_only_contains_a_known_text_goes_too(self, store: Store) -> None:
        store.write(memory("a", content=TEXT))
        told = f"{'Somebody told somebody else on the way home: ' * 5}{TEXT}"
        store.set_aside([Quarantined(number=0, item=told, outcome=Outcome.REJECTED, reason="why")])
        store.delete("a")
        store.purge(["a"])
        assert len(store.quarantine()) == 1, "without the text, nobody can know"
        store.purge(["a"], texts=[TEXT])
        assert store.quarantine() == []

    def test_versions_of_it_that_were_set_aside_go_whatever_they_say(self, store: Store) -> None:
        store.write(memory("a", content=TEXT))
        ahead = memory("a", content="What it said later.", created_at=store.now() + timedelta(days=900))
        store.merge([ahead, memory("a", scope="user:bob", content="Somebody else's.")])
        broken = {**memory("a", content="Broken.").to_json(), "importance": 7}
        cut = '{"id": "a", "type": "fact", "content": "Cut off'
        other = {"id": "a", "color": "a row of something else"}
        store.set_aside(
            Quarantined(number=0, item=item, outcome=Outcome.REJECTED, reason="why") for item in (broken, cut, other)
        )
        store.delete("a")
        store.purge(["a"])
        left = [item.item for item in store.quarantine()]
        assert left == [memory("a", scope="user:bob", content="Somebody else's.").to_json(), other]

    def test_an_earlier_version_in_which_it_stands_goes_too(self, store: Store) -> None:
        store.write(memory("a", content=TEXT))
        for id, more in (
            ("b", {"content": f"Ann told me: {TEXT} So it is."}),
            ("c", {"meta": {"said": [TEXT.upper()]}}),
        ):
            store.write(memory(id, **more))
            store.write(memory(id, content="Changed since."))
        store.write(memory("d", scope="user:bob", content=f"Bob heard: {TEXT}"))
        store.write(memory("d", scope="user:bob", content="Changed since."))
        store.delete("a")
        store.purge(["a"], texts=[TEXT])
        assert [len(store.history(id)) for id in "bcd"] == [1, 1, 2]

    def test_records_in_which_a_text_stands_are_found_in_whatever_field(self, store: Store) -> None:
        keyed = keyed_id("user:ann", "user.hook")
        store.write_many(
            [
                memory("text", content=f"Ann said: {TEXT}"),
                memory("meta", meta={"deep": [{"said": TEXT.upper()}]}),
                memory(keyed, key="user.hook", value={"where": TEXT}),
                memory("origin", origin=Origin(tool="x", extra={"raw": f"> {TEXT}"})),
                memory("unknown", unknown={"later": [TEXT], "big": 2**80}),
                memory("wide", meta={"said": _wide(TEXT)}),
                memory("blanks", meta={"said": TEXT.replace("鹧鸪", " 鹧 鸪 ")}),
                memory("words", content="The oleander knows that the spare 鹧鸪 hangs behind xyzzy."),
                memory("tea", meta={"drink": "Tea."}),
                memory("team", content="A team meets."),
                memory("none"),
            ]
        )
        assert store.holding([TEXT], but=["text"]) == sorted(["blanks", "meta", "origin", "unknown", "wide", keyed])
        assert store.holding(["tea"]) == ["tea"], "a short text only where it is all that is said"

    def test_another_persons_same_words_stay(self, store: Store) -> None:
        store.write(memory("a", content=TEXT))
        store.write(memory("b", scope="user:bob", content=TEXT))
        store.write(memory("b", scope="user:bob", content="Changed since."))
        store.delete("a")
        store.purge(["a"], texts=[TEXT])
        assert len(store.history("b")) == 2

    def test_only_what_was_forgotten_is_purged(self, store: Store) -> None:
        store.write(memory("a"))
        for id in ("a", "never seen"):
            with pytest.raises(NotFoundError):
                store.purge([id])
        assert store.read("a") is not None
        store.delete("a")
        store.write(memory("a"), revive=True)
        receipts = {receipt.place: receipt.outcome for receipt in store.purge(["a"])}
        assert receipts["records"] is Erasure.FAILED, "it was remembered again"
        assert store.read("a") is not None

    def test_one_that_was_cut_off_is_named_until_it_is_done(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self._everywhere(store)
        store.delete_many(["a", "b"])

        def cut_off() -> list[Receipt]:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(store, "_erase", cut_off)
            with pytest.raises(KeyboardInterrupt):
                store.purge(["a"])
        assert store.unfinished_purges() == ["a"]
        store.purge(["b"])
        assert store.unfinished_purges() == []
