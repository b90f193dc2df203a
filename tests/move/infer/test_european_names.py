"""Columns and kinds called in German, French, Spanish, Portuguese, Italian or Dutch mean what they say; accents are no seams."""

from __future__ import annotations

import pytest

from satchel.move.infer.flags import names_void
from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.role import Role
from satchel.move.infer.types import type_of_kind


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Gelöscht", ("geloscht",)),
        ("crééLe", ("cree", "le")),
        ("Größe_cm", ("grosse", "cm")),
        ("descripción", ("descripcion",)),
        ("内容Größe", ("内容grosse",)),
        ("创建时间", ("创建时间",)),
    ],
)
def test_accents_are_taken_off_and_part_no_words(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Inhalt", Role.TEXT),
        ("descrição", Role.TEXT),
        ("angelegt_am", Role.CREATED),
        ("créé le", Role.CREATED),
        ("fecha_creación", Role.CREATED),
        ("geändert_am", Role.UPDATED),
        ("modifié_le", Role.UPDATED),
        ("verwijderd_op", Role.DELETED_AT),
        ("Benutzer", Role.USER),
        ("utilisateur", Role.USER),
        ("catégorie", Role.KIND),
        ("soort", Role.KIND),
        ("owner.name", Role.USER),
        ("author.login", Role.USER),
    ],
)
def test_a_name_speaks_for_its_role(name: str, role: Role) -> None:
    scores = name_scores(name)
    assert max(scores, key=lambda each: scores[each]) is role


@pytest.mark.parametrize("name", ["gelöscht", "supprimé", "Eliminado", "excluído", "verwijderd"])
def test_flags_of_what_is_gone_are_known(name: str) -> None:
    assert names_void(name)


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        ("Vorliebe", "preference"),
        ("préférence", "preference"),
        ("Aufgaben", "task"),
        ("tâche", "task"),
        ("hecho", "fact"),
        ("Anleitung", "skill"),
        ("savoir-faire", "skill"),
        ("Systemmeldung", "log"),
    ],
)
def test_kinds_are_known(value: str, type_: str) -> None:
    assert type_of_kind(value) == type_
