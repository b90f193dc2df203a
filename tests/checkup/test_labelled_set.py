"""The held-out half of the labelled set keeps its form: what it says about its own cases is true.

Nothing here runs a detector. Check digits are computed anew, so that a wrong label cannot pass as a hard case.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

HELD_OUT = Path(__file__).parent / "data" / "heldout.jsonl"
README = Path(__file__).parent / "data" / "README.md"

CLASSES = frozenset(
    "api_key jwt private_key password card bank_account government_id phone email internal_ip public_ip health"
    " precise_location".split()
)
SINGLE_RULES = frozenset({"sensitive", "dangling_reference", "log_line", "injection", "time", "expired"})
PAIR_RULES = frozenset({"duplicate", "near_duplicate", "contradiction"})
SPLIT = frozenset({"api_key", "jwt", "private_key"})  # no whole token of these stands in the file
COUNTED = sorted(CLASSES | SINGLE_RULES - {"sensitive"} | PAIR_RULES)
FIELDS = frozenset(
    "id language content content_parts records counts type scope created_at updated_at ttl now expect"
    " hard_negative_of not_asked note".split()
)
AT_LEAST = 20

Case = dict[str, Any]
CASES: list[Case] = [json.loads(line) for line in HELD_OUT.read_text(encoding="utf-8").splitlines()]
SINGLES = [case for case in CASES if "records" not in case]
GROUPS = [case for case in CASES if "records" in case]


def text_of(case: Case) -> str:
    return case["content"] if "content" in case else "".join(case["content_parts"])


def evidence_of(expected: Case) -> str | None:
    return "".join(expected["evidence_parts"]) if "evidence_parts" in expected else expected.get("evidence")


def labels(case: Case) -> set[str]:
    return {expected.get("class", expected["rule"]) for expected in case["expect"]}


def evidence(name: str) -> list[str]:
    """Every evidence of a class, compatibility forms folded: full-width digits become plain ones."""
    found = [evidence_of(e) for case in SINGLES for e in case["expect"] if e.get("class") == name]
    return [unicodedata.normalize("NFKC", text) for text in found if text is not None]


def passes_luhn(digits: str) -> bool:
    doubled = [int(d) * (1 + i % 2) for i, d in enumerate(reversed(digits))]
    return sum(d - 9 * (d > 9) for d in doubled) % 10 == 0


def has_resident_check(number: str) -> bool:
    """Source: GB 11643-1999, the check character of ISO 7064 MOD 11-2."""
    total = sum(int(digit) * pow(2, 17 - place, 11) for place, digit in enumerate(number[:17]))
    return "10X98765432"[total % 11] == number[17].upper()


def has_iban_check(iban: str) -> bool:
    return int("".join(str(int(char, 36)) for char in iban[4:] + iban[:4])) % 97 == 1


def resident_ids(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text)
    grouped = re.findall(r"(?<![0-9A-Za-z])(\d{6})[ -]?(\d{8})[ -]?(\d{3}[0-9Xx])(?![0-9A-Za-z])", plain)
    return ["".join(parts) for parts in grouped]


def test_every_case_has_an_id_of_its_own_and_only_known_fields():
    ids = Counter(case["id"] for case in CASES)
    assert [name for name, n in ids.items() if n > 1] == []
    assert {case["language"] for case in CASES} == {"zh", "en", "mixed"}
    assert [case["id"] for case in CASES if set(case) - FIELDS] == []
    assert [c["id"] for c in SINGLES if ("content" in c) == ("content_parts" in c) or not text_of(c).strip()] == []


def test_expectations_name_known_rules_and_classes():
    for case in SINGLES:
        for expected in case["expect"]:
            assert expected["rule"] in SINGLE_RULES, case["id"]
            assert (expected.get("class") in CLASSES) == (expected["rule"] == "sensitive"), case["id"]
        assert not labels(case) & set(case.get("hard_negative_of", [])), case["id"]


def test_evidence_stands_in_the_text():
    wrong = [
        case["id"]
        for case in SINGLES
        for expected in case["expect"]
        if (found := evidence_of(expected)) is not None and (not found or found not in text_of(case))
    ]
    assert wrong == []


def test_groups_point_at_their_own_records():
    for case in GROUPS:
        size = len(case["records"])
        assert all(record["content"].strip() for record in case["records"]), case["id"]
        for expected in case["expect"]:
            if expected["rule"] == "type_mix":
                continue
            first, second = expected["records"]
            assert expected["rule"] in PAIR_RULES, case["id"]
            assert 0 <= first < second < size, case["id"]
            texts = [case["records"][place]["content"].strip() for place in (first, second)]
            assert (texts[0] == texts[1]) == (expected["rule"] == "duplicate"), case["id"]


def test_counts_of_types_are_those_of_the_records():
    sets = [case for case in GROUPS if "counts" in case]
    assert len(sets) >= 8
    for case in sets:
        assert Counter(record["type"] for record in case["records"]) == case["counts"], case["id"]
        assert len(case["records"]) >= 30, case["id"]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", COUNTED)
def test_there_are_enough_cases(name: str, language: str):
    ours = [case for case in CASES if case["language"] == language]
    assert sum(name in labels(case) for case in ours) >= AT_LEAST
    assert sum(name in case.get("hard_negative_of", []) for case in ours) >= AT_LEAST


def test_half_of_the_set_is_chinese():
    by_language = Counter(case["language"] for case in CASES)
    assert len(CASES) >= 500
    assert abs(by_language["zh"] - by_language["en"]) <= len(CASES) // 20


def test_cards_pass_their_check_and_look_alikes_do_not():
    assert [card for card in evidence("card") if not passes_luhn(re.sub(r"\D", "", card))] == []
    run = re.compile(r"(?<![0-9A-Za-z])\d(?:[ -]?\d){12,18}(?![0-9A-Za-z])")
    others = [case for case in SINGLES if not labels(case) & {"card", "bank_account"}]
    lucky = [
        case["id"]
        for case in others
        for found in run.findall(unicodedata.normalize("NFKC", text_of(case)))
        if passes_luhn(re.sub(r"\D", "", found))
    ]
    assert lucky == []


def test_resident_ids_have_the_right_check_character_and_look_alikes_do_not():
    right = [number for text in evidence("government_id") for number in resident_ids(text)]
    assert len(right) >= AT_LEAST
    assert [number for number in right if not has_resident_check(number)] == []
    others = [case for case in SINGLES if "government_id" not in labels(case)]
    assert [c["id"] for c in others for number in resident_ids(text_of(c)) if has_resident_check(number)] == []


def test_ibans_pass_their_check_and_look_alikes_do_not():
    shape = re.compile(r"(?<![0-9A-Za-z])[A-Z]{2}\d{2}(?: ?[0-9A-Z]){11,30}(?![0-9A-Za-z])")
    right = [re.sub(" ", "", m) for text in evidence("bank_account") for m in shape.findall(text)]
    assert len(right) >= AT_LEAST // 2
    assert [iban for iban in right if not has_iban_check(iban)] == []
    others = [case for case in SINGLES if "bank_account" not in labels(case)]
    found = [re.sub(" ", "", m) for case in others for m in shape.findall(text_of(case))]
    assert found
    assert [iban for iban in found if has_iban_check(iban)] == []


def test_no_whole_token_stands_in_the_file():
    raw = HELD_OUT.read_text(encoding="utf-8")
    tokens = {evidence_of(e) for case in SINGLES for e in case["expect"] if e.get("class") in SPLIT}
    assert None not in tokens
    assert [case["id"] for case in SINGLES if labels(case) & SPLIT and "content" in case] == []
    assert [token for token in tokens if json.dumps(token, ensure_ascii=False)[1:-1] in raw] == []


def test_the_readme_tells_the_counts():
    told = {
        (row[0], language): (int(row[1 + 2 * place]), int(row[2 + 2 * place]))
        for line in README.read_text(encoding="utf-8").splitlines()
        if (row := [cell.strip(" `") for cell in line.strip("|").split("|")])
        and row[0] in {*COUNTED, "type_mix"}
        and all(map(str.isdigit, row[1:7]))
        for place, language in enumerate(("zh", "en", "mixed"))
    }
    found = {
        (name, language): (
            sum(name in labels(case) for case in CASES if case["language"] == language),
            sum(name in case.get("hard_negative_of", []) for case in CASES if case["language"] == language),
        )
        for name in [*COUNTED, "type_mix"]
        for language in ("zh", "en", "mixed")
    }
    assert told == found
