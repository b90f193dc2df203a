"""What `satchel surfaces scan` finds in the copies of the schema: prompts, tools, code, memories, traces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from satchel.schema.finding import Severity
from satchel.schema.rules.registry import Category, Hit, Kind, rule
from satchel.schema.surfaces.index import Standing
from satchel.schema.surfaces.mention import SURE, How, Mention, Stranger
from satchel.schema.surfaces.surface import PAST, SHOWN
from satchel.schema.surfaces.surface import Kind as SurfaceKind

_LIGHTER: Final = {
    Severity.ERROR: Severity.WARN, Severity.WARN: Severity.INFO, Severity.INFO: Severity.INFO,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A mention with the surface that it is in."""

    mention: Mention
    kind: SurfaceKind
    where: str

    @property
    def subject(self) -> str:
        """Tells findings of one key apart: the same words in the same file are one thing to decide."""
        return f"{self.where} {self.mention.written}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What the schema says of a key and a surface, against what was found there."""

    number: int
    key: str
    surface: str
    place: int
    """In the key's list of surfaces; -1 where it is not in it."""
    mentioned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Unscanned:
    """A surface that keys name, and of which nothing was read."""

    surface: str
    number: int | None
    key: str | None
    """The first key that names it; None where it is a provider."""
    place: int
    deprecated: bool
    """Whether any key that names it is on its way out."""
    why: str


def unknown_name(stranger: Stranger, kind: SurfaceKind, where: str) -> Iterator[Hit]:
    """SURFACE_UNKNOWN_KEY of a scan. In code and data a dotted text is often something else: it must be a whole literal
    and look like a key."""
    alike = stranger.shared >= 2 or stranger.slip
    if kind in PAST or (kind not in SHOWN and not alike):
        return
    if kind in {SurfaceKind.CODE, SurfaceKind.DATA} and not stranger.alone:
        return
    severity = Severity.ERROR if kind in SHOWN else Severity.WARN if kind is SurfaceKind.CODE else Severity.INFO
    hint = f"; did you mean {stranger.near}?" if stranger.near else ""
    yield Hit(
        message=f"{stranger.written} is no key{hint}",
        new=stranger.written,
        subject=f"{where} {stranger.written}",
        severity=severity,
    )


def misspelled(sighting: Sighting) -> Iterator[Hit]:
    """SURFACE_UNKNOWN_KEY of a name that only looks like a key to people: a store finds nothing under it."""
    mention = sighting.mention
    if mention.how is not How.SPELLING or mention.confidence < SURE or mention.known.standing is not Standing.LIVE:
        return
    if sighting.kind in PAST or sighting.kind in {SurfaceKind.DOCUMENT, SurfaceKind.DATA}:
        severity = Severity.INFO
    else:
        severity = Severity.ERROR if sighting.kind in SHOWN else Severity.WARN
    shown = _visible(mention.written)
    yield Hit(
        number=mention.known.number, key=mention.known.key, new=mention.written, subject=sighting.subject, severity=severity,
        message=f"{shown} is no key; {mention.known.name} is written another way",
    )  # fmt: skip


@rule("SURFACE_DEPRECATED_KEY", Severity.ERROR, Category.BEHAVIOUR, Kind.SURFACE)
def surface_deprecated_key(sighting: Sighting) -> Iterator[Hit]:
    """A prompt, tool, few-shot, line of code or stored text names a key that is deprecated or retired.

    Why: the model reads and writes what it is shown. As long as one surface teaches the old name, the old key gets
    values that the new one never sees, and every read of it is a miss that the model fills in.

    Instead: name the successor, or render the block anew. In code a deprecated name is a warning, since a migration
    reads and writes both; a retired one is an error. In stored memories, conversations and traces it is told, not
    mended: they are the evidence that the name is still alive. What a sentence says in other words counts one step less.

    Before:
        prompts/system.md:  Read user.preferences.theme first.

    After:
        prompts/system.md:  Read user.display.theme first.
    """
    mention, known = sighting.mention, sighting.mention.known
    if known.standing is Standing.LIVE or mention.confidence < SURE:
        return
    severity = _weight(sighting.kind, retired=known.standing is Standing.RETIRED)
    if mention.how is How.PROSE:
        severity = _LIGHTER[severity]
    state = "deprecated" if known.standing is Standing.DEPRECATED else "reserved" if known.number is None else "retired"
    use = f"; use {known.successor}" if known.successor else ""
    own = f"{known.name} ({known.number})" if known.number is not None else known.name
    shown = _visible(mention.written)
    said = f"{own} is {state}{use}" if shown == known.name else f"{shown}: {own} is {state}{use}"
    yield Hit(
        number=known.number,
        key=known.key,
        new=mention.written,
        subject=sighting.subject,
        severity=severity,
        message=said,
    )


