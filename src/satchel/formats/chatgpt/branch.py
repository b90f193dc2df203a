"""The branch of a conversation that its person saw last: from the current node up to the root."""

from __future__ import annotations

from collections.abc import Mapping

from satchel.formats.chatgpt.conversations import Link


def current_branch(links: Mapping[str, Link], current: object) -> list[str]:
    """The ids of the current branch, the root first.

    Where the current node is not told, the latest leaf counts, or the last one in the file. A parent that is not named, or
    that names a node which is not there, is found by who has the node among its children.
    """
    at = current if isinstance(current, str) and current in links else _last_leaf(links)
    above: dict[str, str] = {}
    path: dict[str, None] = {}
    while at is not None and at not in path:
        path[at] = None
        parent = links[at].parent if at in links else None
        if parent not in links:
            above = above or _above(links)
            parent = above.get(at, above.get(parent or ""))
        at = parent
    return [id for id in reversed(path) if id in links]


def _above(links: Mapping[str, Link]) -> dict[str, str]:
    """Child → the node that has it among its children."""
    return {child: id for id, link in links.items() for child in link.children}


def _last_leaf(links: Mapping[str, Link]) -> str | None:
    inner = {link.parent for link in links.values()} | set(_above(links).values())
    leaves = [id for id in links if id not in inner] or list(links)
    return max(reversed(leaves), key=lambda leaf: links[leaf].time, default=None)
