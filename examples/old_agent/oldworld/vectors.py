"""Vectors as bare bytes, with and without a text store beside them, and a pickle that must not be opened."""

import struct

from .containers import write_json
from .entries import World
from .folder import Folder
from .schema import some_schema


def vectors(world: World, folder: Folder, *, count: int) -> None:
    """Vectors with their texts beside them, vectors with none, and a pickle that must not be opened."""
    rng = world.rng

    def floats(number: int, dimensions: int) -> bytes:
        return struct.pack(f"<{number * dimensions}f", *(rng.uniform(-1, 1) for _ in range(number * dimensions)))

    def npy(number: int, dimensions: int) -> bytes:
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({number}, {dimensions}), }}"
        header += " " * (63 - (10 + len(header)) % 64) + "\n"
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + floats(number, dimensions)

    def faiss(number: int, dimensions: int) -> bytes:
        head = struct.pack("<4siqqq?i", b"IxF2", dimensions, number, 1 << 20, 1 << 20, True, 1)
        return head + struct.pack("<q", number * dimensions) + floats(number, dimensions)

    makers = {".npy": npy, ".bin": floats, ".faiss": faiss}
    with_text, *without = rng.sample(sorted(makers), 3)
    base = f"{world.namer.stem('vectors')}/"
    _vector_file(world, folder, f"{base}{world.namer.stem('vectors')}{with_text}", makers[with_text](count, 16), count)
    schema = some_schema(world, rich=False)
    write_json(
        world,
        folder,
        f"{base}{rng.choice(('docstore', 'texts', 'id_map'))}.json",
        schema,
        [world.memory() for _ in range(count)],
        layout="array",
    )
    for suffix in without:
        number = rng.randint(20, 80)
        _vector_file(world, folder, world.namer.stem("vectors") + suffix, makers[suffix](number, 16), number)
    pickle = f"{base}{rng.choice(('index', 'memory', 'store'))}.{rng.choice(('pkl', 'pickle'))}"
    folder.put(pickle, b"\x80\x02csys\nexit\nq\x00K\x61\x85q\x01Rq\x02.")  # sys.exit(97) for whoever loads it
    world.ledger.none(folder.place(pickle), why="structure")
    world.ledger.fuzzy(folder.place(pickle))


def _vector_file(world: World, folder: Folder, name: str, data: bytes, number: int) -> None:
    folder.put(name, data)
    world.ledger.count(folder.place(name), "vector", number)
    world.ledger.fuzzy(folder.place(name))
