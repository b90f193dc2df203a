"""Ed25519 signatures of streams. Trust comes from the key that verifies, not from a field that claims.

Source: RFC 8032.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final

from satchel_protocol.errors import MissingExtraError, UsageError
from satchel_protocol.stream import Signature

_KIND: Final = "ed25519:"
_SEED_BYTES: Final = 32
_PUBLIC_BYTES: Final = 32


def public_key(seed: bytes) -> str:
    """The public half of a signing key, `ed25519:` and base64.

    Raises:
        MissingExtraError: the package that signs is not installed.
    """
    return _KIND + base64.b64encode(bytes(_nacl().SigningKey(seed).verify_key)).decode()


def sign(seed: bytes, message: bytes) -> Signature:
    """Sign bytes; as `public_key`."""
    value = _nacl().SigningKey(seed).sign(message).signature
    return Signature(key=public_key(seed), value=base64.b64encode(value).decode())


def verifies(signature: Signature, message: bytes) -> bool:
    """Whether a signature is that of these bytes by the key it names; nothing is said of whose key that is.

    Raises:
        MissingExtraError: the package that verifies is not installed.
    """
    nacl = _nacl()
    try:
        public = nacl.VerifyKey(_public_bytes(signature.key))
        public.verify(message, base64.b64decode(signature.value, validate=True))
    except (UsageError, binascii.Error, ValueError, TypeError):
        return False
    except Exception as error:
        if type(error).__name__ == "BadSignatureError":
            return False
        raise
    return True


def check_public_key(text: str) -> str:
    """A public key as it is written everywhere.

    Raises:
        UsageError: it is none.
    """
    _public_bytes(text)
    return text


def short(key: str) -> str:
    """Of a public key, enough to tell it from others by eye."""
    return key[: len(_KIND) + 12] + "…"


def _public_bytes(key: str) -> bytes:
    try:
        raw = base64.b64decode(key.removeprefix(_KIND), validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if not key.startswith(_KIND) or len(raw) != _PUBLIC_BYTES:
        raise UsageError(f"{key!r} is no public key; one looks like {_KIND} and 44 letters of base64")
    return raw


def _nacl() -> Any:
    try:
        from nacl import signing
    except ImportError as error:
        raise MissingExtraError('signatures need a package; run: pip install "satchel[crypto]"') from error
    return signing
