"""Which calls of tools are operations on memories, and on which key: told from the shape of a call.

No list of products: a name that says what is done (put, save, recall, forget …) and that it is done to a memory, or
arguments that can mean nothing else (`key` with `value`; a path below a folder of memories). What is told wrongly is put
right by hand: `Override`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from satchel.traces.memory_paths import is_memory_folder, is_memory_path
from satchel.traces.model import WRITES, Operation
from satchel_protocol.errors import InvalidScopeError, UsageError
from satchel_protocol.record import UNSET
from satchel_protocol.scope import make_scope, scope_of_namespace

_HUMPS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_VERBS: Final[dict[str, Operation]] = {
    **dict.fromkeys("put set write store save remember upsert create update memorize persist record overwrite rethink manage".split(), Operation.PUT),
    **dict.fromkeys("append add insert observe".split(), Operation.APPEND),
    **dict.fromkeys("replace edit patch".split(), Operation.EDIT),
    **dict.fromkeys("get read retrieve recall view fetch load open lookup".split(), Operation.GET),
    **dict.fromkeys("search query find".split(), Operation.SEARCH),
    **dict.fromkeys("list keys".split(), Operation.LIST),
    **dict.fromkeys("delete remove forget clear erase unset drop del".split(), Operation.DELETE),
    **dict.fromkeys(("rename", "move"), Operation.RENAME),
}  # fmt: skip
_WEAK_VERBS: Final = frozenset({"store", "record", "keys", "open", "query"})
"""Nouns as well: `store.put` puts, and only `store` alone stores."""
_MEMORY_VERBS: Final = frozenset("remember memorize recall forget".split())
"""Done to nothing but a memory."""
_MEMORY_NOUNS: Final = frozenset("memory memories mem preference preferences".split())
_STORES: Final = ("core", "archival")
"""Of which one agent has several; nouns of a memory where the arguments say so too."""
_STORED: Final = frozenset("key label content text query".split())
_PLAIN_NOUNS: Final = frozenset("store key keys value kv item items entry data state".split())
"""Say nothing of what is stored: `kv_set(key, value)` is a memory by its arguments alone."""
_OTHER_NOUNS: Final = frozenset(
    "usage limit limits info stats size bytes gpu ram heap leak leaks pressure password passwords".split()
)
"""Memory of a machine, and what people forget."""
_FIXED: Final[dict[str, tuple[Operation, str]]] = {
    # Tools of MCP's knowledge graph: what they take are lists of things that have names.
    "create_entities": (Operation.PUT, "entities"),
    "add_observations": (Operation.APPEND, "observations"),
    "delete_entities": (Operation.DELETE, "entityNames"),
    "delete_observations": (Operation.EDIT, "deletions"),
    "open_nodes": (Operation.GET, "names"),
}
_COMMANDS: Final = ("command", "action", "operation", "op")
_KEYS: Final = (
    "key", "memory_key", "key_name", "path", "file_path", "label", "block_label", "slot", "field", "attribute", "topic",
    "title", "name", "old_path", "old_key", "id", "memory_id", "record_id",
)  # fmt: skip
_VALUES: Final = (
    "value", "new_value", "new_memory", "file_text", "content", "contents", "text", "new_content", "new_text", "memory",
    "fact", "facts", "observation", "observations", "data", "body", "note", "information", "preferences", "preference",
    "new_str", "insert_text", "input",
)  # fmt: skip
_NAMED: Final = re.compile(
    r"(?:memory|fact|entry|note|slot|block|record|item|preference|attribute|field|setting)_(?:key|name|path|label|title|file|file_name)"
)
_SAYS_NOTHING: Final = re.compile(
    r"(?:^|_)(?:id|ids|command|action|operation|op|namespace|collection|bucket|scope|user|agent|session|tags?|type|category|limit|k|reason|"
    r"importance|priority|ttl|metadata|meta|confirm|overwrite|dry_run|names|folder|project|line|mode)(?:_|$)"
)
"""Arguments that are never the value."""
_PARTS: Final = frozenset(
    "old_str new_str old_string new_string insert_text insert_line old_content old_text old_value".split()
)
"""Arguments that exchange a part of a value."""
_NEW_KEYS: Final = ("new_path", "new_key", "new_name")
_NAMESPACES: Final = ("namespace", "collection", "bucket")


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What one call does to one memory."""

    operation: Operation
    key: str | None = None
    value: Any = UNSET
    new_key: str | None = None
    scope: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """What a person says about a tool."""

    operation: Operation | None
    """None: it has nothing to do with memories."""
    key: str = ""
    """The argument that holds the key."""
    value: str = ""
    namespace: str = ""


