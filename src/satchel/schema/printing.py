"""Findings in the formats that people and build servers read."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from satchel.schema.finding import Finding, Severity
from satchel.schema.rules import RULES

_GITHUB: Final = {"error": "error", "evidence": "error", "replay": "error", "warn": "warning", "info": "notice"}
_GITLAB: Final = {"error": "blocker", "evidence": "critical", "replay": "major", "warn": "minor", "info": "info"}
_SARIF: Final = {"error": "error", "evidence": "error", "replay": "error", "warn": "warning", "info": "note"}


def as_text(findings: Sequence[Finding]) -> str:
    """file:line:column: severity RULE message"""
    return "".join(
        f"{_line(f.file)}:{f.line}:{f.column}: {f.severity.value} {f.rule} {_line(f.message)}\n" for f in findings
    )


def as_json(findings: Sequence[Finding]) -> str:
    """One document: {"findings": […]}."""
    return _dumps({"findings": [finding.to_json() for finding in findings]})


def as_github(findings: Sequence[Finding]) -> str:
    """Workflow commands, which GitHub shows beside the lines.

    Source: GitHub Docs, "Workflow commands for GitHub Actions": %, line breaks, and in properties : and , are escaped.
    """
    out = []
    for f in findings:
        where = f"file={_property(f.file)},line={f.line},col={f.column},title={_property(f.rule)}"
        out.append(f"::{_GITHUB[f.severity.value]} {where}::{_data(f.message)}\n")
    return "".join(out)


def as_gitlab(findings: Sequence[Finding]) -> str:
    """A code quality report.

    Source: GitLab Docs, "Code Quality", the format of reports. Fingerprints are made unique with the place, as two
    findings of one fingerprint are shown as one.
    """
    seen: dict[str, int] = {}
    out = []
    for f in findings:
        seen[f.fingerprint] = seen.get(f.fingerprint, 0) + 1
        suffix = "" if seen[f.fingerprint] == 1 else f"-{seen[f.fingerprint]}"
        out.append(
            {
                "description": f.message,
                "check_name": f.rule,
                "fingerprint": f.fingerprint + suffix,
                "severity": _GITLAB[f.severity.value],
                "location": {"path": f.file, "lines": {"begin": f.line}},
            }
        )
    return _dumps(out)


def as_junit(findings: Sequence[Finding], *, command: str = "satchel schema check") -> str:
    """One test case a finding; warnings and remarks are cases that passed with output."""
    stopping = [f for f in findings if f.severity in {Severity.ERROR, Severity.EVIDENCE, Severity.REPLAY}]
    total = max(len(findings), 1)
    head = f'<testsuite name="{command}" tests="{total}" failures="{len(stopping)}" errors="0">'
    out = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites tests="{total}" failures="{len(stopping)}">', head]
    for f in findings:
        where = f"{f.file}:{f.line}:{f.column}"
        out.append(f"<testcase classname={_attribute(f.rule)} name={_attribute(f'{f.key or f.file} {where}')}>")
        if f in stopping:
            out.append(
                f"<failure type={_attribute(f.severity.value)} message={_attribute(f.message)}>{_body(f'{where}: {f.message}')}</failure>"
            )
        else:
            out.append(f"<system-out>{_body(f'{where}: {f.severity.value}: {f.message}')}</system-out>")
        out.append("</testcase>")
    if not findings:
        out.append('<testcase classname="schema" name="no findings"/>')
    return "\n".join([*out, "</testsuite>", "</testsuites>"]) + "\n"


def as_sarif(findings: Sequence[Finding], *, command: str = "satchel schema check") -> str:
    """SARIF 2.1.0. Source: the OASIS standard of that version."""
    ids = sorted({f.rule for f in findings})
    rules = []
    for id in ids:
        page = RULES[id].page
        rules.append(
            {
                "id": id,
                "shortDescription": {"text": page.splitlines()[0]},
                "fullDescription": {"text": page},
                "defaultConfiguration": {"level": _SARIF[RULES[id].severity.value]},
            }
        )
    results = [
        {
            "ruleId": f.rule, "ruleIndex": ids.index(f.rule), "level": _SARIF[f.severity.value], "message": {"text": f.message},
            "partialFingerprints": {"satchel/v1": f.fingerprint},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(f.file)}, "region": {"startLine": f.line, "startColumn": f.column},
                    }
                }
            ],
            "properties": {"severity": f.severity.value, "number": f.number, "key": f.key},
        }
        for f in findings
    ]  # fmt: skip
    return _dumps(
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{"tool": {"driver": {"name": command, "rules": rules}}, "results": results}],
        }
    )


FORMATS: Final[dict[str, Callable[[Sequence[Finding]], str]]] = {
    "text": as_text, "json": as_json, "github": as_github, "gitlab": as_gitlab, "junit": as_junit, "sarif": as_sarif,
}  # fmt: skip


def printed(findings: Sequence[Finding], form: str, *, command: str) -> str:
    """Findings in one of `FORMATS`, as those of a command: two of the formats name what made them."""
    if form == "junit":
        return as_junit(findings, command=command)
    if form == "sarif":
        return as_sarif(findings, command=command)
    return FORMATS[form](findings)


def _dumps(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _line(text: str) -> str:
    """On one line, whatever is in it."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _attribute(text: str) -> str:
    return quoteattr(_line(text))


def _body(text: str) -> str:
    return escape(_line(text))


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(path.replace("\\", "/"))
