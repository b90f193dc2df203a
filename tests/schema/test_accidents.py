"""Accidents that users of other tools reported, each as a small schema of ours: the rule that would have caught it.

Named after the kind of accident, not the tool it happened in.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.schema.cases import TODAY, Schema, base, edited, history_of, written

from satchel.schema.check import check
from satchel.schema.file import read_schema
from satchel.schema.finding import Finding, Severity, exit_code


def after(*steps: dict[str, Any], accepted: bool = False) -> list[Finding]:
    """The findings of the last step, with all before it published."""
    states = [base()]
    for step in steps:
        states.append(edited(states[-1], step))
    now = states[-1] | {"revision": len(states)}
    return check(
        read_schema(written(now), "s.yml"), history=history_of(states[:-1], accepted=accepted), today=TODAY
    ).findings


def rules(findings: list[Finding]) -> set[str]:
    return {one.rule for one in findings}


def test_a_release_that_renames_changes_defaults_and_moves_fields_at_once() -> None:
    found = after(
        {
            "delete": ["keys/6"],
            "add": [{"number": 30, "name": "rider.top_km", "type": {"type": "integer"}}],
            "set": {"keys/2/default": "disc"},
        }
    )
    assert {"KEY_NO_DELETE", "RENAME_SUSPECTED", "KEY_SAME_DEFAULT"} <= rules(found)


def test_two_writers_of_one_store_that_spell_a_field_in_two_cases() -> None:
    assert "KEY_CONFUSABLE" in rules(
        after(
            {"add": [{"number": 30, "name": "rider.textLemmatized"}, {"number": 31, "name": "rider.text_lemmatized"}]}
        )
    )


def test_a_column_that_is_dropped_before_its_values_are_copied() -> None:
    found = after({"delete": ["keys/7"], "reserve": [{"number": 7, "name": "rider.colours", "retired": 2}]})
    assert {"KEY_ACTIVE_TO_RETIRED", "KEY_REMOVAL_UNUSED"} <= rules(found)


def test_a_scheme_of_addresses_that_changes_and_leaves_the_old_rows_out_of_reach() -> None:
    found = after({"set": {"namespaces/rider/path": ["agents", "{agent_id}", "riders", "{rider_id}"]}})
    assert rules(found) == {"NS_SAME_SHAPE"}


def test_an_ontology_that_moves_a_key_elsewhere_without_bringing_its_values() -> None:
    assert "KEY_SAME_NAMESPACE" in rules(after({"set": {"keys/6/in": "jobs"}}))


def test_a_new_field_that_old_checkpoints_do_not_have() -> None:
    assert "KEY_NEW_REQUIRED" in rules(
        after({"set": {"types/Job/properties/bay": {"type": "integer"}, "types/Job/required": ["bay"]}})
    )


def test_attributes_that_go_when_no_type_names_them_any_more() -> None:
    assert "KEY_CONSTRAINT_TIGHTENED" in rules(after({"delete": ["types/Job/properties/due_on"]}))


def test_a_removal_that_is_judged_by_the_busiest_users_alone() -> None:
    """No count in the file, and no exemption, lets a key go: evidence does."""
    found = after(
        {
            "delete": ["keys/4"],
            "reserve": [{"number": 4, "name": "rider.nickname", "reason": "not among the hundred most used"}],
            "exempt": [
                {"rule": "KEY_REMOVAL_UNUSED", "number": 4, "reason": "0.1 % of reads", "expires": "2027-01-01"}
            ],
        }
    )
    assert {"KEY_REMOVAL_UNUSED", "KEY_UNREACHABLE_NOT_EXEMPT"} <= rules(found)
    assert exit_code(found) == 3


def test_an_approval_that_goes_on_to_hold_for_another_change() -> None:
    first = next(one for one in after({"set": {"keys/2/default": "disc"}}) if one.rule == "KEY_SAME_DEFAULT")
    exemption = {
        "rule": first.rule,
        "number": 2,
        "reason": "seen",
        "expires": "2027-01-01",
        "fingerprint": first.fingerprint,
    }
    assert "KEY_SAME_DEFAULT" not in rules(after({"set": {"keys/2/default": "disc"}, "exempt": [exemption]}))
    assert "KEY_SAME_DEFAULT" in rules(after({"set": {"keys/2/default": "drum"}, "exempt": [exemption]}))


def test_a_value_added_to_an_enum_that_readers_branch_on() -> None:
    found = after({"set": {"types/Brake/enum": ["rim", "disc", "drum", "coaster"]}})
    assert [one.severity for one in found if one.rule == "ENUM_VALUE_ADDED"] == [Severity.REPLAY]
    assert exit_code(found) == 3


def test_a_pardon_for_the_deprecated_that_misses_what_is_nested() -> None:
    """A deprecated key is held to the same rules, down to the last property."""
    deprecated = {
        "set": {"keys/5/status": "deprecated", "keys/5/deprecated": {"at": 2, "replaced_by": "none", "reason": "x"}}
    }
    assert "KEY_CONSTRAINT_TIGHTENED" in rules(after(deprecated, {"delete": ["types/Job/properties/what"]}))
    assert "ENUM_VALUE_NO_DELETE" in rules(after(deprecated, {"set": {"types/Job/properties/state/enum": ["waiting"]}}))


def test_a_reserved_field_that_is_still_refused() -> None:
    """There is one lawful way out, and the check is silent on it."""
    reserve = {"number": 4, "name": "rider.nickname", "retired": 2, "evidence": "evidence/0004.json"}
    states = [base(), edited(base(), {"delete": ["keys/4"], "reserve": [reserve]})]
    file = read_schema(written(states[1] | {"revision": 2}), "s.yml")
    found = check(
        file, history=history_of(states[:1]), today=TODAY, evidence={"evidence/0004.json": {"number": 4}}
    ).findings
    assert found == []


def test_a_rename_that_is_seen_as_a_drop_and_an_addition() -> None:
    found = after(
        {
            "delete": ["keys/7"],
            "add": [
                {"number": 30, "name": "rider.paint_colours", "type": {"type": "array", "items": {"type": "string"}}}
            ],
        }
    )
    suspected = [one for one in found if one.rule == "RENAME_SUSPECTED"]
    assert suspected
    assert "replaced_by: 30" in suspected[0].message


def test_an_exemption_that_outlives_its_reason() -> None:
    exemption = {"rule": "KEY_SAME_DEFAULT", "number": 2, "reason": "no values yet", "expires": "2026-05-31"}
    found = rules(after({"set": {"keys/2/default": "disc"}, "exempt": [exemption]}))
    assert {"EXEMPTION_EXPIRED", "KEY_SAME_DEFAULT"} <= found
    assert "FIELD_MISSING" in rules(after({"exempt": [{"rule": "KEY_SAME_DEFAULT", "number": 2, "reason": "no end"}]}))


def test_an_optional_property_that_is_called_incompatible() -> None:
    assert after({"set": {"types/Job/properties/bay": {"type": "integer"}}}) == []


def test_a_stricter_shape_that_loses_rows_without_a_word() -> None:
    assert "KEY_CONSTRAINT_TIGHTENED" in rules(after({"set": {"keys/1/type/maxLength": 20}}))


def test_an_addition_that_is_called_breaking() -> None:
    found = after({"add": [{"number": 30, "name": "rider.club"}]})
    assert rules(found) == {"KEY_ADDED"}
    assert exit_code(found) == 0


def test_a_whole_entry_that_vanishes_unseen() -> None:
    for where in ("keys/6", "namespaces/jobs", "reserved/9"):
        assert exit_code(after({"delete": [where]})) == 1, where


def test_the_last_entry_of_all_that_vanishes_unseen() -> None:
    empty: Schema = copy.deepcopy(base()) | {"keys": [], "types": {}, "revision": 2}
    found = check(read_schema(written(empty), "s.yml"), history=history_of([base()]), today=TODAY).findings
    assert {one.number for one in found if one.rule == "KEY_NO_DELETE"} == {1, 2, 3, 4, 5, 6, 7, 8}


def test_labels_that_a_write_refuses_and_a_delete_takes() -> None:
    for label in ("a.b", 7, None, ""):
        found = after({"set": {"namespaces/shop": {"number": 3, "path": ["shops", label]}}})
        assert "KEY_BAD_SEPARATOR" in rules(found), label


def test_a_prompt_that_names_what_is_no_longer_there() -> None:
    assert "SURFACE_UNKNOWN_KEY" in rules(after({"set": {"keys/1/describe": "Ask rider.profile.pronouns first."}}))


def test_keys_that_a_model_invents_beside_those_that_are_there() -> None:
    invented = ["rider.sleep_habits", "rider.sleep_management_strategies", "rider.medications", "rider.medication_list"]
    found = after({"add": [{"number": 30 + n, "name": name} for n, name in enumerate(invented)]})
    assert {one.key for one in found if one.rule in {"KEY_NEAR_COLLISION", "KEY_CONFUSABLE"}} == {
        invented[1],
        invented[3],
    }


def test_a_change_that_two_steps_hide() -> None:
    found = after({"set": {"keys/1/type/maxLength": 40}}, {"set": {"keys/1/type/maxLength": 60}})
    assert {"COMPAT_ALL_REVISIONS", "KEY_CONSTRAINT_RELAXED"} == rules(found)
