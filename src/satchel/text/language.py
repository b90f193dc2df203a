"""Which script a text is in, where its sentences end, and how to cut it when it is too long."""

from __future__ import annotations

import re

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_KANA = re.compile(r"[\u3041-\u309f\u30a1-\u30ff\uff66-\uff9f]")
_WORD = re.compile(r"[^\W\d_]+")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof sr jr st mt vs etc e.g i.e eg ie cf al approx dept est fig inc ltd co corp no nos vol pp p ch sec "
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun a.m p.m u.s u.k u.n ph.d".split(" ")
)
_END = re.compile(r"[。！？；…]+[”’」』）】\"')]*|[.!?]+[\"'”’)\]]*(?=\s|$)|\n+")
_LATIN_WRAP = re.compile(r"\n[ \t]*[a-z(]")
_LIST_NUMBER = re.compile(r"\(?\d{1,3}")
_GRAPHEME_TAIL = re.compile(r"[\u0300-\u036f\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]")


def share_han(text: str) -> float:
    """Share of Han characters among all letters, 0 to 1; a Latin word counts as one, as a Chinese reader would."""
    han = 0 if text.isascii() else len(_HAN.findall(text))
    return han / (han + len(_WORD.findall(_HAN.sub(" ", text)))) if han else 0.0


def is_chinese(text: str) -> bool:
    """Whether a Chinese reader would call the text Chinese: mostly Han, hardly any kana. 用 Python 写 is."""
    return share_han(text) >= 0.4 and len(_KANA.findall(text)) <= 0.1 * len(_HAN.findall(text))


def sentences(text: str) -> list[str]:
    """The sentences and list items of a text, Chinese or English, stripped, in order; none is blank."""
    return [text[start:end] for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Start and end offsets of each sentence, without surrounding blanks.

    A line break ends a sentence unless the next line goes on in lower case. Abbreviations, initials, numbers
    (`3.14`, `v2.0`) and a list's own marks (`1.`) end none.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for found in _END.finditer(text):
        if _ends_sentence(text, start, found):
            _add_span(spans, text, start, found.end())
            start = found.end()
    _add_span(spans, text, start, len(text))
    return spans


def _ends_sentence(text: str, start: int, found: re.Match[str]) -> bool:
    mark = found[0][0]
    if mark == "\n":
        return len(found[0]) > 1 or not _LATIN_WRAP.match(text, found.start())
    if mark != "." or len(found[0]) > 2:
        return True
    before = text[start : found.start()]
    if _LIST_NUMBER.fullmatch(before.strip()):
        return False
    last = before.rsplit(None, 1)[-1].lower().lstrip("(\"'“‘") if before.strip() else ""
    if last in _ABBREVIATIONS or (len(last) == 1 and last.isalpha() and last != "i"):
        # "… at 5 p.m. The next day": an abbreviation of time may end a sentence as well.
        return last in {"a.m", "p.m", "etc"} and text[found.end() :].lstrip()[:1].isupper()
    following = text[found.end() :].lstrip()[:1]
    return not following.islower()


def _add_span(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end].rstrip()
    if piece:
        spans.append((start + len(piece) - len(piece.lstrip()), start + len(piece)))


def split_long(text: str, limit_bytes: int = 65_536) -> list[str]:
    """Cut a text into pieces of at most so many UTF-8 bytes, at paragraphs, else sentences, blanks, characters.

    White space at the seams is dropped, everything else kept in order. A text within the limit comes back as it is.

    Args:
        limit_bytes: At least 4, the longest code point.

    Raises:
        ValueError: The limit is below 4, or the text holds lone surrogates, which UTF-8 cannot.
    """
    if limit_bytes < 4:
        raise ValueError(f"limit_bytes is {limit_bytes}; a code point takes up to 4")
    if len(text.encode()) <= limit_bytes:
        return [text]
    pieces: list[str] = []
    rest = text.strip()
    while rest:
        room = _prefix_within(rest, limit_bytes)
        cut = len(rest) if room == len(rest) else _best_cut(rest, room)
        pieces.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return pieces


def _prefix_within(text: str, limit_bytes: int) -> int:
    """How many characters from the front fit into the limit."""
    window = text[:limit_bytes]
    return len(window.encode()[:limit_bytes].decode("utf-8", "ignore"))


def _best_cut(text: str, room: int) -> int:
    """Where to cut within the first `room` characters: a late paragraph end, else a sentence end, a blank, anywhere."""
    window = text[:room]
    paragraph = window.rfind("\n\n")
    if paragraph >= room // 2:
        return paragraph
    ends = [end for _, end in sentence_spans(window)[:-1]]
    for cut in (ends[-1] if ends else -1, window.rfind("\n"), window.rfind(" ")):
        if cut >= room // 4 and cut > 0:
            return cut
    cut = room
    # Never before a mark that belongs to the character in front of it, within reason.
    while cut > max(1, room - 16) and (_GRAPHEME_TAIL.match(text, cut) or text[cut - 1] == "\u200d"):
        cut -= 1
    return cut
