"""Which tables share a database file, and what such files have beside the tables of worth."""

from dataclasses import dataclass, field

from .containers import named
from .entries import World
from .folder import Folder
from .sqlite_files import Database, Table


@dataclass(slots=True)
class Databases:
    """Database files in the making."""

    world: World
    folder: Folder
    _open: dict[str, Database] = field(default_factory=dict)

    def file(self, concept: str) -> str:
        """A file for a new table: one that is there already, or a new one named after `concept`."""
        rng = self.world.rng
        if self._open and rng.random() < 0.45:
            return rng.choice(list(self._open))
        name = named(
            self.world,
            concept,
            rng.choice((".db", ".sqlite", ".sqlite3", ".db3")),
            folder=rng.choice(("", "", "data", "storage")),
        )
        self._open[name] = Database()
        return name

    def add(self, file: str, table: Table) -> None:
        """Put a table into a file that `file()` named."""
        self._open[file].tables.append(table)

    def finish(self) -> None:
        """Add the tables that every tool has and write all files."""
        world = self.world
        for file, database in self._open.items():
            self._furnish(file, database)
            main, log = database.write()
            self.folder.put(file, main)
            if log:
                self.folder.put(f"{file}-wal", log)
        empty = named(world, "loose", ".db", wrong=0.0)
        self.folder.put(empty, b"")
        bare = named(world, "copy", ".sqlite", wrong=0.0)
        self.folder.put(
            bare,
            Database(
                tables=[Table(name=world.namer.table("list"), columns=("id", "content", "created_at"), rows=())]
            ).write()[0],
        )

    def _furnish(self, file: str, database: Database) -> None:
        rng = self.world.rng
        extra: dict[str, tuple[tuple[str, ...], list[tuple[object, ...]]]] = {
            rng.choice(("schema_migrations", "alembic_version", "_migrations")): (
                ("version",),
                [("20240611_init",), ("20240902_add_kind",)],
            ),
            rng.choice(("embedding_cache", "vec_cache")): (
                ("hash", "vector"),
                [(f"{rng.randrange(2**32):08x}", rng.randbytes(64)) for _ in range(30)],
            ),
            rng.choice(("cron_jobs", "schedules")): (
                ("name", "expr", "enabled"),
                [("daily-digest", "0 7 * * *", 1), ("prune_logs", "*/30 * * * *", 1), ("reindex", "@weekly", 0)],
            ),
            rng.choice(("tool_registry", "plugins")): (
                ("tool", "version", "entry_point"),
                [("web_search", "1.4", "tools.web:search"), ("send_mail", "0.9", "tools.mail:send")],
            ),
            "drafts_unused": (("id", "body"), []),
        }
        taken = {table.name for table in database.tables}
        for name, (columns, rows) in extra.items():
            if rng.random() < 0.5 and name not in taken:
                database.tables.append(Table(name=name, columns=columns, rows=rows))
                why = "vector" if "vector" in columns else "structure"
                for number in range(1, len(rows) + 1):
                    self.world.ledger.none(self.folder.place(file, name, number), why=why)
