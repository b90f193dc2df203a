"""Private keys: PEM blocks, keys of age, WireGuard and wallets, and the phrases that wallets are restored from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding

_HEAD: Final = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----", re.ASCII)
_BODY: Final = re.compile(r"(?:[A-Za-z0-9+/=\s]|\\[nr]|[A-Za-z-]{1,20}: [^\n]{1,80}\n){0,20000}", re.ASCII)
_TAIL: Final = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----", re.ASCII)
_BASE64: Final = re.compile(
    r"(?:\s|\\[nr])*(?![a-z]+(?![A-Za-z0-9+/]))(?:[A-Z][\w-]{1,20}: |[A-Za-z0-9+/]{6})", re.ASCII
)
_ALONE: Final = re.compile(
    r"AGE-SECRET-KEY-1[A-Z0-9]{40,70}|xprv[1-9A-HJ-NP-Za-km-z]{90,120}|nsec1[02-9ac-hj-np-z]{50,70}"
    r"|(?<=Private-Lines: )\d{1,3}\s[A-Za-z0-9+/=\s]{40,4000}"
    r"|(?:[Pp]rivateKey|[Pp]re[Ss]haredKey|private_key)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<key>[A-Za-z0-9+/]{43}=)",
    re.ASCII,
)
_LABELS: Final = r"(?i:private[ _-]?key|priv(?:ate)?key|signing key|secret key|(?:wallet|bitcoin|btc|eth|ethereum|solana) key|keypair)|私钥|私鑰|私匙|金鑰|密钥"
_CALLED: Final = re.compile(
    rf"(?:{_LABELS})[^\n。;；]{{0,48}}?(?<![A-Za-z0-9+/])"
    r"(?P<key>(?:0x)?[0-9a-fA-F]{64}(?![0-9A-Za-z])|[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![0-9A-Za-z])|MI[IGH][A-Za-z0-9+/]{60,8000}={0,2}|[1-9A-HJ-NP-Za-km-z]{43,88}(?![0-9A-Za-z]))",
    re.ASCII,
)
_PHRASE: Final = re.compile(
    r"(?:(?i:(?:seed|recovery|backup|mnemonic|secret(?: recovery)?|wallet)[ -](?:phrase|words?)|mnemonic)|助记词|助記詞|恢复短语|种子短语|种子词|恢复词)"
    r"[^\n]{0,40}?(?P<key>(?<![a-z])(?:\d{1,2}[.)] ?)?[a-z]{3,8}(?:[ ,、\n]{1,3}(?:\d{1,2}[.)] ?)?[a-z]{3,8}){11,23}(?![a-z])"
    r"|[\u4e00-\u9fff](?:[ ,、][\u4e00-\u9fff]){11,23})",
    re.ASCII,
)
_PROSE: Final = frozenset(
    "the and your should could would has are was were for not his her its our from which who with them their did been being don".split()
)
"""Words that no wallet's list of words has."""


def private_keys(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Keys that are known by their own marks."""
    for head in _HEAD.finditer(text, begin, stop):
        tail = _TAIL.search(text, head.end(), head.end() + 20000)
        body = _BODY.match(text, head.end())
        end = tail.end() if tail is not None else body.end() if body is not None else head.end()
        # A sentence about files that begin like this holds no key.
        if _BASE64.match(text, head.end(), end):
            yield Finding("private_key", head.start(), _without_blanks(text, head.start(), end))
    for match in _ALONE.finditer(text, begin, stop):
        yield Finding("private_key", *_span(match))


def called_private(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Keys and phrases that are private keys because a label says so."""
    for match in _CALLED.finditer(text, begin, stop):
        yield Finding("private_key", *match.span("key"))
    for match in _PHRASE.finditer(text, begin, stop):
        words = re.findall("[a-z]+", match["key"])
        if _PROSE.isdisjoint(words):
            yield Finding("private_key", *match.span("key"))


def _span(match: re.Match[str]) -> tuple[int, int]:
    return match.span("key") if match["key"] else match.span()


def _without_blanks(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
