"""Which scopes an import in somebody's name may claim. Used by every interface that takes things in."""

from __future__ import annotations

from collections.abc import Iterator

from satchel_protocol.errors import UsageError
from satchel_protocol.scope import Scopes, is_within, parse_scope

_PERSONAL = "user"
"""The kind of scope that belongs to one person: nobody grants it to another one by listing it."""


def claimable(principal: str, asked: Scopes) -> Scopes:
    """Of the scopes that are asked for, those that a principal may own.

    That is their own scope with what is below it, and of the others, such as a team's, those that are listed by name:
    who belongs to a team is known to the person who imports, not to the file.

    Args:
        principal: Whose things come in, as a scope such as `user:bob`.
        asked: What may come in at all.

    Raises:
        UsageError: a scope of another person is listed.
        InvalidScopeError: the principal is no scope.
    """
    return Scopes(tuple(dict.fromkeys(_claimable(parse_scope(principal), asked))))


def _claimable(principal: str, asked: Scopes) -> Iterator[str]:
    for pattern in asked.patterns:
        kind = pattern.partition(":")[0]
        if pattern == "*" or is_within(principal, pattern) or pattern == f"{principal.partition(':')[0]}:*":
            yield principal
        elif asked.everything:
            continue
        elif kind == _PERSONAL and not is_within(pattern, principal):
            raise UsageError(f"{pattern} is not for {principal} to claim")
        else:
            yield pattern
