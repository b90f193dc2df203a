"""The owner's keys in their file: made, rotated, backed up, and what they say about who signed a stream."""

from __future__ import annotations

import io
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from satchel.access import sealing, signing
from satchel.service.keyring import Keyring, backed_up, restored
from satchel_protocol.errors import (
    ConfigError,
    StreamLockedError,
    StreamSignatureError,
    StreamTruncatedError,
    UsageError,
)
from satchel_protocol.stream import Header, Signature, StreamReader, StreamWriter, Trailer

AT = datetime(2026, 3, 4, tzinfo=UTC)


@pytest.fixture
def ring(tmp_path: Path) -> Keyring:
    return Keyring.open(tmp_path / "keys" / "keys.json")


def signed(ring: Keyring) -> Trailer:
    out = io.BytesIO()
    writer = StreamWriter(out)
    writer.header(Header(stream_id="s", producer="test", created_at=AT))
    writer.trailer(ring.signer(AT))
    reader = StreamReader(io.BytesIO(out.getvalue()))
    reader.verify()
    assert reader.trailer is not None
    return reader.trailer


def test_reading_makes_nothing_and_the_file_is_for_its_owner_alone(ring: Keyring) -> None:
    assert ring.current("age") is None
    assert not ring.path.parent.exists()
    ring.make("age", AT)
    ring.save()
    assert oct(ring.path.stat().st_mode & 0o777) == "0o600"
    assert Keyring.open(ring.path).keys == ring.keys
    assert [name.name for name in ring.path.parent.iterdir()] == [ring.path.name]


def test_no_secret_is_shown(ring: Keyring) -> None:
    keys = [ring.make("age", AT), ring.make("signing", AT)]
    for key in keys:
        assert key.secret not in repr(ring) + str(key.told())


def test_a_signature_is_worth_what_its_key_is(ring: Keyring, tmp_path: Path) -> None:
    trailer = signed(ring)
    assert (ring.vouched(trailer).state, ring.vouched(trailer).name) == ("own", "me")
    other = Keyring.open(tmp_path / "other.json")
    assert other.vouched(trailer).state == "unknown"
    key = ring.current("signing")
    assert key is not None
    other.trust("ann", signing_key=key.public)
    assert (other.vouched(trailer).state, other.vouched(trailer).name) == ("known", "ann")
    other.distrust("ann")
    assert other.vouched(trailer).state == "unknown"


def test_a_rotated_key_vouches_for_what_it_signed_before(ring: Keyring) -> None:
    before = signed(ring)
    ring.make("signing", AT + timedelta(days=1))
    after = signed(ring)
    assert before.signature.key != after.signature.key
    assert ring.vouched(before).state == ring.vouched(after).state == "own"


@pytest.mark.parametrize("field", ["records", "tombstones", "sha256", "withheld", "unknown"])
def test_every_part_of_the_trailer_is_signed(ring: Keyring, field: str) -> None:
    from dataclasses import replace

    changed: Any = {"records": 7, "tombstones": 7, "sha256": "0" * 64, "withheld": {"x": 1}, "unknown": {"later": 1}}[
        field
    ]
    assert ring.vouched(replace(signed(ring), **{field: changed})).state == "invalid"


@pytest.mark.parametrize(
    "signature",
    [
        Signature(key="ed25519:" + "A" * 43 + "=", value="A" * 86 + "=="),
        Signature(key="ed25519:xx", value="yy"),
        Signature(key="rsa:abc", value="AAAA"),
        Signature(key="", value=""),
    ],
)
def test_a_forged_or_odd_signature_is_none(ring: Keyring, signature: Signature) -> None:
    from dataclasses import replace

    vouched = ring.vouched(replace(signed(ring), signature=signature))
    assert vouched.state == "invalid"
    with pytest.raises(StreamSignatureError):
        ring.demand(vouched, name="x", by=None)


def test_what_is_asked_for_is_demanded(ring: Keyring, tmp_path: Path) -> None:
    other = Keyring.open(tmp_path / "other.json")
    unsigned = other.vouched(None)
    other.demand(unsigned, name="x", by=None)
    with pytest.raises(StreamSignatureError, match="not signed"):
        other.demand(unsigned, name="x", by="")
    trailer = signed(ring)
    with pytest.raises(StreamSignatureError, match="not known here"):
        other.demand(other.vouched(trailer), name="x", by="")
    other.trust("ann", signing_key=trailer.signature.key)
    other.demand(other.vouched(trailer), name="x", by="")
    other.demand(other.vouched(trailer), name="x", by="ann")
    with pytest.raises(StreamSignatureError, match="not by bob"):
        other.demand(other.vouched(trailer), name="x", by="bob")


