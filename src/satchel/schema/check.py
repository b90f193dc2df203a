"""The check: every rule over one state and all that were published before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from satchel.schema.file import SchemaFile
from satchel.schema.finding import Finding, Severity, fingerprint_of
from satchel.schema.revisions import History
from satchel.schema.rules import RULES, Facts, Hit, Kind, Rule
from satchel.schema.rules.retirement import REMOVAL_RULES
from satchel.schema.snapshot import KeyEntry, Snapshot

_ORDER = list(Severity)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found."""

    findings: list[Finding]
    """By file, line, column, weight."""
    exempted: list[Finding]
    """What exemptions let through."""
    pairs: frozenset[str]
    """Fingerprints of what keys differ in from any of their earlier forms: publishing accepts them for good."""


def check(
    file: SchemaFile,
    *,
    base: Snapshot | None = None,
    history: History | None = None,
    today: date,
    evidence: Mapping[str, Any] | None = None,
    damaged: Iterable[tuple[str, str]] = (),
) -> Checked:
    """Check a file.

    Args:
        base: A state to compare with instead of the newest published one.
        history: All published revisions; the base need not be among them.
        today: For exemptions and evidence that expire.
        evidence: Bundles that the file names → their JSON.
        damaged: Files of revisions that could not be used, each with what is wrong.
    """
    found = list(file.findings) + [_altered(name, why) for name, why in damaged]
    history = history or History()
    if file.snapshot is None:
        return Checked(_sorted(found), [], frozenset())
    if base is not None:
        history.remember(base)
    last = base if base is not None else history.last()
    facts = Facts(file=file, now=file.snapshot, last=last, history=history, today=today, evidence=evidence or {})
    pairs: set[str] = set()
    for rule in RULES.values():
        if rule.kind in {Kind.FILE, Kind.CHANGE}:
            found += _not_accepted(rule, [_finding(rule, hit, file) for hit in rule.check(facts)], facts)
    found += _of_keys(facts, pairs)
    found += _of_namespaces(facts, found)
    kept, exempted = _exempted(found, facts)
    return Checked(_sorted(kept), exempted, frozenset(pairs))


def _not_accepted(rule: Rule, findings: list[Finding], facts: Facts) -> list[Finding]:
    """Without what was let through when an older revision was published and is no change of the state before."""
    accepted = {one.fingerprint for one in findings} & facts.history.accepted
    if rule.kind is not Kind.CHANGE or not accepted or facts.last is None:
        return findings
    history = History()
    history.remember(facts.last)
    recent = Facts(
        file=facts.file, now=facts.now, last=facts.last, history=history, today=facts.today, evidence=facts.evidence
    )
    again = {(hit.number, hit.key) for hit in rule.check(recent)}
    return [one for one in findings if one.fingerprint not in accepted or (one.number, one.key) in again]


def _of_keys(facts: Facts, pairs: set[str]) -> Iterator[Finding]:
    """What keys differ in from their earlier forms.

    A difference from the state before is a finding of its rule. One from an older state alone breaks sessions that are
    older: COMPAT_ALL_REVISIONS, unless it was let through when it was published.
    """
    rules = [rule for rule in RULES.values() if rule.kind in {Kind.KEY, Kind.PROMISE}]
    for new in facts.now.by_number.values():
        forms = facts.history.pasts.get(f"key:{new.number}")
        if forms is None:
            continue
        last = facts.last.by_number.get(new.number) if facts.last is not None else None
        told: set[tuple[str, str]] = set()
        if last is not None and last.hash != new.hash:
            for rule in rules:
                for hit in rule.check(last, new):
                    finding = _finding(rule, _about(hit, new), facts.file)
                    told.add((rule.id, hit.subject))
                    pairs.add(finding.fingerprint)
                    yield finding
        for name, past in reversed(forms.items()):
            if name == new.hash or (last is not None and name == last.hash):
                continue
            for rule in rules:
                for hit in rule.check(KeyEntry(past.body), new):
                    finding = _finding(rule, _about(hit, new), facts.file)
                    pairs.add(finding.fingerprint)
                    if rule.severity is not Severity.ERROR or (rule.id, hit.subject) in told:
                        continue
                    if finding.fingerprint in facts.history.accepted:
                        continue
                    told.add((rule.id, hit.subject))
                    since = (
                        f"revision {past.first}"
                        if past.first == past.last
                        else f"revisions {past.first} to {past.last}"
                    )
                    yield replace(
                        finding, rule="COMPAT_ALL_REVISIONS", message=f"{rule.id} against {since}: {finding.message}"
                    )