def read_override(text: str) -> tuple[str, Override]:
    """`NAME=put:key_argument,value_argument,namespace_argument` or `NAME=ignore`.

    Raises:
        UsageError: it is none of the two.
    """
    name, equals, rest = text.partition("=")
    what, _, names = rest.partition(":")
    arguments = [one.strip() for one in names.split(",")] if names else []
    if not name or not equals or len(arguments) > 3:
        raise UsageError(f"--tool {text!r}: write NAME=put:KEY_ARGUMENT,VALUE_ARGUMENT or NAME=ignore")
    if what == "ignore":
        return name, Override(operation=None)
    try:
        operation = Operation(what)
    except ValueError:
        raise UsageError(f"--tool {text!r}: {what!r} is none of {', '.join(Operation)}, ignore") from None
    key, value, namespace = [*arguments, "", "", ""][:3]
    return name, Override(operation=operation, key=key, value=value, namespace=namespace)


def operations_of(
    name: str, arguments: Mapping[str, Any] | None, overrides: Mapping[str, Override] | None = None
) -> list[Called]:
    """What a call does to memories; nothing for a call that has to do with something else.

    A call whose arguments were not kept is told as an operation on an unknown key.
    """
    said = (overrides or {}).get(name)
    if said is not None:
        return [_overridden(said, arguments or {})] if said.operation is not None else []
    bare = name.rsplit("__", 1)[-1]  # mcp__server__tool
    words = _words(bare)
    if bare in _FIXED:
        fixed, field = _FIXED[bare]
        return list(_of_things(fixed, (arguments or {}).get(field)))
    arguments = _plainly_named(arguments)
    operation = _operation(words, arguments)
    if operation is None or not _is_memory(words, arguments):
        return []
    return list(_plain(operation, words, arguments or {}))


