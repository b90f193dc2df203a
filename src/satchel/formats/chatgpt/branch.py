"""The branch of a conversation that its person saw last: from the current node up to the root."""

from __future__ import annotations

from collections.abc import Mapping

from satchel.formats.chatgpt.conversations import Link


def current_branch(links: Mapping[str, Link], current: object) -> list[str]:
    """The ids of the current branch, the root first.

    Where the current node is not told, the latest leaf counts, or the last one in the file. A parent that is not named, or
    that names a node which is not there, is found by who has the node among its children.
    """
    above = {child: id for id, link in links.items() for child in link.children}
    at = current if isinstance(current, str) and current in links else _last_leaf(links, above)
    path: dict[str, None] = {}
    while at is not None and at not in path:
        path[at] = None
        parent = links[at].parent if at in links else None
        at = parent if parent in links else above.get(at, above.get(parent or ""))
    return [id for id in reversed(path) if id in links]


def _last_leaf(links: Mapping[str, Link], above: Mapping[str, str]) -> str | None:
    inner = {link.parent for link in links.values()} | set(above.values())
    leaves = [id for id in links if id not in inner] or list(links)
    return max(reversed(leaves), key=lambda leaf: links[leaf].time, default=None)
