"""The head of a page that needs nothing else: its look, its one script allowed by digest, and nothing from anywhere."""

from __future__ import annotations

import base64
import hashlib

from satchel.move.report.markup import Markup, element
from satchel.move.report.page_style import FAVICON, SCRIPT, STYLE


def head(title: str) -> Markup:
    """The `head` element of a page with this title, whose body ends with `SCRIPT`."""
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        # A second wall behind the escaping: even markup that slipped through could neither run nor call out.
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("link", rel="icon", href=FAVICON),
        element("title", title),
        element("style", Markup(STYLE)),
    )
