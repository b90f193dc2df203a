"""From what a scan saw to findings: the rules over each mention, the claims of `surfaces:`, exemptions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final

from satchel.schema.file import SchemaFile
from satchel.schema.finding import Finding, Severity, fingerprint_of
from satchel.schema.rules import RULES, Hit
from satchel.schema.rules.surfaces import Claim, Sighting, Unscanned, misspelled, unknown_name
from satchel.schema.snapshot import KeyEntry
from satchel.schema.surfaces.index import Standing
from satchel.schema.surfaces.mention import SURE
from satchel.schema.surfaces.scan import Scanned
from satchel.schema.surfaces.surface import PAST, Surface

UNKNOWN: Final = "SURFACE_UNKNOWN_KEY"
_ORDER: Final = list(Severity)
_OF_MENTIONS: Final[tuple[tuple[str, Callable[[Sighting], Iterator[Hit]]], ...]] = (
    ("SURFACE_DEPRECATED_KEY", RULES["SURFACE_DEPRECATED_KEY"].check),
    ("SURFACE_HANDWRITTEN", RULES["SURFACE_HANDWRITTEN"].check),
    (UNKNOWN, misspelled),
)
RULES_OF_SCANS: Final = frozenset(
    (UNKNOWN, "SURFACE_DEPRECATED_KEY", "SURFACE_HANDWRITTEN", "SURFACE_UNSCANNED", "SURFACE_CLAIM_WRONG")
)


def judged(surface: Surface, scanned: Scanned) -> list[Finding]:
    """The findings about one surface, in the order of its text.

    Of what has happened nobody changes a line: there each name is told once, with how often it stands in the surface.
    """
    found = []
    for mention in scanned.mentions:
        sighting = Sighting(mention=mention, kind=surface.kind, where=surface.where)
        for rule, check in _OF_MENTIONS:
            found += [_finding(rule, hit, surface.where, mention.line, mention.column) for hit in check(sighting)]
    for stranger in scanned.strangers:
        hits = unknown_name(stranger, surface.kind, surface.where)
        found += [_finding(UNKNOWN, hit, surface.where, stranger.line, stranger.column) for hit in hits]
    return _folded(found) if surface.kind in PAST else found


def _folded(findings: Sequence[Finding]) -> list[Finding]:
    counts: dict[str, list[Finding]] = {}
    for finding in findings:
        counts.setdefault(finding.fingerprint, []).append(finding)
    return [
        replace(same[0], message=f"{same[0].message} ({len(same)} times)") if len(same) > 1 else same[0]
        for same in counts.values()
    ]


def claimed(
    file: SchemaFile, mentioned: Mapping[str, set[int]], scanned: set[str], why: Mapping[str, str]
) -> list[Finding]:
    """What the keys' `surfaces:` say, against what was found.

    Args:
        mentioned: Surface → numbers of the keys that it names.
        scanned: Surfaces of which anything was read.
        why: Surface → why nothing was read, where that is known.
    """
    assert file.snapshot is not None
    hits: list[tuple[str, Hit]] = []
    missing: dict[str, list[tuple[KeyEntry, int]]] = {}
    for key in file.snapshot.by_number.values():
        said = key.get("surfaces")
        if said is None:
            continue
        for place, name in enumerate(said):
            if name not in scanned:
                missing.setdefault(name, []).append((key, place))
        for name in sorted(scanned | set(said)):
            if name in scanned:
                claim = Claim(
                    number=key.number, key=key.name, surface=name, place=said.index(name) if name in said else -1,
                    mentioned=key.number in mentioned.get(name, set()),
                )  # fmt: skip
                if not (key.deprecated and claim.place < 0):  # SURFACE_DEPRECATED_KEY says more
                    hits += [("SURFACE_CLAIM_WRONG", hit) for hit in RULES["SURFACE_CLAIM_WRONG"].check(claim)]
    for name, claims in missing.items():
        first, place = next(((key, place) for key, place in claims if key.deprecated), claims[0])
        unscanned = Unscanned(
            surface=name, number=first.number, key=first.name, place=place, deprecated=any(k.deprecated for k, _ in claims),
            why=why.get(name, "nothing says which files it is"),
        )  # fmt: skip
        hits += [("SURFACE_UNSCANNED", hit) for hit in RULES["SURFACE_UNSCANNED"].check(unscanned)]
    return [_placed(file, rule, hit) for rule, hit in hits]


def unread(file: SchemaFile, unscanned: Unscanned) -> list[Finding]:
    """What nothing was read of."""
    return [_placed(file, "SURFACE_UNSCANNED", hit) for hit in RULES["SURFACE_UNSCANNED"].check(unscanned)]


def _placed(file: SchemaFile, rule: str, hit: Hit) -> Finding:
    mark = file.locate(("key", hit.number) if hit.number is not None else None, hit.path)
    return _finding(rule, hit, file.name, mark.line, mark.column)


def let_through(
    findings: Sequence[Finding], exemptions: Iterable[Mapping[str, Any]], today: date
) -> tuple[list[Finding], list[Finding]]:
    """The findings that stay, and those that an exemption of the file lets through."""
    holding = [
        one
        for one in exemptions
        if {"rule", "number", "reason", "expires"} <= one.keys()
        and one["rule"] in RULES_OF_SCANS
        and one["expires"] >= today.isoformat()
    ]
    kept: list[Finding] = []
    let: list[Finding] = []
    for finding in findings:
        meant = any(
            one["rule"] == finding.rule
            and one["number"] == finding.number
            and one.get("fingerprint", finding.fingerprint) == finding.fingerprint
            for one in holding
        )
        (let if meant else kept).append(finding)
    return kept, let


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """By file, line, column, weight."""
    return sorted(findings, key=lambda f: (f.file, f.line, f.column, _ORDER.index(f.severity), f.rule, f.message))


def named(scanned: Scanned) -> set[int]:
    """Numbers of the live and deprecated keys that a surface names for sure, blocks and templates included."""
    return {
        one.known.number
        for one in scanned.mentions
        if one.known.number is not None and one.confidence >= SURE and one.known.standing is not Standing.RETIRED
    }


def _finding(rule: str, hit: Hit, file: str, line: int, column: int) -> Finding:
    return Finding(
        rule=rule, severity=hit.severity or RULES[rule].severity, file=file, line=line, column=column, number=hit.number,
        key=hit.key, message=hit.message, fingerprint=fingerprint_of(rule, hit.number, hit.subject, hit.old, hit.new),
    )  # fmt: skip
