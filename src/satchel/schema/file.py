"""`memory_schema.yml` read: a snapshot of what it says, where each part stands, and what is wrong with its form."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from satchel.schema.finding import Finding, Severity, fingerprint_of
from satchel.schema.layout import FILE, FORMAT
from satchel.schema.shapes import MISSING, Path, Reading, near, short
from satchel.schema.snapshot import KeyEntry, NamespaceEntry, ReservedEntry, Snapshot
from satchel.schema.tree import START, Mark, Node, decoded, parse
from satchel.schema.types import BROKEN, Type, UnresolvableTypeError, resolver
from satchel.schema.values import is_format

_MOST_FINDINGS = 1000
"""Of form; a file that is something else altogether has one for each of its lines."""


@dataclass(slots=True)
class SchemaFile:
    """A file as it was read."""

    name: str
    """As it was called, for messages."""
    snapshot: Snapshot | None = None
    """None where nothing can be said about the file: damaged, empty, or no mapping."""
    findings: list[Finding] = field(default_factory=list)
    """About form alone."""
    data: dict[str, Any] = field(default_factory=dict)
    """What was read, as it is written: types keep their references."""
    marks: dict[Path, Mark] = field(default_factory=dict)
    places: dict[tuple[str, int | str], list[Path]] = field(default_factory=dict)
    """Where the keys of a number, the namespaces of a name, the reservations of a number stand."""

    def locate(self, what: tuple[str, int | str] | None, path: Path = (), occurrence: int = 0) -> Mark:
        """Where a field of an entry stands, as near as can be told; references of types are followed.

        Args:
            what: ("key", 7), ("namespace", "user"), ("reserved", 4), or None for the file itself.
            path: From there; ("type", "properties", "title").
        """
        bases = self.places.get(what, []) if what is not None else [()]
        if not bases:
            return self.marks.get(
                ({"key": "keys", "namespace": "namespaces"}.get(what[0], "reserved") if what else "",), START
            )
        base = bases[min(occurrence, len(bases) - 1)]
        if path[:1] == ("type",):
            found = self._in_type((*base, "type"), path[1:])
            if found is not None:
                return found
        for length in range(len(path), -1, -1):
            if (*base, *path[:length]) in self.marks:
                return self.marks[*base, *path[:length]]
        return START

    def _in_type(self, at: Path, rest: Path) -> Mark | None:
        found, seen = self.marks.get(at), 0
        while True:
            written = self._value(at)
            if not isinstance(written, dict):
                return found
            if "$ref" in written and not (len(rest) == 1 and rest[0] in written) and seen < 100:
                at, seen = ("types", written["$ref"]), seen + 1
                found = self.marks.get(at, found)
                continue
            if not rest:
                return found
            # `properties` has no mark where the list of them is meant: the keyword's own is noted then.
            at, rest = (*at, rest[0]), rest[1:]
            found = self.marks.get(at, found)

    def _value(self, path: Path) -> Any:
        value: Any = self.data
        for part in path:
            if isinstance(value, dict):
                value = value.get(str(part))
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                return None
        return value


def read_schema(data: bytes | str, name: str) -> SchemaFile:
    """Read a schema; whatever is wrong with its form becomes a finding, never an exception."""
    file = SchemaFile(name)
    unreadable = False

    def report(rule: str, at: Mark, message: str) -> None:
        nonlocal unreadable
        unreadable = unreadable or rule == "FILE_UNREADABLE"
        if len(file.findings) < _MOST_FINDINGS:
            print_ = fingerprint_of(rule, None, "", "", message)
            file.findings.append(
                Finding(
                    rule=rule, severity=Severity.ERROR, file=name, line=at.line, column=at.column,
                    number=None, key=None, message=message, fingerprint=print_,
                )
            )  # fmt: skip

    text = decoded(data, report) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    root = parse(text, report) if text is not None else None
    if root is None or unreadable:
        return file
    reading = Reading(report, file.marks)
    found = _Items(root).read(reading)
    if not isinstance(found, dict):
        return file
    file.data = found
    if "keys" not in found:
        return file  # every key would be told to be gone; its finding says what is wrong with the list
    _Compiler(file, reading).compile()
    file.findings = _named(file)
    return file


def _named(file: SchemaFile) -> list[Finding]:
    """The findings of form, each with the key in whose lines it is."""
    starts = [
        (file.marks[path], int(what[1])) for what, paths in file.places.items() if what[0] == "key" for path in paths
    ]
    starts.sort(key=lambda one: (one[0].line, one[0].column))
    sections = sorted(mark.line for path, mark in file.marks.items() if len(path) == 1)
    places = [(mark.line, mark.column) for mark, _ in starts]
    found = []
    for finding in file.findings:
        place = bisect_right(places, (finding.line, finding.column)) - 1
        section = bisect_right(sections, finding.line) - 1
        if place >= 0 and section >= 0 and sections[section] <= places[place][0] and file.snapshot is not None:
            number = starts[place][1]
            key = file.snapshot.by_number.get(number)
            finding = replace(finding, number=number, key=key.name if key is not None else None)
        found.append(finding)
    return found


class _Items:
    """Reads the file so that items of lists keep their places: what could not be read stays as an empty mapping."""

    def __init__(self, root: Node) -> None:
        self.root = root

    def read(self, reading: Reading) -> Any:
        value = FILE.read(self.root, (), reading)
        if value is MISSING:
            return None
        for section in ("keys", "reserved", "exemptions"):
            node = self.root.value.get(section)
            if node is None or not isinstance(node.value, list):
                value.pop(section, None)
                continue
            if len(value.get(section, ())) != len(node.value):
                quiet = Reading(lambda *_: None)
                item: Any = FILE.fields[section].shape
                read = [item.item.read(inner, (section, place), quiet) for place, inner in enumerate(node.value)]
                value[section] = [{} if one is MISSING else one for one in read]
        return value


class _Compiler:
    """Makes the snapshot of what was read."""

    def __init__(self, file: SchemaFile, reading: Reading) -> None:
        self.file, self.data, self.reading = file, file.data, reading
        self.resolve = resolver(self.data.get("types", {}))

    def compile(self) -> None:
        data = self.data
        if data.get("format", FORMAT) != FORMAT:
            self._wrong("FIELD_VALUE", ("format",), f"format {data['format']}: this Satchel reads format {FORMAT}")
        self._types()
        for place, exemption in enumerate(data.get("exemptions", ())):
            if "expires" in exemption and not is_format(exemption["expires"], "date"):
                self._wrong("FIELD_VALUE", ("exemptions", place, "expires"), f"{exemption['expires']} is no day")
        namespaces = tuple(self._namespace(name, body) for name, body in data.get("namespaces", {}).items())
        keys = tuple(filter(None, (self._key(place, body) for place, body in enumerate(data.get("keys", ())))))
        reserved = tuple(
            filter(None, (self._reserved(place, body) for place, body in enumerate(data.get("reserved", ()))))
        )
        rendering = data.get("render", {})
        self.file.snapshot = Snapshot.of(
            schema=data.get("schema", ""), format=data.get("format", FORMAT), revision=data.get("revision", 0),
            next_number=data.get("next_number", 1), order=rendering.get("order", "number"),
            budget_tokens=rendering.get("budget_tokens"), keys=keys, namespaces=namespaces, reserved=reserved,
        )  # fmt: skip

    def _wrong(self, rule: str, path: Path, message: str) -> None:
        at = next((self.file.marks[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.file.marks), START)
        self.reading.report(rule, at, message)

    def _types(self) -> None:
        """Types that no key uses are checked as well."""
        for name in self.data.get("types", {}):
            self._resolved({"$ref": name}, ("types", name))

    def _resolved(self, written: Type, path: Path) -> Type:
        try:
            return self.resolve(written)
        except UnresolvableTypeError as error:
            # A key that uses a damaged type by its name says nothing of its own: the type has said it.
            if path[0] == "types" or written.get("$ref") not in self.data.get("types", {}):
                self._wrong(error.rule, (*path, *error.path), str(error))
            return BROKEN

    def _promises(self, body: Mapping[str, Any], namespace: Mapping[str, Any]) -> dict[str, Any]:
        """What holds for a key: said by itself, its namespace, or the defaults."""
        defaults = self.data.get("defaults", {})
        found = {}
        for name in ("owners", "retention", "sensitivity", "write"):
            for level in (body, namespace, defaults):
                if name in level:
                    found[name] = level[name]
                    break
        return found

    def _namespace(self, name: str, body: Mapping[str, Any]) -> NamespaceEntry:
        self.file.places.setdefault(("namespace", name), []).append(("namespaces", name))
        return NamespaceEntry({"name": name, **body, "promises": self._promises({}, body)})

    def _key(self, place: int, body: dict[str, Any]) -> KeyEntry | None:
        if "number" not in body or "name" not in body:
            return None
        path: Path = ("keys", place)
        self.file.places.setdefault(("key", body["number"]), []).append(path)
        namespace = body.get("in", "")
        known = self.data.get("namespaces", {})
        if namespace and namespace not in known:
            self._wrong(
                "FIELD_VALUE", (*path, "in"), f"there is no namespace {short(namespace)}{near(namespace, known)}"
            )
        self._steps(path, body.get("translate", {}))
        status = body.get("status", "active")
        if status == "active" and "deprecated" in body:
            self._wrong(
                "FIELD_VALUE", (*path, "deprecated"), f"{body['name']!r} is active and says how it is deprecated"
            )
        kept = {name: value for name, value in body.items() if name not in {"type", "in", "status"}}
        written = body.get("type")
        kind = BROKEN if written is None else self._resolved(written, (*path, "type"))
        self._embedded(path, body, kind)
        return KeyEntry(
            {
                **kept,
                "in": namespace,
                "status": status,
                "type": kind,
                **self._promises(body, known.get(namespace, {})),
            }
        )

    def _embedded(self, path: Path, body: Mapping[str, Any], kind: Type) -> None:
        """What is to be embedded is there: a property that is not would leave the key without a vector, and nobody told."""
        parts = kind.get("properties", {})
        for place, name in enumerate(body.get("embed", ())):
            if name not in parts and kind["type"] != "json":
                what = f"has no property {short(name)}{near(name, parts)}" if parts else "is no object with properties"
                self._wrong("FIELD_VALUE", (*path, "embed", place), f"embed: the type of {body['name']} {what}")

    def _steps(self, path: Path, translate: Mapping[str, Any]) -> None:
        for direction in ("up", "down"):
            step = translate.get(direction)
            if step is None:
                continue
            here = (*path, "translate", direction)
            acts = [name for name in step if name != "otherwise"]
            if len(acts) != 1:
                self._wrong("FIELD_VALUE", here, f"a translation does one thing; this says {', '.join(acts) or 'none'}")
            elif acts[0] in {"map", "pick", "split"} and "otherwise" not in step:
                self._wrong("FIELD_MISSING", here, f"{acts[0]} must say what becomes of the rest: otherwise")

    def _reserved(self, place: int, body: dict[str, Any]) -> ReservedEntry | None:
        path: Path = ("reserved", place)
        if not {"number", "name", "names"} & body.keys():
            self._wrong("FIELD_MISSING", path, "a reservation names a number and a name, or names")
            return None
        for name in ("number", *body.get("names", ())):
            what = body.get("number") if name == "number" else name
            if what is not None:
                self.file.places.setdefault(("reserved", what), []).append(path)
        if "name" in body:
            self.file.places.setdefault(("reserved", body["name"]), []).append(path)
        return ReservedEntry(body)
