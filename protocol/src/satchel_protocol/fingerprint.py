"""The normal form of a text, and keyed prints of it that recognise a forgotten text without holding it.

This is the one place that says when two texts are the same text. Prints are HMACs under a random key that belongs to
one root scope and never leaves its owner's stores unencrypted: an unkeyed hash of a short sentence can be guessed.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from functools import lru_cache
from hashlib import sha256, shake_128

PRINT_BYTES = 16
SKETCH_SIZE = 64
"""Values in a MinHash sketch; the standard error of a similarity read from it is at most 1/16."""
SHINGLE = 3
"""Characters per shingle; three work for Chinese and English alike."""

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DAY = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{4}} ?年 ?\d{{1,2}} ?月 ?\d{{1,2}} ?[日号]|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{4}}"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{4}})"
    r"(?:[t ,]{1,2}\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?:z|utc|gmt|[-+]\d{2}:?\d{2}))?)?"
)
_DATE = rf"(?:{_DAY}|\d{{4}}(?:[-/.]\d{{1,2}})?|\d{{4}} ?年(?: ?\d{{1,2}} ?月)?|(?:[a-z]{{3,9}}\.? )?\d{{4}})"
_UNKNOWN = r"(?:(?:date |time )?unknown|unknown date|no date|undated|日期未知|时间未知|未知日期|未知|无日期)"
_MARKS = re.compile(
    r"(?:\s|[-*+•·▪◦●‣■□○◆◇★☆►▶→➤✓✔☐☑❶-❿]|\#{1,6}(?=\s)|>(?!\s?\d)|\[[ x]?\](?=\s)"
    r"|\(?\d{1,3}[.)、](?!\d)|\(?[一二三四五六七八九十]{1,3}[)、]|\([a-z]\)|[a-z]\)(?=\s)"
    rf"|[\[(【]\s?(?:{_DATE}|{_UNKNOWN})\s?[\])】](?:\s?[-:.|])?|{_DAY}(?:\s?[-|]\s|\s?:(?:\s|(?=[^\W\d]))))+"
)
_TRAILING = " .。!;,、"
_CIRCLED = re.compile("[①-⑳]")
_FULL_WIDTH_SIGNS = tuple((chr(ord(sign) + 0xFEE0), sign) for sign in ",:;!?()")
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")
_ONE_SPELLING = str.maketrans(
    {**dict.fromkeys("‘’‚‛ʼ′", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒–—―−", "-")}
)
_OTHER_SPELLING = re.compile("[" + "".join(map(chr, _ONE_SPELLING)) + "]")
_HAN = r"\u3040-\u30ff\u3400-\u9fff"
_SIGN = r"!-/:-@\[-`{-~"
_BESIDE_HAN = re.compile(rf" (?=[{_SIGN}]?[{_HAN}])|(?<=[{_HAN}]) |(?<=[{_HAN}][{_SIGN}]) ")


def fold_text(text: str) -> str:
    """NFKC, case-folded, zero-width characters dropped, every run of white space one blank, none at the ends."""
    if not text.isascii():
        # Chinese is full of these; where they are all that is not compatible, the rest needs no normalising.
        for wide, plain in _FULL_WIDTH_SIGNS:
            if wide in text:
                text = text.replace(wide, plain)
        text = unicodedata.normalize("NFKC", text)
    folded = text.casefold()
    if not folded.isascii():
        folded = _INVISIBLE.sub("", folded)
    return " ".join(folded.split())


def normalise_text(text: str) -> str:
    """The normal form under which two texts count as the same.

    `fold_text`; curly quotes and long dashes made plain; list marks and date prefixes in front (`- `, `3. `,
    `[2026-03-01] - `) and full stops at the end removed, because pasted lists add them; blanks beside Chinese and
    Japanese characters and their punctuation dropped, which some writers set and others do not.

    Returns:
        The normal form; for a text that is nothing but marks, the form before they were removed.
    """
    # Compatibility would make a bare number of a circled one, and that is no mark of a list.
    plain = fold_text(text if text.isascii() else _CIRCLED.sub("•", text))
    if plain.isascii():
        return _unmarked(plain)
    if _OTHER_SPELLING.search(plain):  # to look costs a fifteenth of translating
        plain = plain.translate(_ONE_SPELLING)
    bare = _unmarked(plain)
    return _BESIDE_HAN.sub("", bare) if " " in bare else bare


def _unmarked(plain: str) -> str:
    marks = _MARKS.match(plain)
    return plain[marks.end() if marks is not None else 0 :].rstrip(_TRAILING) or plain


def text_print(key: bytes, text: str) -> str:
    """Fingerprint of a text's normal form: equal for equal texts, meaningless without the key.

    Args:
        key: At least 16 random bytes.
        text: Any text; it is normalised here.

    Returns:
        32 lower-case hex digits.
    """
    inner, outer = _pads(key)
    message = normalise_text(text).encode("utf-8", "surrogatepass")
    return sha256(outer + sha256(inner + message).digest()).digest()[:PRINT_BYTES].hex()


@lru_cache(maxsize=1024)
def _pads(key: bytes) -> tuple[bytes, bytes]:
    """The two blocks that HMAC puts in front; kept, since a print is made for every record and a key has thousands.

    Source: RFC 2104. The standard library's `hmac.digest` sets up the same for each message, at four times the cost.
    """
    block = (sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\x00")
    return bytes(byte ^ 0x36 for byte in block), bytes(byte ^ 0x5C for byte in block)


def text_sketch(key: bytes, text: str) -> tuple[int, ...]:
    """Keyed MinHash sketch of a text's character shingles.

    Place i is the least of the i-th big-endian 32-bit words of SHAKE128(key ‖ shingle) over all shingles of three
    characters of the normal form.

    Returns:
        64 unsigned 32-bit numbers; the share of equal places of two sketches under one key estimates the Jaccard
        similarity of the texts.

    Source: Broder, "On the resemblance and containment of documents", 1997.
    """
    normal = normalise_text(text)
    shingles = {normal[i : i + SHINGLE] for i in range(max(1, len(normal) - SHINGLE + 1))}
    least = _GUARDS - (_GUARDS >> _LANES - 1)  # more than any word, in every lane
    for shingle in shingles:
        # The minimum of all places at once. A lane's guard bit stays where ours is not smaller than theirs.
        theirs = _words(key, shingle)
        not_smaller = ((least | _GUARDS) - theirs) & _GUARDS
        take = not_smaller - (not_smaller >> _LANES - 1)
        least ^= (least ^ theirs) & take
    return struct.unpack(_LANE_FORMAT, least.to_bytes(_LANES // 8 * SKETCH_SIZE, "big"))


_LANES = 64
"""Bits for each 32-bit word of a sketch while it is worked out: the word, and room for a guard bit above it."""
_LANE_FORMAT = f">{SKETCH_SIZE}Q"
_GUARDS = sum(1 << _LANES * place + _LANES - 1 for place in range(SKETCH_SIZE))


@lru_cache(maxsize=16_384)
def _words(key: bytes, shingle: str) -> int:
    """The 64 words of a shingle, one a lane. Kept, since a language has few shingles: about 10 MB when full."""
    raw = shake_128(key + shingle.encode("utf-8", "surrogatepass")).digest(4 * SKETCH_SIZE)
    return int.from_bytes(struct.pack(_LANE_FORMAT, *struct.unpack(f">{SKETCH_SIZE}I", raw)), "big")


def sketch_similarity(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Share of equal places, 0 to 1; 0 for sketches of unlike length."""
    if not one or len(one) != len(other):
        return 0.0
    return sum(a == b for a, b in zip(one, other, strict=True)) / len(one)
