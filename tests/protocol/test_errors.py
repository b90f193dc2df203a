"""The tree of errors as it is drawn, and codes that programs can rely on."""

from __future__ import annotations

import re

import satchel_protocol.errors as module
from satchel_protocol.errors import Problem, RevisionConflictError, SatchelError, _ProblemsError


def _tree(kind: type[SatchelError], depth: int = 0) -> list[tuple[int, str, str]]:
    rows = [] if kind is _ProblemsError else [(depth, kind.__name__, kind.code)]
    below = depth if kind is _ProblemsError else depth + 1
    for child in kind.__subclasses__():
        if child.__module__ == module.__name__:
            rows += _tree(child, below)
    return rows


def test_the_tree_at_the_top_of_the_module_is_the_tree() -> None:
    drawn = {}
    for line in (module.__doc__ or "").splitlines():
        match = re.match(r"([│ ├└─]*)([A-Z]\w+)(?:\s+([\w.]+|the caller can mend it))?$", line)
        if match:
            drawn[match[2]] = (len(match[1]) // 4, match[3])
    real = {name: (depth, code) for depth, name, code in _tree(SatchelError)}
    assert drawn.keys() == real.keys()
    for name, (depth, code) in drawn.items():
        assert depth == real[name][0], name
        if code is not None and "." in code:
            assert code == real[name][1], name


def test_codes_are_unique_and_stable_in_form() -> None:
    codes = [code for _, _, code in _tree(SatchelError)]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(\.[a-z_]+)?", code) for code in codes)


def test_every_error_says_what_it_means() -> None:
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, SatchelError):
            assert kind.__doc__, kind


def test_messages_name_the_thing() -> None:
    conflict = RevisionConflictError("one", expected=1, found=2)
    assert str(conflict) == "record one is at revision 2, not 1; read it again, then retry"
    assert str(Problem("a.b", "type", "wrong")) == "a.b: wrong"
    assert str(Problem("", "type", "wrong")) == "wrong"