def _plainly_named(arguments: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Arguments by their names in one spelling: `filePath` and `FilePath` are file_path."""
    if arguments is None:
        return None
    named: dict[str, Any] = {}
    for name, value in arguments.items():
        named.setdefault("_".join(_words(name)) or name, value)
    return named


def _words(name: str) -> list[str]:
    return [word.lower() for part in re.split(r"[\W_]+", name) for word in _HUMPS.findall(part)]


def _operation(words: list[str], arguments: Mapping[str, Any] | None) -> Operation | None:
    """What is done: said by an argument (`command: view`), else by the name."""
    for name in _COMMANDS:
        said = (arguments or {}).get(name)
        verbs = [word for word in _words(said) if word in _VERBS] if isinstance(said, str) and len(said) < 40 else []
        if verbs:
            return _VERBS[verbs[-1]]
    found = [word for word in words if word in _VERBS]
    strong = [word for word in found if word not in _WEAK_VERBS]
    if "list" in strong or words[-1:] == ["keys"]:
        return Operation.LIST
    if "search" in strong:
        return Operation.SEARCH
    return _VERBS[(strong or found)[0]] if found else None


def _is_memory(words: list[str], arguments: Mapping[str, Any] | None) -> bool:
    if _OTHER_NOUNS & set(words):
        return False
    if _MEMORY_VERBS & set(words) or _MEMORY_NOUNS & set(words):
        return True
    given = arguments or {}
    if set(_STORES) & set(words) and _STORED & given.keys():
        return True
    path = given.get("path", given.get("file_path", given.get("old_path")))
    if isinstance(path, str) and is_memory_path(path):
        return True
    rest = [word for word in words if word not in _VERBS and word not in _PLAIN_NOUNS]
    return not rest and isinstance(given.get("key"), str)


def _plain(operation: Operation, words: list[str], arguments: Mapping[str, Any]) -> Iterator[Called]:
    scope = _scope(words, arguments)
    key_name = next((one for one in _KEYS if _is_key(arguments.get(one))), None)
    if key_name is None:
        key_name = next((one for one in arguments if _NAMED.fullmatch(one) and _is_key(arguments[one])), None)
    key = str(arguments[key_name]) if key_name is not None else None
    value_name = next((one for one in _VALUES if one != key_name and arguments.get(one) is not None), None)
    if value_name is None and operation in WRITES and key is not None:
        # Whatever its name: the one argument beside the key that says anything.
        rest = [one for one in arguments if one != key_name and not _SAYS_NOTHING.search(one) and one not in _PARTS]
        value_name = rest[0] if len(rest) == 1 else None
    value = _decoded(arguments[value_name]) if value_name is not None else UNSET
    if operation is Operation.RENAME:
        new = next((arguments[one] for one in _NEW_KEYS if _is_key(arguments.get(one))), None)
        yield Called(operation=operation, key=key, new_key=str(new) if new is not None else None, scope=scope)
        return
    if operation in {Operation.PUT, Operation.APPEND, Operation.EDIT}:
        operation = _kind_of_write(operation, words, arguments, key, value)
        if key is None and isinstance(value, Mapping) and value:
            # {"theme": "dark", "language": "en"}: the names are the keys.
            for inner, one in value.items():
                yield Called(operation=Operation.PUT, key=str(inner) or None, value=one, scope=scope)
            return
        if operation is Operation.EDIT:
            value = UNSET
        yield Called(operation=operation, key=key, value=value, scope=scope)
        return
    if operation is Operation.GET and (key is None or is_memory_folder(key)):
        operation = Operation.SEARCH if arguments.get("query") is not None else Operation.LIST
    if operation in {Operation.SEARCH, Operation.LIST}:
        key = None
    yield Called(operation=operation, key=key, scope=scope)


def _kind_of_write(
    operation: Operation, words: list[str], arguments: Mapping[str, Any], key: str | None, value: Any
) -> Operation:
    """`add(key, value)` and `replace(key, value)` put a whole value; with an old part beside it only a part changes."""
    if _PARTS & arguments.keys() and "value" not in arguments:
        return Operation.APPEND if "insert_text" in arguments else Operation.EDIT
    if "append" in words:
        return Operation.APPEND
    if operation is Operation.EDIT or (operation is Operation.APPEND and key is not None):
        return Operation.PUT if value is not UNSET else operation
    return operation


def _of_things(operation: Operation, things: Any) -> Iterator[Called]:
    """Entities with names: the name says which one it is, its type what it is."""
    for thing in things if isinstance(things, list) else ():
        if isinstance(thing, str):
            yield Called(operation=operation, key=f"entity[{_item(thing)}]")
        elif isinstance(thing, Mapping):
            name = thing.get("name", thing.get("entityName"))
            kind = thing.get("entityType")
            if isinstance(name, str):
                what = "_".join(_words(kind)) if isinstance(kind, str) else ""
                seen = thing.get("observations", thing.get("contents", UNSET))
                value = UNSET if operation is Operation.EDIT else seen
                yield Called(operation=operation, key=f"{what or 'entity'}[{_item(name)}]", value=value)


def _overridden(said: Override, arguments: Mapping[str, Any]) -> Called:
    key = arguments.get(said.key)
    assert said.operation is not None
    value = _decoded(arguments[said.value]) if said.value in arguments else UNSET
    namespace = arguments.get(said.namespace) if said.namespace else None
    return Called(
        operation=said.operation,
        key=str(key) if _is_key(key) else None,
        value=value,
        scope=_of_namespace(namespace) if namespace is not None else "",
    )


def _is_key(value: Any) -> bool:
    return (isinstance(value, str) and bool(value.strip()) and len(value) <= 512) or (
        isinstance(value, int) and not isinstance(value, bool)
    )


def _item(name: str) -> str:
    return re.sub(r"[\[\]]", "_", name)


def _decoded(value: Any) -> Any:
    """An object or list that a model wrote as a text is what it says."""
    if isinstance(value, str) and value[:1] in "{[" and value[-1:] in "}]":
        import json

        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _scope(words: list[str], arguments: Mapping[str, Any]) -> str:
    for name in _NAMESPACES:
        if arguments.get(name):
            return _of_namespace(arguments[name])
    user = arguments.get("user_id", arguments.get("userId"))
    if isinstance(user, str | int) and str(user):
        return _made("user", str(user))
    store = next((word for word in words if word in _STORES), None)
    return _made("ns", store) if store is not None else ""


def _of_namespace(value: Any) -> str:
    """Of a tuple, or of a text that joins one with dots or slashes."""
    parts = value if isinstance(value, list | tuple) else re.split(r"[./]", str(value))
    labels = [str(part) for part in parts if str(part).strip()]
    try:
        return scope_of_namespace(labels) if labels else ""
    except InvalidScopeError:
        return ""


def _made(kind: str, *labels: str) -> str:
    try:
        return make_scope(kind, *labels)
    except InvalidScopeError:
        return ""
