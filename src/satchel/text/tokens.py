"""The project's one tokeniser: the same tokens for the index of every store and for every query.

Scripts without spaces (Han, kana, hangul, Thai and its neighbours) are indexed as all overlapping pairs plus the last
character of each run. So 茶 as a prefix, 乌龙 as a term and 乌龙茶 as its pairs all find 乌龙茶, and no dictionary decides
what a word is. Everything else is words: folded, case-folded, stemmed as English, identifiers both whole and in parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import add

from satchel.text.fold import fold
from satchel.text.identifiers import GLUE, bare, pieces
from satchel.text.query import Query, Term
from satchel.text.stopwords import ENGLISH, content_runs

MAX_TOKEN = 64
"""Characters of a token that count; a longer one (base64, a run without spaces) is cut on both sides of the search."""
MAX_TERMS = 256
"""Most terms of one query. A longer text keeps its first and its last ones: openings and questions say most."""
_SHORT = 2000
"""Characters of a text up to which its tokens are kept for whoever asks again."""

_PAIRED = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
    "\uac00-\ud7a3\u1100-\u11ff\u3099\u309a"
)
_PAIRED_MARKED = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1050-\u109f\u1780-\u17d3"
_INDIC_MARKS = (
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a4d\u0a81-\u0acd"
    "\u0b01-\u0b4d\u0b82-\u0bcd\u0c00-\u0c4d\u0c81-\u0ccd\u0d00-\u0d4d\u0d81-\u0ddf"
)
_WORD = rf"(?:[^\W_{_PAIRED}{_PAIRED_MARKED}]++|[{_INDIC_MARKS}]++)++"
_PICTURE = "\u2600-\u27bf\u2b50\u2b55\U0001f1e6-\U0001f1ff\U0001f300-\U0001f3fa\U0001f400-\U0001faff"
_SCAN = re.compile(
    rf"(?P<run>[{_PAIRED}]+|[{_PAIRED_MARKED}]+)"
    rf"|(?P<word>{_WORD}(?:[-_.,/@:\\'+#~=&]{{1,3}}{_WORD})*(?:\+\+|\#)?)"
    rf"|(?P<picture>[{_PICTURE}])"
)
_SURVIVES = (
    f"0-9a-z{GLUE}ǃ\u0250-\u02af\u03b1-\u03c9\u0430-\u045f\u0561-\u0586\u05d0-\u05ea\u0620-\u063f\u0641-\u064a"
    "\u0671-\u0673\u0679-\u06d3\u10d0-\u10f0\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc-\u30fe\u3105-\u312d\u3400-\u4db5"
    "\u4e00-\u9fcc\uac00-\ud7a3\U00020000-\U0002a6d6\U0002a700-\U0002b734\U0002b740-\U0002b81d"
)
"""Characters that SQLite's `unicode61` (tables of Unicode 6.1) and PostgreSQL leave alone inside a word."""
_FRAGILE = re.compile(f"[^{_SURVIVES}]")


def index_tokens(text: str) -> list[str]:
    """The tokens under which a text is found, in its order, repeats kept (they count for ranking).

    Each is made of letters and digits only, at most `MAX_TOKEN` characters before protection, and goes unchanged
    through FTS5's `unicode61` and `ascii` tokenizers. Any text will do, NULs and lone surrogates included.
    """
    return list(_kept(text)[0] if len(text) <= _SHORT else _tokens(text))


def known_tokens(text: str) -> tuple[Sequence[str], frozenset[str]]:
    """`index_tokens`, and the set of them; kept for whoever asks again, where the text is short."""
    if len(text) <= _SHORT:
        return _kept(text)
    tokens = _tokens(text)
    return tokens, frozenset(tokens)


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    for found in _SCAN.finditer(fold(text)):
        chunk = found[0]
        if found.lastgroup != "run":
            tokens += _word(chunk)
        elif _FRAGILE.search(chunk):
            tokens += _pairs([_protect(char) for char in chunk])
        else:
            tokens += map(add, chunk, chunk[1:])
            tokens.append(chunk[-1])
    return tokens


@lru_cache(maxsize=8192)
def _kept(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """Kept, since every stage of a search that judges a candidate asks for its tokens again."""
    tokens = tuple(_tokens(text))
    return tokens, frozenset(tokens)


def joined(text: str) -> str:
    """The index tokens with spaces between them, as a full-text column stores them."""
    return " ".join(_tokens(text))  # for an index, which asks once


def query(text: str) -> Query:
    """What to look for when somebody asks this: any of its terms, without words that only ask or bind.

    One character of a paired script becomes a prefix, longer runs their pairs. A text of nothing but stop words is
    looked for as it stands; one without letters, digits or pictures gives an empty query.
    """
    chunks = list(_chunks(text))
    terms = dict.fromkeys(term for kind, chunk in chunks for term in _content_terms(kind, chunk))
    if not terms:
        terms = dict.fromkeys(term for kind, chunk in chunks for term in _all_terms(kind, chunk))
    kept = list(terms)
    if len(kept) > MAX_TERMS:
        kept = kept[: MAX_TERMS // 2] + kept[-MAX_TERMS // 2 :]
    return Query(terms=tuple(kept))


def _chunks(text: str) -> list[tuple[str, str]]:
    """Pairs of kind (`run`, `word`, `picture`) and folded chunk."""
    return [(found.lastgroup or "", found[0]) for found in _SCAN.finditer(fold(text))]


def _pairs(characters: Sequence[str]) -> list[str]:
    return [*map(add, characters, characters[1:]), characters[-1]]


@lru_cache(maxsize=16_384)
def _word(chunk: str) -> tuple[str, ...]:
    return tuple(_protect(token[:MAX_TOKEN]) for token in pieces(chunk) if token)


def _protect(token: str) -> str:
    """Spell characters that a database's tokenizer might drop or split at as letters and digits."""
    return _FRAGILE.sub(lambda found: f"ǃ{ord(found[0]):06x}", token)


def _content_terms(kind: str, chunk: str) -> list[Term]:
    if kind == "run":
        return [term for piece in content_runs(chunk) for term in _run_terms(piece)]
    if bare(chunk).casefold() in ENGLISH:
        return []
    tokens = _word(chunk)
    telling = [token for token in tokens if len(token) > 1 and token not in ENGLISH]
    return [Term(token=token) for token in telling or tokens]


def _all_terms(kind: str, chunk: str) -> list[Term]:
    return _run_terms(chunk) if kind == "run" else [Term(token=token) for token in _word(chunk)]


def _run_terms(run: str) -> list[Term]:
    pairs = _pairs([_protect(char) for char in run])
    if len(pairs) == 1:
        return [Term(token=pairs[0], prefix=True)]
    return [Term(token=pair) for pair in pairs[:-1]]
