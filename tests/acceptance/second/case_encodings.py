"""Every file in another encoding: UTF-16, GB18030, a BOM, Windows-1252, escapes with half a surrogate pair."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_text
from tests.acceptance.second.words import F, K, P, T, W, english_logs, mem, told

EXCEL = (
    ("2026-02-03", "María prefers the report in A4, not Letter", P),
    ("2026-02-04", "The supplier in Gdańsk is called Słoneczko", F),
    ("2026-02-06", "用户喜欢深色主题", P),
    ("2026-02-07", "Call the plumber about the leak in the cellar", T),
    ("2026-02-09", "María's office hours are 8 to 14", W),
    ("2026-02-11", "The alarm company's number is on the fridge", F),
)
PASTED = (
    ("2026-01-05", "用户住在重庆南岸区，坐地铁上班", F),
    ("2026-01-08", "用户喜欢吃小面，少放花椒", P),
    ("2026-01-09", "用户的女儿在读初二", F),
    ("2026-01-15", "记得二月十号之前换驾照", T),
    ("2026-01-20", "用户不喜欢语音消息，只看文字", P),
    ("2026-01-22", "用户的公众号叫“山城慢行”", F),
    ("2026-01-28", "用户习惯先写提纲再写正文", W),
    ("2026-02-02", "用户的车停在负二层 B217", F),
)
BOM = (
    ("2026-02-20T08:00:00Z", "Gökçe uses a standing desk", W),
    ("2026-02-21T09:30:00Z", "Gökçe prefers Celsius and litres", P),
    ("2026-02-22T10:45:00Z", "Gökçe's new flat has 71 m²", F),
    ("2026-02-23T12:15:00Z", "Order the naïve-art calendar for Gökçe's aunt", T),
    ("2026-02-24T18:05:00Z", "Gökçe's budget for the sofa is 900 €", F),
)
FRENCH = (
    ("2026-03-01", "L'utilisatrice préfère être tutoyée"),
    ("2026-03-02", "Sa fille Zoé est allergique aux œufs"),
    ("2026-03-05", "Elle habite à Besançon depuis août 2024"),
    ("2026-03-08", "Ne jamais écrire les montants sans le symbole €"),
)
ESCAPED = (
    ("User likes fireworks \\ud83c", "User likes fireworks", "2026-03-10T20:00:00Z", P),
    ("User\\u2019s caf\\u00e9 is called \\ud83c\\udf31 Keimling", "café is called", "2026-03-11T21:00:00Z", F),
    ("\\u7528\\u6237\\u7684\\u732b\\u53eb\\u5e74\\u7cd5", "用户的猫叫年糕", "2026-03-12T22:00:00Z", F),
)


def build(folder: Path) -> None:
    excel = "\r\n".join(["Date\tNote", *(f"{day}\t{text}" for day, text, _ in EXCEL)]) + "\r\n"
    (folder / "excel-unicode.txt").write_bytes(b"\xff\xfe" + excel.encode("utf-16-le"))
    write_text(folder / "旧记忆.txt", "".join(f"[{day}] - {text}\r\n" for day, text, _ in PASTED), "gb18030")
    bom = "when,memory\n" + "".join(f'{at},"{text}"\n' for at, text, _ in BOM)
    write_text(folder / "mem_export.csv", bom, "utf-8-sig")
    write_text(folder / "souvenirs.txt", "".join(f"[{day}] - {text}\n" for day, text in FRENCH), "cp1252")
    escaped = ",\n".join(f'  {{"memory": "{raw}", "ts": "{at}"}}' for raw, _, at, _ in ESCAPED)
    (folder / "escaped.json").write_text(f"[\n{escaped}\n]\n", "ascii")
    logs = "".join(
        f"[2026-02-{n % 27 + 1:02} 08:00:{n:02}] INFO {line}\r\n" for n, line in enumerate(english_logs(30, 13))
    )
    (folder / "service.log").write_bytes(b"\xfe\xff" + logs.encode("utf-16-be"))


EXPECTED = Expected(
    memories=(
        *(mem(text, f"{day}T00:00:00Z", types, precision="day") for day, text, types in (*EXCEL, *PASTED)),
        *(mem(text, at, types) for at, text, types in BOM),
        *(mem(text, f"{day}T00:00:00Z", K, precision="day") for day, text in FRENCH),
        *(told(part, at=at, types=types) for _, part, at, types in ESCAPED),
    ),
    never=("heartbeat",),
    logs=30,
)
