"""The rules, by subject; importing this package fills the table in `registry`."""

from satchel.schema.rules import (
    approvals,
    enums,
    form,
    identity,
    lookalikes,
    namespaces,
    privacy,
    rendering,
    retirement,
    runtime,
    surfaces,
    texts,
    types,
)
from satchel.schema.rules.registry import RESERVED, RULES, Category, Facts, Hit, Kind, Rule

__all__ = [
    "RESERVED", "RULES", "Category", "Facts", "Hit", "Kind", "Rule",
    "approvals", "enums", "form", "identity", "lookalikes", "namespaces", "privacy", "rendering", "retirement", "runtime",
    "surfaces", "texts", "types",
]  # fmt: skip
