"""Encryption of files with age, as they are written and read: no plain copy lies on the disk while a file is written.

Source: https://age-encryption.org/v1
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, Final, cast

from satchel_protocol.errors import MissingExtraError, StreamLockedError, StreamTruncatedError, UsageError

MAGIC: Final = b"age-encryption.org/"
_BY_PASSPHRASE: Final = b"\n-> scrypt "
_HEAD_BYTES: Final = 4096
_MOST_BY_PASSPHRASE: Final = 512 << 20
"""Bytes of a file under a passphrase that is read: its library takes it whole."""


def new_identity() -> str:
    """A new secret key, `AGE-SECRET-KEY-1…`."""
    return str(_age().x25519.Identity.generate())


def recipient_of(identity: str) -> str:
    """The public half of a secret key, `age1…`.

    Raises:
        UsageError: it is no secret key.
    """
    return str(_identity(identity).to_public())


def check_recipient(text: str) -> str:
    """A recipient as it is written everywhere.

    Raises:
        UsageError: it is none.
    """
    _recipient(text)
    return text


@contextmanager
def sealed(out: BinaryIO, recipients: Sequence[str]) -> Iterator[BinaryIO]:
    """A sink whose bytes go into `out` encrypted, in constant memory.

    Args:
        out: Where the encrypted bytes go; not closed.
        recipients: Who can read it: public keys `age1…`, at least one.

    Raises:
        UsageError: a recipient is none.
        MissingExtraError: the package that encrypts is not installed.
    """
    age, keys = _age(), [_recipient(text) for text in recipients]
    target = _Sink(out)
    readable, writable = os.pipe()
    failed: list[BaseException] = []

    def encrypt() -> None:
        with os.fdopen(readable, "rb") as plain:
            try:
                age.encrypt_io(plain, target, keys)
            except BaseException as error:  # noqa: BLE001 - raised in the thread that waits for it
                failed.append(target.failed or error)
                while plain.read(1 << 16):
                    pass  # whoever writes must come to its end to hear of it

    worker = threading.Thread(target=encrypt, name="age", daemon=True)
    worker.start()
    try:
        with os.fdopen(writable, "wb") as sink:
            yield cast(BinaryIO, sink)
    finally:
        worker.join()
    if failed:
        raise failed[0]


def unseal(source: BinaryIO, out: BinaryIO, *, identities: Sequence[str], passphrase: str | None, name: str) -> None:
    """Decrypt a file.

    Args:
        source: At its beginning.
        out: Where the plain bytes go.
        identities: Secret keys to try.
        passphrase: For a file that was encrypted with one.
        name: For messages.

    Raises:
        StreamLockedError: nothing at hand opens it.
        StreamTruncatedError: it was cut or altered.
        MissingExtraError: the package that decrypts is not installed.
    """
    age = _age()
    target = _Sink(out)
    head = source.read(_HEAD_BYTES)
    source.seek(0)
    try:
        if _BY_PASSPHRASE in head:
            if passphrase is None:
                raise StreamLockedError(
                    f"{name} is encrypted with a passphrase; give it: --passphrase-file FILE, or $SATCHEL_PASSPHRASE"
                )
            out.write(age.passphrase.decrypt(_all_of(source, name), passphrase))
        elif not identities:
            raise StreamLockedError(
                f"{name} is encrypted and there is no key here; make one with: satchel keys make,"
                " and give its public half to whoever writes the file"
            )
        else:
            age.decrypt_io(source, target, [_identity(text) for text in identities])
    except (age.DecryptError, OSError) as error:
        if target.failed is not None:
            raise target.failed from error
        if isinstance(error, age.DecryptError):
            raise _failure(error, name) from error
        if error.errno is not None:
            raise
        raise StreamTruncatedError(f"{name}: its encrypted data was cut or altered") from error


def _failure(error: Exception, name: str) -> Exception:
    said = str(error).lower()
    if "matching key" in said:
        return StreamLockedError(f"{name} is encrypted for other keys than those here; `satchel keys` lists them")
    if "decryption failed" in said:
        return StreamLockedError(f"{name}: this passphrase does not open it")
    return StreamTruncatedError(f"{name}: its encrypted data cannot be read: {error}")


class _Sink:
    """What the package writes into: it tells of a full disk in words of its own, and the system's are needed."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self.failed: OSError | None = None

    def write(self, data: bytes) -> int:
        try:
            return self._out.write(data)
        except OSError as error:
            self.failed = error
            raise

    def flush(self) -> None:
        self._out.flush()


def with_passphrase(plain: bytes, passphrase: str) -> bytes:
    """Encrypt something small with a passphrase."""
    return bytes(_age().passphrase.encrypt(plain, passphrase))


def _all_of(source: BinaryIO, name: str) -> bytes:
    data = source.read(_MOST_BY_PASSPHRASE + 1)
    if len(data) > _MOST_BY_PASSPHRASE:
        raise StreamLockedError(f"{name} is too large to be read under a passphrase; decrypt it first: age -d {name}")
    return data


def _recipient(text: str) -> Any:
    age = _age()
    try:
        return age.x25519.Recipient.from_str(text.strip())
    except age.RecipientError as error:
        raise UsageError(f"{text!r} is no public key of age; one looks like age1…") from error


def _identity(text: str) -> Any:
    age = _age()
    try:
        return age.x25519.Identity.from_str(text.strip())
    except age.IdentityError as error:
        raise UsageError("this is no secret key of age; one looks like AGE-SECRET-KEY-1…") from error


def _age() -> Any:
    try:
        import pyrage
    except ImportError as error:
        raise MissingExtraError('encrypted files need a package; run: pip install "satchel[crypto]"') from error
    return pyrage
