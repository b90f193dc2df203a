"""A sales helper's CSV files: wide contact rows, stages as codes, follow-ups that name contacts by number, month before day."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected, Memory
from tests.acceptance.folders.files import write_csv, write_text
from tests.acceptance.second.words import T, english_logs, later, told

STAGES = {"A1": "First contact", "B2": "Offer sent", "C3": "Contract signed", "X9": "Lost to a rival"}
CONTACTS = (
    ("Ottoline Frame", "Brightwell Dairy", "B2", "wants delivery on Tuesdays only", "2026-01-14"),
    ("Kofi Mensah", "Harbour Coldstores", "A1", "met at the fair in Rotterdam", "2026-01-19"),
    ("Renske Post", "Tulp & Zonen", "C3", "prefers invoices by mail", "2026-01-27"),
    ("Hiroto Abe", "Abe Seisakusho", "B2", "needs the data sheet in Japanese", "2026-02-02"),
    ("Delphine Roux", "Atelier Roux", "X9", "price was too high", "2026-02-05"),
    ("Salim Haddad", "Cedar Logistics", "A1", "asks for three references", "2026-02-11"),
    ("Petra Vlk", "Vlk Stavby", "C3", "pays within ten days", "2026-02-18"),
    ("Maeve Quinlan", "Quinlan Cheese", "B2", "decides with her brother", "2026-02-24"),
    ("Tomas Berg", "Berg Marin", "A1", "call only after four o'clock", "2026-03-03"),
    ("Lucia Ferri", "Ferri Gelati", "C3", "opens a second shop in May", "2026-03-09"),
    ("Anders Holm", "Holm Fisk", "B2", "compares us with Norfrys", "2026-03-16"),
    ("Ifeoma Eze", "Eze Farms", "A1", "has no cold room yet", "2026-03-23"),
    ("Josef Lang", "Langbrau", "X9", "company was sold", "2026-03-26"),
    ("Wanda Kruk", "Kruk Lody", "B2", "wants a demo on site", "2026-03-30"),
)
TODO = (
    (1, "4/14/2026", "Send the revised offer with Tuesday slots"),
    (2, "4/3/2026", "Phone about the pilot pallet"),
    (4, "4/21/2026", "Have the data sheet translated"),
    (6, "4/9/2026", "Collect three reference letters"),
    (8, "5/2/2026", "Ask what the brother decided"),
    (9, "4/17/2026", "Invite to the webinar"),
    (11, "4/28/2026", "Prepare the comparison with Norfrys"),
    (12, "6/1/2026", "Send the leasing brochure for cold rooms"),
    (14, "4/24/2026", "Arrange the demo"),
)
DONE = ((3, "2/20/2026", "Mail the signed contract"), (7, "3/2/2026", "Check the first payment"))


def _american(day: str) -> str:
    year, month, date = day.split("-")
    return f"{int(month)}/{int(date)}/{year}"


def build(folder: Path) -> None:
    write_csv(folder / "stages.csv", ("Code", "Label"), list(STAGES.items()))
    write_csv(
        folder / "contacts.csv",
        ("ContactID", "Name", "Company", "Stage", "Remark", "Added"),
        [
            (n, name, firm, stage, remark, _american(day))
            for n, (name, firm, stage, remark, day) in enumerate(CONTACTS, 1)
        ],
    )
    follow_ups = [(n, who, due, what, "no") for n, (who, due, what) in enumerate(TODO, 1)]
    follow_ups += [(n, who, due, what, "yes") for n, (who, due, what) in enumerate(DONE, 20)]
    write_csv(folder / "followups.csv", ("ID", "ContactID", "Due", "Action", "Done"), follow_ups)
    write_text(
        folder / "helper.log",
        "".join(
            f"{later('2026-03-01 08:00:00', n * 91)} [INFO] {line}\n" for n, line in enumerate(english_logs(40, 23))
        ),
    )


def _follow_up(who: int, what: str) -> Memory:
    # When it was noted is unknown; the day it is due is no such time, but some would take it.
    return told(what, CONTACTS[who - 1][0], at=None, types=T)


EXPECTED = Expected(
    memories=(
        *(
            told(
                name,
                firm,
                STAGES[stage],
                remark,
                at=f"{day}T00:00:00Z",
                precision="day",
                types=("fact", "task", "preference"),
            )
            for name, firm, stage, remark, day in CONTACTS
        ),
        *(_follow_up(who, what) for who, _, what in TODO),
    ),
    tolerated=tuple(what for _, _, what in DONE),
    never=("heartbeat", "429"),
    logs=40,
)
