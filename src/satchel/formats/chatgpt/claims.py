"""Which files are a ChatGPT export: known by what they hold, and what lies beside them by its name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from satchel.formats.documents import HEAD
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Claim
from satchel.text.decode import decode

TOOL = "chatgpt"
_TREE = re.compile(r'"mapping"\s*:\s*\{')
_NODE = ('"message"', '"parent"', '"children"')
_SPEAKER = re.compile(r'"author"\s*:\s*\{[^{}]*"role"|"content_type"\s*:\s*"')
_FIELDS = tuple(
    f'"{name}"'
    for name in (
        "current_node conversation_id default_model_slug moderation_results safe_urls is_do_not_remember gizmo_id"
        " conversation_template_id disabled_tool_ids memory_scope"
    ).split()
)
_SHARD = re.compile(r"conversations?[-_. ]?\d+\.json", re.IGNORECASE)
_MEMORY_FILE = re.compile(r"(?:saved[-_ ]?|user[-_ ]?|chatgpt[-_ ]?)?memor(?:y|ies)(?:[-_ ]?\d+)?\.json", re.IGNORECASE)
_OBJECT = re.compile(r"\{")
_TIMES = frozenset("created_at updated_at create_time update_time timestamp created updated".split())


@dataclass(frozen=True, slots=True)
class Beside:
    """A kind of file that an export holds beside the conversations."""

    name: re.Pattern[str]
    """Of the file, relative to the export."""
    reason: str
    packed: bool
    """Whether a name so common is ChatGPT's in an archive alone."""


def _beside(name: str, reason: str, *, packed: bool = False) -> Beside:
    return Beside(re.compile(name, re.IGNORECASE), reason, packed)


BESIDE = (
    _beside(r"user\.json", "account data: name, address, telephone; never a memory"),
    _beside(r"user_settings\.json", "settings of the account"),
    _beside(r"chat\.html", "the same conversations as a page"),
    _beside(r"message_feedback\.json", "thumbs up and down, said to ChatGPT's makers"),
    _beside(r"shared_conversations\.json", "which conversations were shared under a link"),
    _beside(r"group_chats\.json", "chats with other people: what they wrote is not taken"),
    _beside(r"model_comparisons\.json", "answers that were put side by side to choose from"),
    _beside(r"(?:shopping|sora|tool_messages)\.json", "what another feature of ChatGPT kept"),
    _beside(r"(?:tasks?|library_files)\.json", "what another feature of ChatGPT kept", packed=True),
    _beside(r"(?:export_manifest|conversation_asset_file_names)\.json", "which files the export holds"),
    _beside(r"(?:readme|report)\.(?:txt|md|html)", "about the export itself", packed=True),
    _beside(r"textdocs/.+", "a document that was written with ChatGPT; no memory"),
    _beside(r"(?:dalle-generations|user-[A-Za-z0-9]{16,})/.+", "a picture"),
    _beside(r"(?:images?|assets|sora|user-[^/]+)/.+", "a picture", packed=True),
    _beside(r"[0-9a-f-]{36}/audio/.+", "a sound"),
    _beside(r"(?:[^/]+/)?audio/.+", "a sound", packed=True),
    _beside(r"(?:[^/]+/)?[^/]+\.dat", "a picture, a sound or a file; no memory", packed=True),
    _beside(
        r"(?:[^/]+/)?file[-_](?=[A-Za-z]*\d)[A-Za-z0-9]{6,}[^/]*",
        "a file that was sent to or made by ChatGPT; no memory",
    ),
)


def find_claims(files: Sequence[SourceFile]) -> Iterator[Claim]:
    """The exports among these files, one claim for each place."""
    talks = [file for file in files if _looks(file, is_conversations)]
    places = _places(talks)
    taken = {file.name for file in talks}
    for roots, mine in places.items():
        inside = [file for file in files if file.name not in taken and _root_of(file.name, places) in roots]
        saved = [file for file in inside if _is_memory_file(file, strict=False)]
        others = [file for file in inside if file not in saved and beside(file, roots) is not None]
        taken |= {file.name for file in (*saved, *others)}
        evidence = [f"{len(mine)} files of conversations as trees from `current_node` up"]
        evidence += [f"{file.name}: a list of saved memories" for file in saved]
        yield Claim(
            tool=TOOL,
            layout="shards" if len(mine) > 1 else "data export" if others or saved else "conversations",
            files=(*sorted(mine, key=_in_order), *saved, *others),
            confidence=0.95,
            evidence=tuple(evidence),
            root=roots[0] if len(roots) == 1 else "",
        )
    for file in files:
        if file.name not in taken and _is_memory_file(file, strict=True):
            evidence = ["objects of `content`, `enabled` and times"]
            yield Claim(tool=TOOL, layout="memory.json", files=(file,), confidence=0.6, evidence=tuple(evidence))


@dataclass(frozen=True, slots=True)
class Sorted:
    """The files of a claim by what they are."""

    talks: tuple[SourceFile, ...]
    saved: tuple[SourceFile, ...]
    beside: tuple[tuple[SourceFile, Beside], ...]


