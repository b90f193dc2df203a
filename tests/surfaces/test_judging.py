"""How much a mention weighs in each kind of surface, and what the schema's own claims are held against."""

from __future__ import annotations

from datetime import date

import pytest

from satchel.schema.file import SchemaFile, read_schema
from satchel.schema.finding import Finding
from satchel.schema.rules import RULES
from satchel.schema.rules.registry import Kind as RuleKind
from satchel.schema.surfaces.judging import RULES_OF_SCANS, claimed, judged, let_through, ordered
from satchel.schema.surfaces.scan import Scanner
from satchel.schema.surfaces.surface import Kind, Surface, Syntax

KINDS = list(Kind)


def findings(scanner: Scanner, text: str, kind: Kind, syntax: Syntax | None = None) -> list[Finding]:
    chosen = syntax or (Syntax.PYTHON if kind is Kind.CODE else Syntax.PLAIN)
    surface = Surface.of(text, kind=kind, where="x", syntax=chosen)
    return judged(surface, scanner.scan(surface))


def told(scanner: Scanner, text: str, kind: Kind) -> list[tuple[str, str]]:
    return [(one.rule, one.severity.value) for one in findings(scanner, text, kind)]


WEIGHTS = {
    # kind: deprecated, retired, unknown, another spelling, live
    Kind.PROMPT: ("error", "error", "error", "error", "warn"),
    Kind.FEW_SHOT: ("error", "error", "error", "error", "warn"),
    Kind.TOOL: ("error", "error", "error", "error", "warn"),
    Kind.CODE: ("warn", "error", "warn", "warn", None),
    Kind.DATA: ("warn", "warn", "info", "info", None),
    Kind.DOCUMENT: ("info", "info", "info", "info", None),
    Kind.MEMORY: ("info", "warn", None, "info", None),
    Kind.HISTORY: ("info", "warn", None, "info", None),
    Kind.TRACE: ("info", "warn", None, "info", None),
}
TEXTS = ('"user.preferences.theme"', '"user.lang"', '"user.nmae"', '"user.display.Theme"', '"user.display.theme"')
NAMES = (
    "SURFACE_DEPRECATED_KEY",
    "SURFACE_DEPRECATED_KEY",
    "SURFACE_UNKNOWN_KEY",
    "SURFACE_UNKNOWN_KEY",
    "SURFACE_HANDWRITTEN",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", range(5))
def test_weights(scanner: Scanner, kind: Kind, what: int) -> None:
    severity = WEIGHTS[kind][what]
    assert told(scanner, TEXTS[what], kind) == ([] if severity is None else [(NAMES[what], severity)])


def test_a_sentence_counts_one_step_less(scanner: Scanner) -> None:
    text = "Look up the theme stored under preferences."
    assert told(scanner, text, Kind.PROMPT) == [("SURFACE_DEPRECATED_KEY", "warn")]
    assert told(scanner, text, Kind.MEMORY) == [("SURFACE_DEPRECATED_KEY", "info")]
    assert told(scanner, "Look up the theme stored under display.", Kind.PROMPT) == []


@pytest.mark.parametrize(
    "text",
    [
        "user.hobbies",
        "x = 'a user.nmae b'",
        "# user.nmae",
        "t('user.form.email')",
        "'user.hobbies'",
        "print(user.nmae)",
        "'tasks.{}.id'",
    ],
)
def test_code_with_dots_is_left_alone(scanner: Scanner, text: str) -> None:
    assert findings(scanner, text, Kind.CODE) == []


def test_what_is_uncertain_is_no_finding(scanner: Scanner) -> None:
    for text in ("user_lang", "user/lang", "user:\n  lang: x\n"):
        surface = Surface.of(text, kind=Kind.PROMPT, where="x")
        assert len(scanner.scan(surface).mentions) == 1
        assert findings(scanner, text, Kind.PROMPT) == []


def test_messages_say_what_to_use_and_spell_out_what_nobody_sees(scanner: Scanner) -> None:
    (deprecated,) = findings(scanner, "user.preferences.theme", Kind.PROMPT)
    assert deprecated.message == "user.preferences.theme (7) is deprecated; use user.display.theme (31)"
    assert (deprecated.number, deprecated.key) == (7, "user.preferences.theme")
    (hidden,) = findings(scanner, "user.dis\u200bplay.thеme", Kind.PROMPT)
    assert hidden.message == "user.dis\\u200bplay.th\\u0435me is no key; user.display.theme is written another way"
    (unknown,) = findings(scanner, "user.prefs.theme", Kind.PROMPT)
    assert unknown.message == "user.prefs.theme is no key; did you mean user.display.theme?"


def test_fingerprints_stay_when_lines_move(scanner: Scanner) -> None:
    (one,) = findings(scanner, "user.lang", Kind.PROMPT)
    (other,) = findings(scanner, "\n\nabove\n  user.lang", Kind.PROMPT)
    assert one.fingerprint == other.fingerprint
    assert one.line != other.line


CLAIMS = """
format: 1
schema: s
revision: 1
next_number: 9
namespaces: {user: {number: 1, path: [users]}}
keys:
  - {number: 1, name: user.name, in: user, type: {type: string}, surfaces: [system_prompt, tool.write]}
  - {number: 2, name: user.mail, in: user, type: {type: string}, surfaces: []}
  - {number: 3, name: user.age, in: user, type: {type: integer}}
  - {number: 4, name: user.zip, in: user, type: {type: string}, status: deprecated, deprecated: {at: 1, replaced_by: none, reason: x}, surfaces: [console]}
"""


def claims(mentioned: dict[str, set[int]], scanned: set[str]) -> list[tuple[str, str, int | None, int]]:
    file = read_schema(CLAIMS, "s.yml")
    assert not file.findings
    return [(one.rule, one.severity.value, one.number, one.line) for one in claimed(file, mentioned, scanned, {})]


def test_claims_that_hold_are_silent() -> None:
    scanned = {"system_prompt", "tool.write", "console"}
    assert claims({"system_prompt": {1, 3}, "tool.write": {1}, "console": {4}}, scanned) == []
    # A deprecated key where it is not claimed is SURFACE_DEPRECATED_KEY's.
    assert claims({"system_prompt": {1, 4}, "tool.write": {1}, "console": {4}}, scanned) == []


def test_claims_that_do_not_hold_are_told_at_the_key() -> None:
    scanned = {"system_prompt", "tool.write", "console"}
    assert claims({"system_prompt": {2}, "tool.write": {1}, "console": {4}}, scanned) == [
        ("SURFACE_CLAIM_WRONG", "warn", 1, 8), ("SURFACE_CLAIM_WRONG", "warn", 2, 9),
    ]  # fmt: skip


def test_a_surface_that_was_not_scanned_is_told_once_and_weighs_more_when_a_key_goes() -> None:
    assert claims({}, set()) == [
        ("SURFACE_UNSCANNED", "warn", 1, 8), ("SURFACE_UNSCANNED", "warn", 1, 8), ("SURFACE_UNSCANNED", "error", 4, 11),
    ]  # fmt: skip
    assert (
        claims({"system_prompt": {1}, "tool.write": {1}, "console": {4}}, {"system_prompt", "tool.write", "console"})
        == []
    )


def test_exemptions_hold_for_their_key_and_day(scanner: Scanner) -> None:
    found = ordered(findings(scanner, "user.lang and user.preferences.theme", Kind.PROMPT))
    exemption = {"rule": "SURFACE_DEPRECATED_KEY", "number": 4, "reason": "quoted", "expires": "2026-02-01"}
    kept, let = let_through(found, [exemption], date(2026, 2, 1))
    assert [one.number for one in kept] == [7]
    assert [one.number for one in let] == [4]
    assert let_through(found, [exemption], date(2026, 2, 2))[1] == []
    assert let_through(found, [{**exemption, "fingerprint": "0" * 16}], date(2026, 2, 1))[1] == []
    assert let_through(found, [{**exemption, "fingerprint": let[0].fingerprint}], date(2026, 2, 1))[1] == let


def test_the_check_of_the_schema_leaves_exemptions_of_scans_alone(schema_file: SchemaFile) -> None:
    from satchel.schema.check import check

    text = CLAIMS + (
        "exemptions:\n"
        "  - {rule: SURFACE_DEPRECATED_KEY, number: 4, reason: r, expires: 2026-02-01}\n"
        "  - {rule: SURFACE_UNKNOWN_KEY, number: 1, reason: r, expires: 2026-02-01}\n"
    )
    file = read_schema(text, "s.yml")
    assert "EXEMPTION" not in str([one.rule for one in check(file, today=date(2026, 2, 1)).findings])
    assert "EXEMPTION_EXPIRED" in [one.rule for one in check(file, today=date(2026, 2, 2)).findings]


def test_the_rules_of_scans_are_those_of_the_table() -> None:
    assert {rule.id for rule in RULES.values() if rule.kind is RuleKind.SURFACE} | {
        "SURFACE_UNKNOWN_KEY"
    } == RULES_OF_SCANS


def test_what_has_happened_is_told_once_for_each_name(scanner: Scanner) -> None:
    text = "user.lang\n" * 5 + "user.language\n"
    found = findings(scanner, text, Kind.TRACE)
    assert [(one.line, one.message) for one in found] == [
        (1, "user.lang (4) is retired (5 times)"), (6, "user.language (4) is retired"),
    ]  # fmt: skip
    assert len(findings(scanner, text, Kind.PROMPT)) == 6


@pytest.mark.parametrize(
    "text",
    [
        "Call session.commit() when you are done.", "```python\nsession.commit\nuser.save\n```", "Hello {{ user.first }}.", "See user.md.",
        "Ask the user.Then go on.", "mail@user.example", "https://user.example.org/x", "e.g. user.py, session.json",
    ],
)  # fmt: skip
def test_prompts_about_code_are_left_alone(scanner: Scanner, text: str) -> None:
    assert findings(scanner, text, Kind.PROMPT) == []


@pytest.mark.parametrize(
    "text",
    [
        "Read user.first.",
        "`user.first`",
        "```\nuser.first\n```",
        "```python\nget(user.display.font)\n```",
        "- user.first: x",
        "把user.first写好",
    ],
)
def test_unknown_names_in_prompts_are_told(scanner: Scanner, text: str) -> None:
    assert [one.rule for one in findings(scanner, text, Kind.PROMPT)] == ["SURFACE_UNKNOWN_KEY"]
