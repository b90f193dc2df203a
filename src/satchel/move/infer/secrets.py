"""Columns and keys that are called like a secret, and examples that show none."""

from __future__ import annotations

from satchel.access.masking import MASK, masked
from satchel.move.infer.names import words_of
from satchel.move.infer.value_words import SECRET_KEYS

__all__ = ["MASK", "names_secret", "shown_example"]


def names_secret(name: str) -> bool:
    """Whether a column or key is called like a secret: `api_key`, `dbPassword`, 密码."""
    words = words_of(name)
    joined = "_".join(words)
    if any(word in SECRET_KEYS for word in words) or any(part in name for part in ("密码", "口令", "密钥")):
        return not (words[-1:] in (("count",), ("tokens",), ("limit",)) or joined in ("max_token", "token_usage"))
    return joined.endswith(("api_key", "access_key", "private_key", "secret_key"))


def shown_example(text: str, limit: int = 120) -> str:
    """One line of a text for a report, without what is withheld, and cut."""
    line = " ".join(masked(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
