"""The report of an import, as a page and for the terminal: what became of every row, and how to take it back.

Both show the JSON document of `satchel.move.ledger.Report.to_json` and nothing else, so that a report can be written
again from a document that was kept. What is shown of the data is masked and made visible in `satchel.move.report.shown`.
"""

from satchel.move.report.page import render_page
from satchel.move.report.terminal import render_terminal

__all__ = ["render_page", "render_terminal"]
