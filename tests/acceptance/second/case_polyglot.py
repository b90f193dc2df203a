"""A travel helper's CSV: five languages, semicolons, a decimal comma, four ways to write the time in one column, no kind."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_csv
from tests.acceptance.second.words import F, K, P, T, W, local, mem, sec, z

ROWS = (
    ("en", "Guest prefers a room away from the lift", "2026-03-01 10:00:00", P),
    ("de", "Gast isst kein Schweinefleisch", "2026-03-01 18:30:00", K),
    ("zh", "客人喜欢安静的房间", "2026-03-02 00:00:00", P),
    ("ja", "お客様は禁煙室を希望しています", "2026-03-02 07:15:00", K),
    ("es", "La clienta viaja siempre con su perro Tango", "2026-03-03 12:45:00", K),
    ("en", "Guest's loyalty number is KX-20938", "2026-03-04 09:05:00", F),
    ("zh", "客人的太太对海鲜过敏", "2026-03-05 00:00:00", F),
    ("de", "Bitte immer Rechnung an die Firma Lohmeyer GmbH schicken", "2026-03-06 14:20:00", K),
    ("en", "Book the airport transfer for 22 March", "2026-03-07 16:00:00", T),
    ("zh", "三月二十日前把签证材料寄给客人", "2026-03-08 00:00:00", T),
    ("es", "Prefiere pagar con transferencia", "2026-03-09 11:11:00", K),
    ("ja", "朝食は和食が好きです", "2026-03-10 22:00:00", K),
    ("en", "Guest cannot climb stairs since her knee operation", "2026-03-11 08:40:00", F),
    ("de", "Der Gast arbeitet als Orgelbauer in Passau", "2026-03-12 19:19:00", K),
    ("zh", "客人每年清明都回绍兴扫墓", "2026-03-13 00:00:00", W),
    ("en", "Guest likes to get the itinerary as a single PDF", "2026-03-14 13:00:00", P),
    ("zh", "客人不要接早上八点前的电话", "2026-03-16 00:00:00", P),
    ("es", "Su vuelo de vuelta sale el 2 de abril a las 6:40", "2026-03-17 10:30:00", K),
    ("de", "Anzahlung von 1.200 Euro ist eingegangen", "2026-03-18 15:55:00", K),
    ("en", "The guest's brother Emre books separately", "2026-03-19 17:27:00", F),
)
NOISE = (
    "GET /offers 200 {n}ms",
    "Verbindung zum Buchungssystem verloren, Versuch {n}",
    "缓存已刷新，共 {n} 条",
    "price feed updated, {n} rows",
    "tarea programada {n} terminada en 35 ms",
)


def _time(lang: str, n: int, utc: str) -> object:
    if lang == "zh":
        return f"{int(utc[:4])}年{int(utc[5:7])}月{int(utc[8:10])}日"
    if lang == "de":
        return local(utc, 0, "%d.%m.%Y %H:%M")
    return z(utc) if n % 2 else sec(utc)


def build(folder: Path) -> None:
    rows: list[tuple[object, ...]] = []
    for n, (lang, text, utc, _) in enumerate(ROWS):
        rows.append((lang, text, _time(lang, n, utc), "0,9"))
        for k in range(2):
            m = n * 2 + k
            rows.append(("", NOISE[m % 5].format(n=m * 37 % 90 + 3), z(f"2026-03-{m % 19 + 1:02} 05:00:{m:02}"), "0"))
    write_csv(
        folder / "export" / "gaeste_notizen.csv", ("sprache", "eintrag", "zeit", "sicherheit"), rows, delimiter=";"
    )


EXPECTED = Expected(
    memories=tuple(
        mem(text, z(utc), types, precision="day" if lang == "zh" else "") for lang, text, utc, types in ROWS
    ),
    never=("/offers", "Verbindung zum", "缓存已刷新", "price feed", "tarea programada"),
)
