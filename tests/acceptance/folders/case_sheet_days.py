"""A Portuguese sheet saved as text before its dates were given a format: days of the spreadsheet with a comma, an `x` for deleted."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_csv

ROWS = [
    ("46023,5", "A Inês prefere reuniões curtas, de manhã", "preferência", "", "2026-01-01T12:00:00Z", PREFERENCE),
    ("46030,25", "Send the tile samples to the Faro office", "tarefa", "", "2026-01-08T06:00:00Z", TASK),
    ("46041,75", "The kiln in Loulé fires only on Tuesdays", "fato", "", "2026-01-19T18:00:00Z", FACT),
    ("46052", "The blue glaze is sold out until spring", "fato", "x", "", FACT),
    ("46055,5", "Inês likes quotes in euros per square metre", "preferência", "", "2026-02-02T12:00:00Z", PREFERENCE),
    ("46060,125", "Order twelve boxes of grout for Tavira", "tarefa", "", "2026-02-07T03:00:00Z", TASK),
]


def build(folder: Path) -> None:
    write_csv(
        folder / "Lembranças (cópia).csv",
        ["Descrição", "Categoria", "Data", "Excluído", "Usuário"],
        [(text, kind, day, gone, "inês") for day, text, kind, gone, _, _ in ROWS],
        delimiter=";",
        encoding="cp1252",
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=at, scope="user:inês") for _, text, _, gone, at, types in ROWS if not gone
    ),
    never=("blue glaze",),
    rows=6,
    min_rejected=1,
    max_rejected=1,
)