def sort_files(files: Sequence[SourceFile]) -> Sorted:
    """Tell the files of one claim apart."""
    talks = [file for file in files if _looks(file, is_conversations)]
    others = [file for file in files if file not in talks]
    saved = [file for file in others if _is_memory_file(file, strict=False)]
    roots = sorted({_folder(file.name) for file in talks}, key=len)
    found = [(file, kind) for file in others if file not in saved and (kind := beside(file, roots))]
    return Sorted(tuple(talks), tuple(saved), tuple(found))


def is_conversations(head: str) -> bool:
    """Whether a file that starts so holds ChatGPT's conversations."""
    fields = sum(field in head for field in _FIELDS)
    tree = _TREE.search(head) is not None and sum(name in head for name in _NODE) >= 2
    return (
        fields >= 3
        or (fields == 2 and '"create_time"' in head)
        or (tree and (fields > 0 or _SPEAKER.search(head) is not None))
    )


def is_saved_memories(head: str, *, strict: bool) -> bool:
    """Whether a file that starts so is a list of saved memories: objects of `content`, times and, when strict, `enabled`."""
    first = _first_objects(head)
    good = sum(
        isinstance(item.get("content"), str)
        and bool(item.keys() & _TIMES)
        and (isinstance(item.get("enabled"), bool) or not strict)
        for item in first
    )
    return good * 2 > len(first)


def beside(file: SourceFile, roots: Sequence[str]) -> Beside | None:
    """What a file of an export is, beside the conversations and the memories; None when it is not the export's."""
    root = next((root for root in roots if file.name.startswith(root)), "")
    kind = next((kind for kind in BESIDE if kind.name.fullmatch(file.name[len(root) :])), None)
    if kind is None or "!" in root:
        return kind  # in an export's archive a name says enough
    if kind.packed or (kind is BESIDE[0] and not _looks(file, _is_account)):
        return None
    return kind


def _is_account(head: str) -> bool:
    return '"chatgpt_plus_user"' in head or '"user-' in head


def _is_memory_file(file: SourceFile, *, strict: bool) -> bool:
    named = _MEMORY_FILE.fullmatch(_name(file.name))
    return bool(named) and _looks(file, lambda head: is_saved_memories(head, strict=strict))


def _looks(file: SourceFile, test: Callable[[str], bool]) -> bool:
    try:
        raw = file.head(HEAD)
    except OSError:
        return False
    head = decode(raw).text if b"\x00" in raw[:64] else raw.decode("utf-8", "replace")
    head = head.removeprefix("\ufeff").lstrip()
    return head[:1] in {"[", "{"} and test(head)


def _places(talks: Sequence[SourceFile]) -> dict[tuple[str, ...], list[SourceFile]]:
    """The files of conversations by the export that they belong to, which is named by where it lies.

    A subfolder `conversations` belongs to the export around it, and archives that hold numbered parts are one export.
    """
    folders: dict[str, list[SourceFile]] = {}
    for file in talks:
        folders.setdefault(_folder(file.name), []).append(file)
    exports: dict[str, dict[str, list[SourceFile]]] = {}
    for folder, files in folders.items():
        outer = re.sub(r"conversations/$", "", folder)
        root = outer if outer in folders else folder
        names = {_name(file.name) for file in files}
        parted = root.endswith("!") and all(map(_SHARD.fullmatch, names))
        together = _folder(root[:-1]) + "\x00"
        there = {_name(file.name) for others in exports.get(together, {}).values() for file in others}
        export = together if parted and names.isdisjoint(there) else root
        exports.setdefault(export, {}).setdefault(root, []).extend(files)
    return {tuple(roots): [file for files in roots.values() for file in files] for roots in exports.values()}


def _root_of(name: str, places: Iterable[tuple[str, ...]]) -> str | None:
    """The nearest export around a file."""
    around = [root for roots in places for root in roots if name.startswith(root)]
    return max(around, key=len, default=None)


def _folder(name: str) -> str:
    """Up to and with the last `/` or `!`."""
    return name[: max(name.rfind("/"), name.rfind("!")) + 1]


def _name(name: str) -> str:
    return name[len(_folder(name)) :]


def _in_order(file: SourceFile) -> tuple[str, list[int], str]:
    """Shards in the order of their numbers."""
    return _folder(file.name), [int(number) for number in re.findall(r"\d{1,9}", _name(file.name))], file.name


def _first_objects(head: str, most: int = 5) -> list[dict[str, Any]]:
    """The first elements of a document's list."""
    found: list[dict[str, Any]] = []
    at = max(head.find("["), 0)  # of an object that holds the list, its first list
    decoder = json.JSONDecoder()
    while len(found) < most and (start := _OBJECT.search(head, at)):
        try:
            value, at = decoder.raw_decode(head, start.start())
        except (ValueError, RecursionError):
            break
        if isinstance(value, dict):
            found.append(value)
    return found
