"""A search query as terms, and its spelling for each engine. Any terms at all give valid syntax."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One token to look for."""

    token: str
    """As `index_tokens` writes it: letters and digits only."""
    prefix: bool = False
    """Whether tokens that begin with it count too: a single character of a script that is indexed in pairs."""

    def matches(self, tokens: Collection[str]) -> bool:
        """Whether a text with these index tokens has the term."""
        if self.prefix:
            return any(token.startswith(self.token) for token in tokens)
        return self.token in tokens


@dataclass(frozen=True, kw_only=True)
class Query:
    """What a text asks for."""

    terms: tuple[Term, ...]
    """Distinct, in the order of the text; empty when there is nothing to look for."""

    @cached_property
    def _tokens(self) -> frozenset[str]:
        return frozenset(term.token for term in self.terms)

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        """The terms that stand one behind the other."""
        return list(pairwise(term.token for term in self.terms))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def fts5(self, *, every: bool = False) -> str | None:
        """MATCH string for an FTS5 table over `joined` text, tokenizer `ascii` or `unicode61`.

        Args:
            every: All terms must be there, instead of any.

        Returns:
            The string, to be bound as a parameter; None when there is nothing to look for: MATCH '' is an error.
        """
        # Tokens hold no quotes and a quoted token is no operator, so nothing needs escaping.
        spelled = [f'"{term.token}"*' if term.prefix else f'"{term.token}"' for term in self.terms]
        return (" AND " if every else " OR ").join(spelled) or None

    def tsquery(self, *, every: bool = False) -> str | None:
        """The same for PostgreSQL: text to cast to `tsquery`, against `array_to_tsvector` of the index tokens."""
        spelled = [f"'{term.token}':*" if term.prefix else f"'{term.token}'" for term in self.terms]
        return (" & " if every else " | ").join(spelled) or None

    def hits(self, tokens: Collection[str]) -> int:
        """How many of the terms a text with these index tokens has. Pass a set for speed."""
        return sum(term.matches(tokens) for term in self.terms)

    def neighbours(self, tokens: Sequence[str]) -> float:
        """Share of the pairs of terms, one behind the other here, that are so in a text with these index tokens too.

        What the text holds between two terms and this query does not ask for, such as a stop word, does not part them.
        """
        if not self._pairs:
            return 0.0
        there = set(pairwise([token for token in tokens if token in self._tokens]))
        return sum(pair in there for pair in self._pairs) / len(self._pairs)
