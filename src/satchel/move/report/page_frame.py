"""What stands around every page: a head that needs nothing else, its one script allowed by digest, and a foot that says so."""

from __future__ import annotations

import base64
import hashlib

from satchel.move.report.markup import Markup, element
from satchel.move.report.page_style import FAVICON, SCRIPT, STYLE
from satchel.move.report.words import Words


def document(title: str, header: Markup, main: Markup, w: Words) -> str:
    """A whole page, in UTF-8 whatever the data held."""
    body = element("body", header, main, _footer(w), element("script", Markup(SCRIPT)))
    return f"<!DOCTYPE html>\n{element('html', head(title), body, lang=w.tag)}\n"


def _footer(w: Words) -> Markup:
    return element(
        "footer",
        element(
            "p", w.say("Made on this machine. The page asks nothing of the network and holds everything it shows.")
        ),
        element("p", w.say("What looks like a key, a password or a card is shown as {dots}.", dots="••••••")),
    )


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
        # By this a purge knows the page: it may show what was forgotten since.
        Markup('<meta name="generator" content="Satchel">'),
        # A second wall behind the escaping: even markup that slipped through could neither run nor call out.
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("link", rel="icon", href=FAVICON),
        element("title", title),
        element("style", Markup(STYLE)),
    )
