"""Whether the product's own ledger of source rows adds up, and whether it saw every row that there is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .reading import Line, Truth
from .scoring import FATES

_NAME_KEYS = ("source", "path", "name", "file")
_SEPARATORS = "#!:/?[( |>"


@dataclass(slots=True, kw_only=True)
class Accounts:
    """The result of the cross-check."""

    rows_in: int
    fates: dict[str, int]
    unaccounted: int
    """Rows that the ledger took in but gave no fate, in all and per source."""
    unseen: dict[str, int] = field(default_factory=dict)
    """File → rows that the truth knows and the ledger never took in."""
    checked: int = 0
    """Files whose rows could be compared."""
    unnamed: list[str] = field(default_factory=list)
    """Files of the truth that no source in the report names."""


def check(report: Line, truth: Truth | None) -> Accounts:
    """Add up the report of a move, `{"rows": {"in": n, fate: n…}, "sources": [{"source": …, "rows": {…}}…]}`.

    With the truth, the rows of each file are compared as well, where what counts as a row is beyond doubt.
    """
    total = _rows(report)
    fates = {fate: total.get(fate, 0) for fate in FATES}
    accounts = Accounts(
        rows_in=total.get("in", 0), fates=fates, unaccounted=abs(total.get("in", 0) - sum(fates.values()))
    )
    sources = report.get("sources")
    listed = [source for source in sources if isinstance(source, dict)] if isinstance(sources, list) else []
    for source in listed:
        rows = _rows(source)
        accounts.unaccounted += abs(rows.get("in", 0) - sum(rows.get(fate, 0) for fate in FATES))
    if listed:
        accounts.unaccounted += abs(accounts.rows_in - sum(_rows(source).get("in", 0) for source in listed))
    if truth is not None:
        _compare(accounts, listed, truth)
    return accounts


def _rows(part: Mapping[str, object]) -> dict[str, int]:
    rows = part.get("rows")
    values = rows if isinstance(rows, dict) else part
    out = {str(key): value for key, value in values.items() if isinstance(value, int) and not isinstance(value, bool)}
    if "in" not in out and isinstance(rows, int):
        out["in"] = rows
    return out


def _compare(accounts: Accounts, listed: list[Line], truth: Truth) -> None:
    known: dict[str, int] = {}
    exact: dict[str, bool] = {}
    for line in truth.files:
        file, rows, slack = str(line["file"]), line["rows"], line["slack"]
        assert isinstance(rows, int)
        assert isinstance(slack, int)
        known[file] = known.get(file, 0) + (rows - slack if line["exact"] else 0)
        exact[file] = exact.get(file, False) or bool(line["exact"])
    taken: dict[str, int] = {}
    for source in listed:
        name = next((str(source[key]) for key in _NAME_KEYS if isinstance(source.get(key), str)), "")
        found = _file_of(name, known)
        if found is not None:
            taken[found] = taken.get(found, 0) + _rows(source).get("in", 0)
    for file in sorted(known):
        if not exact[file]:
            continue
        if file not in taken:
            accounts.unnamed.append(file)
            accounts.unseen[file] = known[file]
            continue
        accounts.checked += 1
        if taken[file] < known[file]:
            accounts.unseen[file] = known[file] - taken[file]


def _file_of(name: str, known: Mapping[str, int]) -> str | None:
    """The longest known file that `name` (absolute, relative, or with a table or member after it) stands for."""
    name = name.replace("\\", "/")
    fits = []
    for file in known:
        at = 0 if name.startswith(file) else name.find(f"/{file}") + 1
        if at == 0 and not name.startswith(file):
            continue
        after = name[at + len(file) :]
        if not after or after[0] in _SEPARATORS:
            fits.append(file)
    return max(fits, key=len, default=None)
