"""Exit codes, one table keyed by error code. 0 is success, 1 a finding (`doctor`, `verify`), 2 wrong usage."""

from __future__ import annotations

from satchel_protocol.errors import SatchelError

OK = 0
FINDINGS = 1
USAGE = 2
INPUT = 3
STREAM = 4
STORE = 5
NOT_FOUND = 6
BUSY = 7
ENVIRONMENT = 8
UNVERIFIED = 9
INTERNAL = 70
INTERRUPTED = 130

_BY_CODE = {
    "usage": USAGE,
    "store.url": USAGE,
    "scope.invalid": USAGE,
    "store.not_found": NOT_FOUND,
    "store.missing": NOT_FOUND,
    "store.busy": BUSY,
}
_BY_BRANCH = {
    "caller": INPUT,
    "record": INPUT,
    "time": INPUT,
    "mapping": INPUT,
    "source": INPUT,
    "schema": INPUT,
    "stream": STREAM,
    "store": STORE,
    "environment": ENVIRONMENT,
}

MEANINGS = {
    OK: "done",
    FINDINGS: "done, and something was found that needs a look",
    USAGE: "the command was put together wrongly",
    INPUT: "a file, record or value given is wrong",
    STREAM: "a stream cannot be trusted: cut, altered, foreign or too new",
    STORE: "the store could not do it",
    NOT_FOUND: "there is no such memory, import or store",
    BUSY: "another process holds the store; try again",
    ENVIRONMENT: "the machine or the configuration lacks something",
    UNVERIFIED: "moved, and the verification found records missing, another's, dated anew or back from being forgotten",
    INTERNAL: "a fault of Satchel itself",
    INTERRUPTED: "stopped with Ctrl-C; what was acknowledged is kept",
}


def exit_code(error: SatchelError) -> int:
    """The exit code of an error."""
    return _BY_CODE.get(error.code, _BY_BRANCH.get(error.code.partition(".")[0], STORE))
