"""Masking of what must not be shown: values of passwords, keys and tokens, in examples, reasons and evidence."""

from __future__ import annotations

import re

from satchel.move.infer.names import words_of
from satchel.move.infer.value_words import SECRET_KEYS

MASK = "••••"
_SECRET = re.compile(
    r"\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abps]|AKIA|ASIA|AIza|hf|npm|pypi|eyJ)[-_A-Za-z0-9.]{12,}|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*"
    r"|(?i:(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|authorization|bearer|密码|口令|密钥)\s*(?:[=:：]|\bis\b|是|为)\s*)\S+"
    r"|://[^/\s:@]+:[^/\s@]+@|\b(?:\d[ -]?){13,19}\b"
)
_KEY_PART = re.compile(
    r"^((?i:[\w\-]*(?:password|passwd|pwd|secret|token|key|authorization|bearer|密码|口令|密钥)\s*(?:[=:：]|\bis\b|是|为)\s*))"
)


def names_secret(name: str) -> bool:
    """Whether a column or key is called like a secret: `api_key`, `dbPassword`, 密码."""
    words = words_of(name)
    joined = "_".join(words)
    if any(word in SECRET_KEYS for word in words) or any(part in name for part in ("密码", "口令", "密钥")):
        return not (words[-1:] in (("count",), ("tokens",), ("limit",)) or joined in ("max_token", "token_usage"))
    return joined.endswith(("api_key", "access_key", "private_key", "secret_key"))


def masked(text: str) -> str:
    """The text with anything that looks like a key, a token, a password or a card number made unreadable."""

    def cover(match: re.Match[str]) -> str:
        found = match[0]
        if found.startswith("://"):
            return "://" + MASK + "@"
        head = _KEY_PART.match(found)
        return (head[1] if head else "") + MASK

    return _SECRET.sub(cover, text)


def shown_example(text: str, limit: int = 120) -> str:
    """One line of a text for a report, masked and cut."""
    line = " ".join(masked(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
