"""Everything sensitive in a text, with its place: what the detectors of single classes find, overlaps settled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from satchel.access.assigned_keys import assigned_keys
from satchel.access.bank_accounts import bank_accounts, ibans
from satchel.access.cards import cards
from satchel.access.classes import LEVEL_OF, Finding
from satchel.access.emails import emails
from satchel.access.government_ids import called_ids, government_ids
from satchel.access.health import health
from satchel.access.health_han import health_han
from satchel.access.ip_addresses import ip_addresses
from satchel.access.passwords import login_pairs, passwords, passwords_by_form
from satchel.access.phones import phones
from satchel.access.places import (
    FOREIGN_ENDINGS,
    FOREIGN_WORDS,
    LIVING_WORDS,
    STREET_WORDS,
    coordinates,
    foreign_addresses,
    named_addresses,
    street_addresses,
)
from satchel.access.places_han import han_addresses, han_houses
from satchel.access.private_keys import called_private, private_keys
from satchel.access.scan import Scan, Span, merged
from satchel.access.vendor_keys import LONG_RUN, vendor_keys
from satchel.access.web_tokens import web_tokens
from satchel.access.widths import has_invisible, without_invisible

Rule = Callable[[str, int, int], Iterator[Finding]]

_PASSWORD_WORDS: Final = frozenset("pwd pw pass pin psk combination userpass".split())
_PASSWORD_PARTS: Final = ("passw", "passco", "passphr", "passkey")
_CODES: Final = frozenset("code codes".split())
_LOCKED: Final = frozenset(
    "alarm door gate garage safe lock locker lockbox entry access security keypad unlock building backup recovery pin".split()
)
_PASSWORD_HAN: Final = ("密码", "密碼", "口令", "pin码", "通行码", "开门码", "门禁码", "解锁码", "锁屏码", "暗码")
_LOGIN_WORDS: Final = frozenset("login logins credential credentials creds user username account".split())
_LOGIN_HAN: Final = ("账号", "账户", "用户名", "账密", "登录")
_KEY_WORDS: Final = frozenset(("pat", "ak", "sk"))
_KEY_PARTS: Final = ("key", "token", "secret", "credential", "bearer", "authoriz")
_KEY_HAN: Final = ("钥", "鑰", "密匙", "令牌", "凭证", "憑證", "授权码")
_PRIVATE_PARTS: Final = ("private", "privkey", "wallet", "signing key", "secret key", "keypair")
_PRIVATE_HAN: Final = ("私钥", "私鑰", "私匙", "金鑰", "密钥")
_PHRASES: Final = ("phrase", "mnemonic", "seed word", "recovery word", "助记词", "助記詞", "恢复短语", "种子", "恢复词")
_MARKS: Final = (
    "private key",
    "age-secret",
    "private-lines",
    "privatekey",
    "sharedkey",
    "xprv",
    "nsec1",
    "private_key",
)
_DOCUMENT_PARTS: Final = (
    "passport", "residence permit", "green card", "alien", "a-number", "travel document", "visa n", "licen", "national ", "tax ", "identity",
    "citizen", "government ", "personal", "voter", "military", "ausweis", "steuer", "id card", "codice fiscale", "social", "aadha",
)  # fmt: skip
_DOCUMENT_WORDS: Final = frozenset("dl nino ni sin tfn ssn itin pan dni nie curp cpf nif nir bsn pesel".split())
_DOCUMENT_HAN: Final = ("护照", "護照", "行证", "胞证", "胞證", "乡证", "鄉證", "澳证", "台证", "驶证", "驾照", "駕照", "份证", "份證", "分證", "分证", "住证", "留证", "官证", "兵证", "证件", "社保", "医保", "社会保障", "户口", "结婚证", "税号", "识别号")  # fmt: skip
_ACCOUNT_WORDS: Final = ("account", "acct", "a/c", "konto", "compte", "cuenta", "conto", "iban")
_ACCOUNT_HAN: Final = (
    "账号",
    "账户",
    "帐号",
    "帐户",
    "賬號",
    "帳號",
    "賬戶",
    "帳戶",
    "收款号",
    "对公户",
    "存折",
    "卡号",
)

_CLUSTER: Final = re.compile(r"[+(]{0,2}\d[\d .\-()/]{5,80}\d", re.ASCII)
_DATED: Final = re.compile(
    r"(?:(?:19|20)\d\d[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d)(?:[ T]{1,2}\d{0,2})?|(?:19|20)\d\d ?[-/] ?(?:19|20)\d\d",
    re.ASCII,
)
_DOTTED: Final = re.compile(r"\d\.\d{1,3}\.\d{1,3}\.\d|[0-9A-Fa-f]:[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]", re.ASCII)
_DECIMALS: Final = re.compile(r"\d\.\d{3}|\d\s?[°度]|[0-9A-Z]{4}\+[0-9A-Z]{2}|///[a-z]", re.ASCII)
_MIXED: Final = re.compile(r"[A-Za-z]\d|\d[A-Za-z]", re.ASCII)
_DIGIT: Final = re.compile(r"\d", re.ASCII)
_ORDER: Final = {kind: place for place, kind in enumerate(LEVEL_OF)}


def find(text: str) -> list[Finding]:
    """Everything sensitive in a text, in order of place; of two that overlap the graver one stays.

    A card that is a bank account too is found as both.
    """
    if has_invisible(text):
        seen, places = without_invisible(text)
        return [Finding(f.kind, places[f.start], places[f.end - 1] + 1) for f in find(seen)]
    found = list(_found(Scan.of(text)))
    return _settled(found) if found else found


def _found(scan: Scan) -> Iterator[Finding]:
    digit = _DIGIT.search(scan.text) is not None
    yield from _secrets(scan, digit=digit)
    if digit:
        yield from _numbers(scan)
        yield from _places(scan)
    if "@" in scan.text:
        yield from _applied(emails, scan, scan.around("@", back=80, ahead=120))
    yield from health(scan)
    if scan.han:
        yield from _applied(han_addresses, scan, han_houses(scan))
        yield from health_han(scan)


def _applied(rule: Rule, scan: Scan, spans: Iterable[Span]) -> Iterator[Finding]:
    for start, end in spans:
        scan.plain()
        yield from rule(scan.text, start, end)


def _named(scan: Scan, parts: Iterable[str], han: Iterable[str] = ()) -> list[str]:
    """The anchors that are in the text."""
    found = [part for part in parts if part in scan.lower]
    if scan.han:
        found += [part for part in han if part[-1] in scan.chars and part in scan.lower]
    return found


def _secrets(scan: Scan, *, digit: bool) -> Iterator[Finding]:
    lower, words = scan.lower, scan.words
    if _has_long_run(scan):
        runs = [(match.start() - 24, match.end() + 600) for match in LONG_RUN.finditer(scan.text)]
        if runs:
            yield from _applied(vendor_keys, scan, merged(runs, len(lower)))
            if "eyj" in lower:
                yield from _applied(web_tokens, scan, [(0, len(lower))])
            if any(mark in lower for mark in _MARKS):
                yield from _applied(private_keys, scan, [(0, len(lower))])
            if named := _named(scan, _PRIVATE_PARTS, _PRIVATE_HAN):
                yield from _applied(called_private, scan, scan.around(named, ahead=2000))
    if digit and _MIXED.search(scan.text) and (named := _named(scan, _KEY_PARTS, _KEY_HAN) + list(words & _KEY_WORDS)):
        yield from _applied(assigned_keys, scan, scan.around(named, back=48, ahead=640))
    if ("phrase" in lower or "mnemonic" in lower or "words" in words or scan.han) and (
        named := _named(scan, _PHRASES, _PHRASES)
    ):
        yield from _applied(called_private, scan, scan.around(named))
    named = _named(scan, _PASSWORD_PARTS if "pass" in lower else (), _PASSWORD_HAN) + list(words & _PASSWORD_WORDS)
    if not words.isdisjoint(_CODES) and not words.isdisjoint(_LOCKED):
        named.append("code")
    if named:
        yield from _applied(passwords, scan, scan.around(named, back=120, ahead=240))
    if ("/" in lower or "|" in lower) and (named := list(words & _LOGIN_WORDS) + _named(scan, (), _LOGIN_HAN)):
        yield from _applied(login_pairs, scan, scan.around(named, ahead=200))
    if "@" in lower and "://" in lower:
        yield from _applied(passwords_by_form, scan, scan.around(("://",), ahead=600))
    elif " -" in lower and not words.isdisjoint(
        (
            "password",
            "passwd",
            "pass",
            "pwd",
            "curl",
            "mysql",
            "mysqldump",
            "mariadb",
            "redis",
            "sshpass",
            "requirepass",
        )
    ):
        yield from _applied(passwords_by_form, scan, [(0, len(lower))])


def _has_long_run(scan: Scan) -> bool:
    # Words of nineteen letters are rare where blanks divide them; elsewhere the pattern is quick enough.
    return scan.han or any(len(piece) > 18 for piece in scan.text.split())


def _numbers(scan: Scan) -> Iterator[Finding]:
    text = scan.text
    clusters = [m.span() for m in _CLUSTER.finditer(text) if not _DATED.fullmatch(m[0])]
    if clusters:
        near = merged(((start - 8, end + 8) for start, end in clusters), len(text))
        longest = max(end - start for start, end in clusters)
        if longest >= 13:
            yield from _applied(cards, scan, near)
        if longest >= 8:
            yield from _applied(government_ids, scan, near)
        yield from _applied(phones, scan, near)
        if _named(scan, _ACCOUNT_WORDS, _ACCOUNT_HAN):
            yield from _applied(bank_accounts, scan, merged(((s - 60, e + 8) for s, e in clusters), len(text)))
    if _MIXED.search(text):
        yield from _applied(ibans, scan, [(0, len(text))])
    if named := _named(scan, _DOCUMENT_PARTS, _DOCUMENT_HAN) + list(scan.words & _DOCUMENT_WORDS):
        yield from _applied(called_ids, scan, scan.around(named, back=8, ahead=120))
    dotted = [(m.start() - 40, m.end() + 40) for m in _DOTTED.finditer(text)]
    if dotted:
        yield from _applied(ip_addresses, scan, merged(dotted, len(text)))


def _places(scan: Scan) -> Iterator[Finding]:
    text, words = scan.text, scan.words
    decimals = [(m.start() - 60, m.end() + 80) for m in _DECIMALS.finditer(text)]
    if decimals:
        yield from _applied(coordinates, scan, merged(decimals, len(text)))
    if named := words & STREET_WORDS:
        yield from _applied(street_addresses, scan, scan.around(named, back=80, ahead=40))
    if named := words & LIVING_WORDS:
        yield from _applied(named_addresses, scan, scan.around(named, ahead=100))
    if (
        not words.isdisjoint(FOREIGN_WORDS)
        or "ß" in scan.lower
        or any(word.endswith(FOREIGN_ENDINGS) for word in words)
    ):
        yield from _applied(foreign_addresses, scan, [(0, len(text))])


def _settled(found: list[Finding]) -> list[Finding]:
    """Without what lies under something graver, and every finding of one class that overlaps another as one."""
    kept: list[Finding] = []
    for finding in sorted(found, key=lambda f: (_ORDER[f.kind], f.start, -f.end)):
        last = kept[-1] if kept else None
        if last is not None and last.kind == finding.kind and finding.start < last.end:
            if finding.end > last.end:
                kept[-1] = Finding(finding.kind, last.start, finding.end)
        elif not any(_covers(other, finding) for other in kept):
            kept.append(finding)
    return sorted(kept, key=lambda f: (f.start, f.end))


_WIDE: Final = frozenset({"health", "precise_location"})
"""What these find runs over whole clauses; what else stands inside is a finding of its own."""


def _covers(other: Finding, finding: Finding) -> bool:
    if other.start >= finding.end or finding.start >= other.end or other.kind == finding.kind:
        return False
    return (
        {other.kind, finding.kind} != {"card", "bank_account"} and other.kind not in _WIDE and finding.kind not in _WIDE
    )
