"""Everything sensitive in a text, with its place: what the detectors of single classes find, overlaps settled."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from re import Pattern
from typing import Final

from satchel.access import anchors
from satchel.access.classes import LEVEL_OF, Finding
from satchel.access.health_terms_han import health_hints_han
from satchel.access.scan import Scan, Span, is_wide, merged
from satchel.access.tables import Cell, told_cells, told_values
from satchel.access.widths import has_invisible, without_invisible

Rule = Callable[[str, int, int], Iterator[Finding]]


def _rule(module: str, name: str) -> Rule:
    """A rule whose module is loaded when it is first asked: its patterns take milliseconds to compile."""
    loaded: list[Rule] = []

    def ask(text: str, start: int, end: int) -> Iterator[Finding]:
        if not loaded:
            loaded.append(getattr(import_module(f"satchel.access.{module}"), name))
        return loaded[0](text, start, end)

    return ask


vendor_keys: Final = _rule("vendor_keys", "vendor_keys")
assigned_keys: Final = _rule("assigned_keys", "assigned_keys")
web_tokens: Final = _rule("web_tokens", "web_tokens")
private_keys: Final = _rule("private_keys", "private_keys")
called_private: Final = _rule("private_keys", "called_private")
passwords: Final = _rule("passwords", "passwords")
login_pairs: Final = _rule("passwords", "login_pairs")
passwords_by_form: Final = _rule("passwords", "passwords_by_form")
strong_values: Final = _rule("strong_values", "strong_values")
entry_codes: Final = _rule("entry_codes", "entry_codes")
entry_codes_han: Final = _rule("entry_codes", "entry_codes_han")
spelled: Final = _rule("spelled", "spelled")
spelled_han: Final = _rule("spelled", "spelled_han")
cards: Final = _rule("cards", "cards")
ibans: Final = _rule("bank_accounts", "ibans")
bank_accounts: Final = _rule("bank_accounts", "bank_accounts")
government_ids: Final = _rule("government_ids", "government_ids")
called_ids: Final = _rule("government_ids", "called_ids")
phones: Final = _rule("phones", "phones")
emails: Final = _rule("emails", "emails")
veiled_emails: Final = _rule("veiled_emails", "veiled_emails")
ip_addresses: Final = _rule("ip_addresses", "ip_addresses")
health: Final = _rule("health", "health")
health_han: Final = _rule("health_han", "health_han")
coordinates: Final = _rule("places", "coordinates")
street_addresses: Final = _rule("places", "street_addresses")
named_addresses: Final = _rule("places", "named_addresses")
foreign_addresses: Final = _rule("places", "foreign_addresses")
han_addresses: Final = _rule("places_han", "han_addresses")

LONG_RUN: Final = re.compile(r"[A-Za-z0-9_\-./]{19}", re.ASCII)
"""No key that is known by its shape is without such a run."""
_HOUSE: Final = re.compile(
    r"[道街路同段] ?\d{2}|\d#(?:楼|-)?\d|\d-\d{1,2}-\d{3}|[\d一二三四五六七八九十百零〇] ?(?:号|號|室|栋|棟|幢|弄|座|单元|單元|组|队|社|排|楼(?= ?\d{3}))|[A-Z]\d?-\d{3}|[座厦场心寓]\d{3}"
)
_MIXED: Final = re.compile(r"\d(?:[A-Za-z]|(?<=[A-Za-z]\d))", re.ASCII)
_IBAN_HEAD: Final = re.compile(r"[A-Z]{2}\d\d", re.ASCII)
_CLUSTER: Final = re.compile(r"\d[\d .\-()/]{5,80}\d", re.ASCII)
_ODDLY_GROUPED: Final = re.compile(r"\d{4}(?:[·•・_—\n,] ?\d{4,6}){2,4}", re.ASCII)
"""Groups as cards have them, parted by what parts no other number."""
_DATED: Final = re.compile(
    r"(?:(?:19|20)\d\d[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d)(?:[ T]{1,2}\d{0,2})?|(?:19|20)\d\d ?[-/] ?(?:19|20)\d\d",
    re.ASCII,
)
_FOUR_PARTS: Final = re.compile(r"\d\.\d{1,3}\.\d{1,3}\.\d", re.ASCII)
_COLONS: Final = re.compile(r":[0-9A-Fa-f]{0,4}:", re.ASCII)
_DECIMALS: Final = re.compile(r"\d(?:\.\d{2}|\s?[°度])", re.ASCII)
_PLACE_CODES: Final = re.compile(r"what3words|w3w\.co|\+[23456789CFGHJMPQRVWX]{2,3}(?!\w)|///[a-z]", re.ASCII)
_SOME_DIGITS: Final = re.compile(r"\d[A-Z\d -]{3}", re.ASCII)
_BROKEN: Final = re.compile(r"(?<=\d)(?: |-)?\r?\n(?=\d)|(?<=\w)=\r?\n(?=\w)", re.ASCII)
"""Where a line ends in the midst of a number, or of anything in quoted-printable text."""
_OF_DIGITS: Final = frozenset({"card", "bank_account", "government_id", "phone", "email"})
_HAN_FIGURES: Final = re.compile("[零〇一二三四五六七八九幺两]{4}|[二三四五六七八九十两]个[零一二三四五六七八九0-9]")
_ENGLISH_FIGURES: Final = frozenset("zero oh one two three four five six seven eight nine".split())
_BY_SIGN: Final = re.compile(
    r"\w @ ?\w|\w@ \w|换成 ?@|改成 ?@|改为 ?@|@[^\s@]{0,40}[^\x00-\x7f]|[\[({<（【]\s?[@#]\s?[\])}>）】]"
)
"""How an address of e-mail is written with its sign so that no program finds it."""
_AT_WORD: Final = ("at)", "at]", "at}", "at>", "at )", "at ]", "at）", "at】")
_ESCAPES: Final = ("%40", "&#64;", "&#x40;")
_HAN_AT: Final = ("艾特", "点com", "点cn", "点 com", "点net")
_CALLED_NUMBERS: Final = frozenset("phone cell mobile dial".split())
_CODE_DIGITS: Final = re.compile(r"code(?:['’]s| is| was|:|是| 是|：)? ?[#*]?\d{4}", re.ASCII)
_FIGURES_RUN: Final = re.compile(
    r"(?i)\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[ ,-]{1,2}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)\b"
)
_FORM_SIGNS: Final = (
    "auth=(", "auth = (", "basicauth(", "digestauth(", "basic_auth(", "securestring", "identified ", "chpasswd", "sudo -", "wifi:", "sqlplus ", "pscredential",
    "credentials(", "authenticationtoken(", "login(", "signin(", "authenticate(", "/user:", "net user", "password>", "passwd>", "pwd>", "htpasswd -", "smbclient ", "docker login",
    "podman login", "ldapsearch ", "ldapmodify ", "ldapadd ", "zip -", "7z ", "rar ", "xfreerdp", "rdesktop", "-pass", "lftp ", "mongo", "machine ", "set password", "requirepass", "ssh-keygen ", "wpa_passphrase ", "keymaterial", "assword", "/pass:", "/password:", "psexec ", "/rp ", "sqlcmd ", "bcp ", "isql ", "expdp ", "impdp ", "rman ", "sqlldr ", "rabbitmqctl ", "=\"password\"", "='password'", "password(", "oracle:thin:", "passwd --stdin", "send_keys(", "sendkeys(", ".fill(", ".type(", "setvalue(",
)  # fmt: skip
_ORDER: Final = {kind: place for place, kind in enumerate(LEVEL_OF)}
_CALLED: Final = (
    anchors.PRIVATE_KEY_MARKS.bit | anchors.PHRASES.bit | anchors.KEYS.bit | anchors.PASSWORDS.bit | anchors.CODES.bit
    | anchors.LOGINS.bit | anchors.COMMANDS.bit | anchors.FORMS.bit | anchors.ENTERED.bit
)  # fmt: skip
"""What may call something else in the text a secret."""
_FEWEST: Final = 7
"""Digits of the shortest telephone number."""
_OF_CLAUSES: Final = frozenset({"health", "precise_location"})
"""What these find runs over whole clauses; what else stands inside is a finding of its own."""


def find(text: str) -> list[Finding]:
    """Everything sensitive in a text, in order of place; of two that overlap the graver one stays.

    A card that is a bank account too is found as both.
    """
    wide = is_wide(text)
    if wide and has_invisible(text):
        seen, places = without_invisible(text)
        return [Finding(f.kind, places[f.start], places[f.end - 1] + 1) for f in find(seen)]
    scan = Scan.of(text, wide=wide)
    found = _found(scan)
    inserted = "into" in scan.words and "values" in scan.words
    if "\n" in text or inserted:
        found += _in_tables(text, inserted=inserted)
        if scan.has_broken():
            found += _over_breaks(text, found)
    return _settled(found) if found else found


def _in_tables(text: str, *, inserted: bool) -> Iterator[Finding]:
    """What a cell holds by what its column is called; all such cells are looked at as one text of lines."""
    lines: list[str] = []
    places: list[tuple[int, Cell]] = []
    length = 0
    for cell in itertools.chain(told_cells(text) if "\n" in text else (), told_values(text) if inserted else ()):
        line = f"{cell.head}{text[cell.start : cell.end]}\n\n"
        places.append((length + len(cell.head), cell))
        lines.append(line)
        length += len(line)
    if not places:
        return
    told = "".join(lines)
    for finding in _found(Scan.of(told, wide=is_wide(told))):
        at, cell = places[bisect_right(places, finding.start, key=lambda place: place[0]) - 1]
        if at <= finding.start and finding.end <= at + cell.end - cell.start:
            yield Finding(finding.kind, cell.start + finding.start - at, cell.start + finding.end - at)


def _over_breaks(text: str, found: list[Finding]) -> Iterator[Finding]:
    """Numbers that a line ends in the midst of, and addresses cut by the soft breaks of quoted-printable mail."""
    for match in _BROKEN.finditer(text):
        start, end = max(0, match.start() - 96), match.end() + 96
        gap = " " if match[0][0] not in "-=" else ""
        ahead, behind = text[start : match.start()], text[match.end() : end]
        ahead += "-" if match[0][0] == "-" else gap
        for finding in _found(Scan.of(ahead + behind, wide=True)):
            if finding.kind not in _OF_DIGITS or not finding.start < len(ahead) < finding.end:
                continue
            whole = Finding(finding.kind, start + finding.start, finding.end - len(ahead) + match.end())
            if "\n" not in behind[: finding.end - len(ahead)] + ahead[finding.start :] and not any(
                other.start < whole.end and other.end > whole.start for other in found
            ):
                yield whole


def _found(scan: Scan) -> list[Finding]:
    why = anchors.reasons(scan)
    found: list[Finding] = []
    digit = scan.has_digit()
    if scan.has_run():
        found += _long_runs(scan, why)
    if why & _CALLED:
        found += _keys(scan, why, digit=digit)
        found += _passwords(scan, why)
    found += _by_ear(scan, why)
    if digit:
        found += _numbers(scan, why)
    if digit or "///" in scan.text or "what3words" in scan.lower:
        found += _places(scan, why)
    if "@" in scan.text:
        if ":" in scan.text:
            found += _applied(passwords_by_form, scan, scan.around(("://", "@"), back=140, ahead=600))
        found += _applied(emails, scan, scan.around("@", back=80, ahead=120))
        if veiled := _near(_BY_SIGN, scan, back=80, ahead=80):
            found += _applied(veiled_emails, scan, veiled)
    if veiled_by := _veiled(scan):
        found += _applied(veiled_emails, scan, scan.around(veiled_by, back=80, ahead=80))
    if why & anchors.HEALTH.bit:
        found += _applied(health, scan, scan.around(anchors.HEALTH.of(scan), back=300, ahead=320))
    if why & anchors.HOUSES.bit or (scan.han and "#" in scan.text) or (scan.han and b"0-0" in scan.shape):
        found += _applied(han_addresses, scan, _near(_HOUSE, scan, back=40, ahead=40))
    if why & anchors.HEALTH_HAN.bit and (named := health_hints_han(scan)):
        found += _applied(health_han, scan, scan.around(named, back=60, ahead=80))
    return found


def _veiled(scan: Scan) -> list[str]:
    """The words and signs of a text by which an address of e-mail may be written without its sign."""
    lower, named = scan.lower, []
    if "at" in scan.words:
        named = [word for word in _AT_WORD if word in lower]
        if "dot" in scan.words:
            named.append("dot")
    if "%40" in lower or "&#" in lower:
        named += [sign for sign in _ESCAPES if sign in lower]
    if scan.han and ("com" in scan.words or "cn" in scan.words or "net" in scan.words):
        named += [word for word in _HAN_AT if word in lower]
    return named


def _applied(rule: Rule, scan: Scan, spans: Iterable[Span]) -> Iterator[Finding]:
    for start, end in spans:
        scan.plain()
        yield from rule(scan.text, start, end)


def _near(pattern: Pattern[str], scan: Scan, *, back: int, ahead: int) -> list[Span]:
    """Stretches around every match."""
    spans = [(match.start() - back, match.end() + ahead) for match in pattern.finditer(scan.text)]
    return merged(spans, len(scan.text)) if spans else spans


def _long_runs(scan: Scan, why: int) -> Iterator[Finding]:
    runs = _near(LONG_RUN, scan, back=24, ahead=600)
    yield from _applied(vendor_keys, scan, runs)
    if "eyj" in scan.lower:
        yield from _applied(web_tokens, scan, [(0, len(scan.text))])
    if why & anchors.PRIVATE_KEYS.bit and (named := anchors.PRIVATE_KEYS.of(scan)):
        yield from _applied(called_private, scan, scan.around(named, ahead=2000))


def _keys(scan: Scan, why: int, *, digit: bool) -> Iterator[Finding]:
    if why & anchors.PRIVATE_KEY_MARKS.bit and (named := anchors.PRIVATE_KEY_MARKS.of(scan)):
        yield from _applied(private_keys, scan, scan.around(named, ahead=20_000))
    if why & anchors.PHRASES.bit and (named := anchors.PHRASES.of(scan)):
        yield from _applied(called_private, scan, scan.around(named))
    if digit and why & anchors.KEYS.bit and _MIXED.search(scan.text) and (named := anchors.KEYS.of(scan)):
        yield from _applied(assigned_keys, scan, scan.around(named, back=48, ahead=640))


def _passwords(scan: Scan, why: int) -> Iterator[Finding]:
    lower = scan.lower
    named = anchors.PASSWORDS.of(scan) if why & anchors.PASSWORDS.bit else []
    if why & anchors.CODES.bit and (why & anchors.ENTRIES_HAN.bit or not scan.words.isdisjoint(anchors.LOCKED)):
        named.append("code")
    if named:
        yield from _applied(passwords, scan, scan.around(named, back=120, ahead=240))
    if (
        ("/" in lower or "|" in lower or ":" in lower)
        and why & anchors.LOGINS.bit
        and (named := anchors.LOGINS.of(scan))
    ):
        yield from _applied(login_pairs, scan, scan.around(named, ahead=200))
    if why & anchors.COMMANDS.bit and " -" in lower and not ("@" in lower and ":" in lower):
        yield from _applied(passwords_by_form, scan, scan.around(anchors.COMMANDS.of(scan), back=200))
    if why & anchors.FORMS.bit and (named := [sign for sign in _FORM_SIGNS if sign in lower]):
        yield from _applied(passwords_by_form, scan, scan.around(named, back=60, ahead=200))
    if why & (anchors.PASSWORDS.bit | anchors.ENTERED.bit) and b"0" in scan.shape:
        named = [*anchors.PASSWORDS.of(scan), *anchors.ENTERED.of(scan)]
        yield from _applied(strong_values, scan, scan.around(named, back=80, ahead=120))


def _by_ear(scan: Scan, why: int) -> Iterator[Finding]:
    """Codes that are pressed rather than called one, and figures in words."""
    if b"000" in scan.shape or b"0-0" in scan.shape or b"00," in scan.shape or "圈" in scan.text:
        named = anchors.ENTRIES.of(scan) if why & anchors.ENTRIES.bit else []
        if why & anchors.CODES.bit and _CODE_DIGITS.search(scan.lower):
            named.append("code")
        if b"-000000-000000-" in scan.shape:
            named.append("-")
        if named:
            yield from _applied(entry_codes, scan, scan.around(named, back=100, ahead=120))
        if why & anchors.ENTRIES_HAN.bit:
            yield from _applied(entry_codes_han, scan, scan.around(anchors.ENTRIES_HAN.of(scan), back=40, ahead=60))
    if (
        scan.han
        and why & (anchors.PASSWORDS.bit | anchors.SPOKEN.bit)
        and (spans := _near(_HAN_FIGURES, scan, back=24, ahead=24))
    ):
        yield from _applied(spelled_han, scan, spans)
    said = why & (anchors.PASSWORDS.bit | anchors.CODES.bit) or not scan.words.isdisjoint(_CALLED_NUMBERS)
    if (
        said
        and len(_ENGLISH_FIGURES.intersection(scan.words)) > 1
        and (spans := _near(_FIGURES_RUN, scan, back=80, ahead=120))
    ):
        yield from _applied(spelled, scan, spans)


def _numbers(scan: Scan, why: int) -> Iterator[Finding]:
    text = scan.text
    if scan.has_cluster():
        yield from _clusters(scan, why)
    if scan.has_groups() and (odd := [match.span() for match in _ODDLY_GROUPED.finditer(text)]):
        yield from _applied(cards, scan, _widened(odd, text, back=8))
    if (scan.has_country() and _IBAN_HEAD.search(text)) or "iban" in scan.lower:
        yield from _applied(ibans, scan, [(0, len(text))])
    if why & anchors.DOCUMENTS.bit and (named := anchors.DOCUMENTS.of(scan)):
        spans = [(s, e) for s, e in scan.around(named, back=60, ahead=120) if _SOME_DIGITS.search(text, s, e)]
        yield from _applied(called_ids, scan, spans)
    if scan.has_four_parts():
        yield from _applied(ip_addresses, scan, _near(_FOUR_PARTS, scan, back=40, ahead=40))
    if "::" in text or text.count(":") > 6:
        yield from _applied(ip_addresses, scan, _near(_COLONS, scan, back=40, ahead=40))


def _clusters(scan: Scan, why: int) -> Iterator[Finding]:
    text = scan.text
    clusters = [m.span() for m in _CLUSTER.finditer(text) if not _DATED.fullmatch(m[0])]
    if not clusters:
        return
    near = _widened(clusters, text, back=8)
    longest = max(end - start for start, end in clusters)
    if longest >= 13:
        yield from _applied(cards, scan, near)
    if longest >= 8:
        yield from _applied(government_ids, scan, near)
    # A version or a date is as long as a short number and has fewer digits; `tel:` needs none.
    called = clusters if "tel:" in text else [span for span in clusters if _count_digits(text, span) >= _FEWEST]
    yield from _applied(phones, scan, _widened(called, text, back=8))
    if why & anchors.ACCOUNTS.bit:
        yield from _applied(bank_accounts, scan, _widened(clusters, text, back=60))


def _widened(spans: Iterable[Span], text: str, *, back: int) -> list[Span]:
    return merged(((start - back, end + 8) for start, end in spans), len(text))


def _count_digits(text: str, span: Span) -> int:
    return sum(map(str.isdigit, text[span[0] : span[1]]))


def _places(scan: Scan, why: int) -> Iterator[Finding]:
    if scan.has_decimals():
        yield from _applied(coordinates, scan, _near(_DECIMALS, scan, back=60, ahead=80))
    if "+" in scan.text or "///" in scan.text or "what3words" in scan.lower or "w3w.co" in scan.lower:
        yield from _applied(coordinates, scan, _near(_PLACE_CODES, scan, back=20, ahead=80))
    if why & anchors.STREETS.bit and (named := anchors.STREETS.of(scan)):
        yield from _applied(street_addresses, scan, scan.around(named, back=80, ahead=40))
    if why & anchors.LIVING.bit and (named := anchors.LIVING.of(scan)):
        yield from _applied(named_addresses, scan, scan.around(named, ahead=100))
    if why & anchors.FOREIGN_STREETS.bit and (named := anchors.foreign_streets(scan)):
        yield from _applied(foreign_addresses, scan, scan.around(named, ahead=120))


def _settled(found: list[Finding]) -> list[Finding]:
    """Without what lies under something graver, and every finding of one class that overlaps another as one."""
    by_kind: dict[str, list[Finding]] = {}
    for finding in sorted(found, key=lambda f: (_ORDER[f.kind], f.start, -f.end)):
        if any(_lies_under(finding, graver) for kind, graver in by_kind.items() if _outranks(kind, finding.kind)):
            continue
        kept = by_kind.setdefault(finding.kind, [])
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
        elif finding.end > kept[-1].end:
            kept[-1] = Finding(finding.kind, kept[-1].start, finding.end)
    return sorted(itertools.chain.from_iterable(by_kind.values()), key=lambda f: (f.start, f.end))


def _outranks(kind: str, other: str) -> bool:
    """Whether a finding of one class hides one of another that it overlaps."""
    both = {kind, other}
    return kind != other and both != {"card", "bank_account"} and both.isdisjoint(_OF_CLAUSES)


def _lies_under(finding: Finding, graver: list[Finding]) -> bool:
    """Whether it overlaps one of these, which are in order of place and apart from each other."""
    place = bisect_left(graver, finding.end, key=lambda other: other.start)
    return place > 0 and graver[place - 1].end > finding.start
