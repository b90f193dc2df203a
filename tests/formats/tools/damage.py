"""What happens to files on their way: the damage that every reader is tried with."""

from __future__ import annotations

import random


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Cut, flipped, doubled, filled with junk or with values of other kinds: what happens to files."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        if not data:
            break
        start = chance.randrange(len(data))
        end = min(len(data), start + chance.randint(1, 60))
        match chance.randrange(7):
            case 0:
                del data[start:]
            case 1:
                data[start] ^= 1 << chance.randrange(8)
            case 2:
                data[start:end] = data[start:end] * 2
            case 3:
                data[start:end] = bytes(chance.randrange(256) for _ in range(end - start))
            case 4:
                del data[start:end]
            case 5:
                for old in (b"null", b'"', b"{", b"[", b": 1", b"true"):
                    if (at := bytes(data).find(old, start)) >= 0:
                        data[at : at + len(old)] = chance.choice(
                            (b"null", b"[]", b"{}", b'"x"', b"-1", b"1e999", b"NaN", b"[1, {}]", b"false", b'"')
                        )
                        break
            case _:
                data[start:start] = b"\x00" * chance.randint(1, 8)
    return bytes(data)