def test_recipients_by_name(ring: Keyring) -> None:
    with pytest.raises(UsageError, match="satchel keys trust bob"):
        ring.recipients(["bob"], AT)
    bob = sealing.recipient_of(sealing.new_identity())
    ring.trust("bob", age_key=bob)
    mine = ring.recipients(["me"], AT)
    assert ring.recipients(["bob", bob, "me"], AT) == [bob, bob, *mine]
    assert Keyring.open(ring.path).current("age").public == mine[0]
    for bad in ("age1xyz", "", "AGE-SECRET"):
        with pytest.raises(UsageError):
            ring.recipients([bad], AT)


def test_a_sealed_file_opens_for_its_recipients_alone_and_tells_when_it_was_cut() -> None:
    identity, stranger = sealing.new_identity(), sealing.new_identity()
    out = io.BytesIO()
    data = os.urandom(300_000)
    with sealed_into(out, identity) as sink:
        for start in range(0, len(data), 7001):
            sink.write(data[start : start + 7001])
    assert data[:64] not in out.getvalue()

    def opened(raw: bytes, *identities: str) -> bytes:
        plain = io.BytesIO()
        sealing.unseal(io.BytesIO(raw), plain, identities=identities, passphrase=None, name="x")
        return plain.getvalue()

    assert opened(out.getvalue(), stranger, identity) == data
    for nobody in ((stranger,), ()):
        with pytest.raises(StreamLockedError):
            opened(out.getvalue(), *nobody)
    for cut in (out.getvalue()[:-1], out.getvalue()[:100_000], out.getvalue()[:40]):
        with pytest.raises(StreamTruncatedError):
            opened(cut, identity)
    flipped = bytearray(out.getvalue())
    flipped[-1000] ^= 1
    with pytest.raises(StreamTruncatedError):
        opened(bytes(flipped), identity)


def sealed_into(out: io.BytesIO, identity: str):
    return sealing.sealed(out, [sealing.recipient_of(identity)])


def test_a_sink_that_fails_is_told_and_hangs_nobody() -> None:
    class Full(io.BytesIO):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    def write_much() -> None:
        with sealed_into(Full(), sealing.new_identity()) as sink:
            for _ in range(100):
                sink.write(b"x" * 100_000)

    with pytest.raises(OSError, match="space"):
        write_much()


def test_a_backup_brings_back_what_is_lost_and_nothing_twice(ring: Keyring, tmp_path: Path) -> None:
    ring.make("age", AT)
    ring.make("signing", AT)
    ring.trust("bob", age_key=sealing.recipient_of(sealing.new_identity()))
    data = backed_up(ring, {"user:me": [b"k" * 32]}, "three words here")
    for secret in [key.secret for key in ring.keys] + [(b"k" * 32).hex()]:
        assert secret.encode() not in data
    file = tmp_path / "backup"
    file.write_bytes(data)
    document = restored(file, "three words here")
    assert document["prints"] == {"user:me": [(b"k" * 32).hex()]}
    new = Keyring.open(tmp_path / "new.json")
    new.make("signing", AT + timedelta(days=9))
    current = new.current("signing")
    assert new.add(document) == 2
    assert new.add(document) == 0
    assert new.current("signing") == current
    assert new.known == ring.known
    for wrong in ("another", None):
        with pytest.raises(StreamLockedError):
            restored(file, wrong)


@pytest.mark.parametrize("text", ["", "{}", "[]", "no", '{"satchel_keys": 99, "keys": []}', '{"satchel_keys": 1, "keys": [{}]}',
                                  '{"satchel_keys": 1, "keys": [{"kind": "x", "secret": "", "public": "", "created_at": ""}], "known": {}}'])  # fmt: skip
def test_what_is_no_keyring_is_said_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"keys\.json"):
        Keyring.open(path)
    assert path.read_text() == text


def test_names_and_keys_of_others_are_checked(ring: Keyring) -> None:
    for name in ("", "me", " x", "age1abc", "a\nb"):
        with pytest.raises(UsageError):
            ring.trust(name, age_key=sealing.recipient_of(sealing.new_identity()))
    for bad in ({"signing_key": "ed25519:AAAA"}, {"signing_key": "x"}, {"age_key": "age1"}, {}):
        with pytest.raises(UsageError):
            ring.trust("bob", **bad)
    assert signing.check_public_key(ring.make("signing", AT).public)
    with pytest.raises(UsageError):
        ring.distrust("nobody")


def test_the_file_says_which_format_it_is(ring: Keyring) -> None:
    ring.make("age", AT)
    ring.save()
    assert json.loads(ring.path.read_text())["satchel_keys"] == 1