@rule("SURFACE_HANDWRITTEN", Severity.WARN, Category.BEHAVIOUR, Kind.SURFACE)
def surface_handwritten(sighting: Sighting) -> Iterator[Hit]:
    """A prompt, few-shot or tool names a key outside of the blocks that `satchel schema render` makes.

    Why: what is typed by hand stays as it is when the schema changes. The next migration has to find it, and a person
    has to change it.

    Instead: put the block there and let `satchel schema render --into FILE` fill it. Tools are rendered as whole files.
    Text that refers to a block can speak of it without the names.

    Before:
        You may store the theme in user.display.theme.

    After:
        <!-- satchel:prompt -->
        <!-- /satchel -->
    """
    mention, known = sighting.mention, sighting.mention.known
    if (
        sighting.kind not in SHOWN
        or mention.generated
        or known.standing is not Standing.LIVE
        or mention.confidence < SURE
    ):
        return
    if mention.how in {How.PROSE, How.SPELLING}:
        return
    yield Hit(
        number=known.number, key=known.key, new=mention.written, subject=sighting.subject,
        message=f"{_visible(mention.written)} is written by hand; a block of satchel schema render keeps itself current",
    )  # fmt: skip


@rule("SURFACE_UNSCANNED", Severity.WARN, Category.BEHAVIOUR, Kind.SURFACE)
def surface_unscanned(unscanned: Unscanned) -> Iterator[Hit]:
    """A key says that a surface shows it, and nothing of that surface was read.

    Why: what is not looked at may still name the key when it goes. For a key that is deprecated this is an error: the
    scan would say that nothing names it any more, and not know.

    Instead: say which files it is, in `surfaces:` at the top of the schema or with `--surface NAME=GLOB`. A prompt in a
    vendor's console or a database comes in through a provider, `--provider MODULE:CALLABLE`.

    Before:
        keys: [{name: user.display.theme, surfaces: [system_prompt], …}]

    After:
        surfaces: {system_prompt: [prompts/system.md]}
        keys: [{name: user.display.theme, surfaces: [system_prompt], …}]
    """
    yield Hit(
        number=unscanned.number, key=unscanned.key, path=("surfaces", unscanned.place) if unscanned.place >= 0 else (), new=unscanned.surface,
        subject=unscanned.surface, severity=Severity.ERROR if unscanned.deprecated else None,
        message=f"nothing of the surface {unscanned.surface} was scanned: {unscanned.why}",
    )  # fmt: skip


@rule("SURFACE_CLAIM_WRONG", Severity.WARN, Category.BEHAVIOUR, Kind.SURFACE)
def surface_claim_wrong(claim: Claim) -> Iterator[Hit]:
    """What `surfaces:` of a key says is not what was found: it is shown where it is not claimed, or the other way round.

    Why: before a key goes, its list says which prompts to change and which to replay. A list that is wrong leaves one
    out.

    Instead: correct the list, or the surface. Only keys that have a list are held to it.

    Before:
        - {name: user.display.theme, surfaces: [], …}     # and prompts/system.md names it

    After:
        - {name: user.display.theme, surfaces: [system_prompt], …}
    """
    if claim.mentioned == (claim.place >= 0):
        return
    path = ("surfaces", claim.place) if claim.place >= 0 else ("surfaces",)
    said = (
        f"{claim.key} says that {claim.surface} shows it, and it does not"
        if claim.place >= 0
        else f"{claim.surface} names {claim.key}, whose surfaces do not list it"
    )
    yield Hit(
        number=claim.number,
        key=claim.key,
        path=path,
        old=claim.place >= 0,
        new=claim.mentioned,
        subject=claim.surface,
        message=said,
    )


def _weight(kind: SurfaceKind, *, retired: bool) -> Severity:
    """How much a dead name weighs in a surface of this kind."""
    if kind in SHOWN:
        return Severity.ERROR
    if kind is SurfaceKind.CODE:
        return Severity.ERROR if retired else Severity.WARN
    if kind is SurfaceKind.DOCUMENT:
        return Severity.INFO
    if kind is SurfaceKind.DATA:
        return Severity.WARN
    return Severity.WARN if retired else Severity.INFO


def _visible(text: str) -> str:
    """A name with what nobody sees, and letters of other alphabets, spelled out."""
    return "".join(char if char.isascii() or _is_han(char) else f"\\u{ord(char):04x}" for char in text)


def _is_han(char: str) -> bool:
    return "\u2e80" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af"
