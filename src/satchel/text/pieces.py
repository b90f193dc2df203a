"""A long text in pieces for searching by meaning: whole sentences, as many as fit, none lost."""

from __future__ import annotations

from typing import Final

from satchel.text.language import sentence_spans

_EARLIEST: Final = 0.5
"""Share of a piece that must be full before a sentence longer than a piece is cut at a blank."""


def piece_spans(text: str, longest: int) -> list[tuple[int, int]]:
    """Where the pieces of a text begin and end.

    Neighbouring sentences go together while they fit; a sentence that is longer than a piece is cut at a blank, else
    anywhere. A text that fits is one piece.

    Args:
        text: Any.
        longest: Characters of a piece, at least 1.

    Returns:
        Spans in order that do not overlap; between them lies white space only. None for a text without a word.

    Raises:
        ValueError: `longest` is below 1.
    """
    if longest < 1:
        raise ValueError(f"longest is {longest}")
    if len(text) <= longest:
        return [(0, len(text))] if text.strip() else []
    found: list[tuple[int, int]] = []
    for start, end in sentence_spans(text):
        if found and end - found[-1][0] <= longest:
            found[-1] = found[-1][0], end
        else:
            found += _cut(text, start, end, longest)
    return found


def _cut(text: str, start: int, end: int, longest: int) -> list[tuple[int, int]]:
    spans = []
    while end - start > longest:
        blank = max(text.rfind(mark, start, start + longest + 1) for mark in (" ", "\n", "\t"))
        cut = blank if blank > start + longest * _EARLIEST else start + longest
        spans.append((start, start + len(text[start:cut].rstrip())))
        start = cut + len(text[cut:end]) - len(text[cut:end].lstrip())
    spans.append((start, end))
    return [span for span in spans if span[0] < span[1]]