def _of_namespaces(facts: Facts, found: list[Finding]) -> list[Finding]:
    """What namespaces promise less than in the state before, unless one of their keys has said it already."""
    before = {namespace.name: namespace for namespace in facts.last.namespaces} if facts.last is not None else {}
    owners = {key.number: key.namespace for key in facts.now.keys}
    told = {(finding.rule, owners[finding.number]) for finding in found if finding.number in owners}
    made = []
    for new in facts.now.namespaces:
        old = before.get(new.name)
        for rule in RULES.values():
            if old is None or rule.kind is not Kind.PROMISE or (rule.id, new.name) in told:
                continue
            for hit in rule.check(old, new):
                about = replace(
                    hit, number=new.number, key=new.name, at=("namespace", new.name), subject=f"namespace {new.name}"
                )
                made.append(_finding(rule, about, facts.file))
    return made


def _about(hit: Hit, key: KeyEntry) -> Hit:
    return replace(hit, number=key.number, key=key.name)


def _finding(rule: Rule, hit: Hit, file: SchemaFile) -> Finding:
    at = hit.at or (("key", hit.number) if hit.number is not None else None)
    if at is not None and at[0] == "exemption":
        mark = file.locate(None, ("exemptions", at[1], *hit.path))
    elif hit.at is None and hit.path[:1] == ("render",):
        mark = file.locate(None, hit.path)
    else:
        mark = file.locate(at, hit.path, hit.occurrence)
    return Finding(
        rule=rule.id, severity=hit.severity or rule.severity, file=file.name, line=mark.line, column=mark.column,
        number=hit.number, key=hit.key, message=hit.message,
        fingerprint=fingerprint_of(rule.id, hit.number, hit.subject, hit.old, hit.new),
    )  # fmt: skip


def _altered(name: str, why: str) -> Finding:
    return Finding(
        rule="REVISION_ALTERED", severity=Severity.ERROR, file=name, line=1, column=1, number=None, key=None,
        message=why, fingerprint=fingerprint_of("REVISION_ALTERED", None, name, None, why),
    )  # fmt: skip


def _exempted(findings: list[Finding], facts: Facts) -> tuple[list[Finding], list[Finding]]:
    """The findings that stay, those that exemptions let through, and findings about the exemptions themselves."""
    kept, let = findings, []
    for place, exemption in enumerate(facts.file.data.get("exemptions", ())):
        if not {"rule", "number", "reason", "expires"} <= exemption.keys() or exemption["rule"] in REMOVAL_RULES:
            continue  # its form is a finding already
        known = RULES.get(exemption["rule"])
        if exemption["expires"] < facts.today.isoformat():
            kept = [*kept, _on_exemption("EXEMPTION_EXPIRED", facts, place, f"expired on {exemption['expires']}")]
            continue
        meant = [finding for finding in kept if _is_meant(exemption, finding, facts)] if known is not None else []
        if meant:
            let += meant
            kept = [finding for finding in kept if finding not in meant]
        elif exemption["rule"].startswith("SURFACE_") and known is not None:
            continue  # satchel surfaces scan has such findings
        elif known is None:
            kept = [*kept, _on_exemption("EXEMPTION_UNUSED", facts, place, f"there is no rule {exemption['rule']}")]
        else:
            kept = [
                *kept,
                _on_exemption("EXEMPTION_UNUSED", facts, place, f"there is no such finding of {exemption['rule']}"),
            ]
    return kept, let


def _is_meant(exemption: Mapping[str, Any], finding: Finding, facts: Facts) -> bool:
    """Whether an exemption lets a finding through. A number alone is that of a key; of a namespace the fingerprint tells."""
    if RULES[finding.rule].kind is Kind.PROMISE and "fingerprint" not in exemption:
        key = facts.now.by_number.get(exemption["number"])
        if key is None or key.name != finding.key:
            return False
    return (RULES[finding.rule].kind is not Kind.MADE_ELSEWHERE or finding.rule == "COMPAT_ALL_REVISIONS") and (
        finding.rule == exemption["rule"]
        and finding.number == exemption["number"]
        and exemption.get("fingerprint", finding.fingerprint) == finding.fingerprint
    )


def _on_exemption(rule: str, facts: Facts, place: int, message: str) -> Finding:
    exemption = facts.file.data["exemptions"][place]
    number = exemption["number"]
    key = facts.now.by_number.get(number)
    hit = Hit(
        message=f"the exemption of {exemption['rule']} for {number} {message}" if message.startswith("expired") else message,
        number=number, key=key.name if key else None, at=("exemption", place), new=exemption, subject=str(place),
    )  # fmt: skip
    return _finding(RULES[rule], hit, facts.file)


def _sorted(findings: list[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda f: (f.file, f.line, f.column, _ORDER.index(f.severity), f.rule, f.message))
