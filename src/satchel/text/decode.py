"""Bytes of unknown origin → text, with the encoding that was used and a count of what could not be read.

Nothing is replaced or guessed silently: each byte sequence that the encoding does not have becomes U+FFFD and is
counted, and a guess from plausibility alone says so.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from satchel.text.encodings import LEGACY, plausibility

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
_MAGIC = (
    b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ\x00", b"7z\xbc\xaf", b"%PDF-",
    b"\x93NUMPY", b"SQLite format 3\x00", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"PAR1",
)  # fmt: skip
_PICKLE = re.compile(rb"\x80[\x02-\x05](?:\x95|[}\]q(c])", re.DOTALL)
_CONTROL_BYTES = re.compile(rb"[\x01-\x07\x0e-\x1a\x1c-\x1f\x7f]")
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH_LINE = re.compile(rb"[^\n]*[\x80-\xff][^\n]*")
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_BELIEVABLE = 0.25
_SAMPLE_BYTES = 65_536
_MARKER = "\udfff"
"""What the error handler puts in. No decoder yields a lone surrogate by itself, so it can be counted afterwards even
where the text holds U+FFFD of its own."""


def _mark(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return _MARKER, error.end


codecs.register_error("satchel.mark", _mark)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """Text read from bytes."""

    text: str
    """Without a byte order mark."""
    encoding: str
    """The Python codec that read it. `utf-8+gb18030`: some lines in one, some in the other."""
    replaced: int
    """How many byte sequences could not be read and are U+FFFD now."""
    certain: bool
    """False when the encoding was only the most plausible one."""


class Decoder:
    """Decode a large file piece by piece.

    >>> decoder = Decoder("gb18030")
    >>> decoder.feed(b"\\xb2") + decoder.feed(b"\\xe8", final=True)
    '茶'
    """

    def __init__(self, encoding: str) -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="satchel.mark")
        self._at_start = True
        self.replaced = 0

    def feed(self, data: bytes, *, final: bool = False) -> str:
        """The text of these bytes, as far as it is complete; `final` flushes what is cut off at the end."""
        text = self._decoder.decode(data, final)
        if self._at_start and text:
            text = text.removeprefix("\ufeff")
            self._at_start = False
        self.replaced += text.count(_MARKER)
        return text.replace(_MARKER, "\ufffd")


def is_binary(sample: bytes) -> bool:
    """Whether the first bytes of a file (some kilobytes) are no text in any encoding. Empty is text."""
    if sample.startswith(_MAGIC) or _PICKLE.match(sample):
        return True
    if _bom(sample) or _wide_without_bom(sample):
        return False
    if max(_score_wide(sample, "utf-16-le"), _score_wide(sample, "utf-16-be")) > 2 * _BELIEVABLE:
        return False
    # Blocks of NULs are what a power cut leaves in a log: text all the same while they are the smaller part.
    written = sample.replace(b"\0", b"")
    if len(written) < 0.7 * len(sample):
        return True
    if len(written) < len(sample) and not _is_utf8(written, truncated=True):
        return True
    return len(_CONTROL_BYTES.findall(written)) > 0.02 * len(written)


def detect_encoding(sample: bytes, *, truncated: bool, at_start: bool = True) -> str:
    """The Python codec to read a file with.

    Args:
        sample: The file, or its first bytes; 64 KB are plenty.
        truncated: Whether the file goes on after the sample, so that a cut code point at its end is no fault.
        at_start: Whether the sample is the beginning of the file. A byte order mark is one only there, and a file that
            begins as ASCII is not UTF-16 further on.

    Returns:
        `utf-8` also for plain ASCII; UTF-8 also when a few sequences in it are broken. Without a byte order mark,
        UTF-16 is told by its NULs or common Chinese, other encodings by how plausible their text is.
    """
    return _detect(sample, truncated=truncated, at_start=at_start)[0]


def decode(data: bytes) -> Decoded:
    """Read a whole file.

    Lines of one file may differ: where some are UTF-8 and others are not, each is read by itself.
    """
    start = _sample_start(data)
    sample = data[start : start + _SAMPLE_BYTES]
    encoding, certain = _detect(sample, truncated=start + len(sample) < len(data), at_start=start == 0)
    if encoding in {"utf-8", "utf-8-sig"} or not certain:
        if _is_utf8(data, truncated=False):
            encoding, certain = ("utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"), True
        else:
            mixed = _decode_mixed(data)
            if mixed:
                return mixed
    decoder = Decoder(encoding)
    text = decoder.feed(data, final=True)
    return Decoded(text=text, encoding=encoding, replaced=decoder.replaced, certain=certain)


def _sample_start(data: bytes) -> int:
    """Where to look: at the front, unless that is plain ASCII and the first telling line comes later."""
    front = data[:_SAMPLE_BYTES]
    if not front.isascii() or b"\0" in front:
        return 0
    telling = _HIGH_BYTE.search(data)
    return data.rfind(b"\n", 0, telling.start()) + 1 if telling else 0


def _detect(sample: bytes, *, truncated: bool, at_start: bool = True) -> tuple[str, bool]:
    """The codec, and whether it is certain."""
    wide = (_bom(sample) or _wide_without_bom(sample)) if at_start else None
    if wide:
        return wide, True
    if _is_utf8(sample, truncated=truncated):
        return "utf-8", True
    if _is_mostly_utf8(sample):
        return "utf-8", True
    if _has_letters_of_gb18030(sample, truncated=truncated):
        return "gb18030", False
    scores = {encoding: _score(sample, encoding, truncated=truncated) for encoding in LEGACY}
    chinese = max(_score_wide(sample, "utf-16-le"), _score_wide(sample, "utf-16-be")) if at_start else 0.0
    best = max(LEGACY, key=lambda encoding: scores[encoding] + (0.05 if encoding == "gb18030" else 0.0))
    if chinese > max(scores[best], _BELIEVABLE):
        return max(("utf-16-le", "utf-16-be"), key=lambda encoding: _score_wide(sample, encoding)), False
    if scores[best] >= _BELIEVABLE:
        return best, False
    # Nothing is convincing. A Chinese reading without a fault is the best guess, else what reads any byte.
    return ("gb18030" if scores["gb18030"] > 0 else "cp1252"), False


def _bom(sample: bytes) -> str | None:
    return next((encoding for mark, encoding in _BOMS if sample.startswith(mark)), None)


def _is_utf8(data: bytes, *, truncated: bool) -> bool:
    return _strict(data, "utf-8", truncated=truncated) is not None


_LETTERS = re.compile(rb"[\x81-\x84][\x30-\x39][\x81-\xfe][\x30-\x39]|[A-Za-z]\xa8[\xa1-\xc0]")
"""Letters beside Chinese as GB18030 writes them: two high bytes, each with a digit behind it, or, for the vowels of
pinyin (the é of Café), two bytes the first of which would be a lone diaeresis elsewhere."""


def _has_letters_of_gb18030(sample: bytes, *, truncated: bool) -> bool:
    """Whether the only high bytes are letters as GB18030 writes them, such among them: English with a few names in it."""
    text = _strict(sample, "gb18030", truncated=truncated) if _LETTERS.search(sample) else None
    foreign = {char for char in text or "" if char > "\x7f"}
    return bool(foreign) and all(char.isalpha() and char < "\u0530" for char in foreign)


def _strict(data: bytes, encoding: str, *, truncated: bool) -> str | None:
    """The text, or None when a byte sequence does not fit."""
    try:
        if not truncated:
            return data.decode(encoding)
        return codecs.getincrementaldecoder(encoding)("strict").decode(data, not truncated)
    except UnicodeDecodeError:
        return None


def _wide_without_bom(sample: bytes) -> str | None:
    """UTF-32 or UTF-16 by where the NULs of its ASCII characters are."""
    if b"\0" not in sample:
        return None
    quarter = max(1, len(sample) // 4)
    nulls = [sample[place::4].count(0) / quarter for place in range(4)]
    for encoding, empty in (("utf-32-le", (2, 3)), ("utf-32-be", (0, 1))):
        filled = nulls[0] if encoding == "utf-32-le" else nulls[3]
        if min(nulls[empty[0]], nulls[empty[1]]) > 0.95 and filled < 0.5:
            return encoding if _strict(sample, encoding, truncated=True) is not None else None
    half = max(1, len(sample) // 2)
    even, odd = sample[::2].count(0) / half, sample[1::2].count(0) / half
    # The empty half decides for ASCII; Chinese has characters that end in a NUL byte too (开), so the text must do as well.
    by_share = sorted((("utf-16-le", odd, even), ("utf-16-be", even, odd)), key=lambda each: -each[1])
    for encoding, high, low in by_share:
        if high > max(0.02, low):
            text = _strict(sample, encoding, truncated=True)
            if text is not None and _looks_like_text(text):
                return encoding
    return None


def _looks_like_text(text: str) -> bool:
    """Whether hardly any character is a control character, and the foreign ones are a believable language."""
    controls = sum(1 for char in text if char < "\x20" and char not in "\t\n\r\f\x1b")
    if controls > 0.02 * len(text):
        return False
    latin = sum(1 for char in text if char < "\u0250")
    foreign = "".join(char for char in text if char >= "\u0250")
    if latin >= 0.7 * len(text):
        return True
    return max(plausibility(foreign, encoding) for encoding in LEGACY) >= _BELIEVABLE


def _is_mostly_utf8(sample: bytes) -> bool:
    """UTF-8 with a few broken places: a cut line, a lost byte. Legacy text hardly ever has valid long sequences."""
    valid = len(_MULTIBYTE.findall(sample))
    high_left = sum(1 for byte in _MULTIBYTE.sub(b"", sample) if byte > 0x7F)
    return valid >= 5 and high_left * 10 <= valid


def _score(sample: bytes, encoding: str, *, truncated: bool) -> float:
    text = _strict(sample, encoding, truncated=truncated)
    if text is None:
        # A broken place here and there is still better read in the right encoding.
        text = sample.decode(encoding, "satchel.mark")
        broken = text.count(_MARKER)
        foreign = sum(1 for char in text if char > "\x7f")
        if broken * 10 > foreign:
            return -1.0
        return plausibility(text.replace(_MARKER, ""), encoding) - 3 * broken / foreign
    return plausibility(text, encoding)


def _score_wide(sample: bytes, encoding: str) -> float:
    """Chinese in UTF-16 without a mark: there need be no NUL in it."""
    if len(sample) < 4:
        return -1.0
    text = _strict(sample, encoding, truncated=True)
    if not text or any(char < "\x20" and char not in "\t\n\r" for char in text):
        return -1.0
    return plausibility(text, "gb18030") if any(char > "\x7f" for char in text) else -1.0


def _decode_mixed(data: bytes) -> Decoded | None:
    """A file some of whose lines are UTF-8 and others are not; None when it is not that."""
    valid: list[bytes] = []
    foreign: list[bytes] = []
    for line in _HIGH_LINE.findall(data):
        (valid if _is_utf8(line, truncated=False) else foreign).append(line)
    telling = sum(1 for line in valid if len(_MULTIBYTE.findall(line)) >= 3)
    if not telling or telling * 2 < len(valid):
        return None
    legacy = b"\n".join(line for line in foreign if not _is_mostly_utf8(line))
    encoding = detect_encoding(legacy, truncated=False, at_start=False) if legacy else "utf-8"
    text: list[str] = []
    replaced = 0
    for line in data.removeprefix(codecs.BOM_UTF8).split(b"\n"):
        own = "utf-8" if _is_utf8(line, truncated=False) or _is_mostly_utf8(line) else encoding
        decoder = Decoder(own)
        text.append(decoder.feed(line, final=True))
        replaced += decoder.replaced
    name = "utf-8" if encoding == "utf-8" else f"utf-8+{encoding}"
    return Decoded(text="\n".join(text), encoding=name, replaced=replaced, certain=encoding == "utf-8")
