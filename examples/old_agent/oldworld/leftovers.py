"""Files that lie in every agent's folder and are nobody's memory: settings, locks, saved responses, read-me files."""

import json
from collections.abc import Callable

from .containers import named
from .entries import World
from .folder import Folder


def leave(world: World, folder: Folder) -> None:
    """Drop the usual litter into `folder`."""
    always: list[Callable[[World, Folder], None]] = [_config_json, _completion, _lock, _tiny]
    sometimes: list[Callable[[World, Folder], None]] = [
        _config_text,
        _weather,
        _readme,
        _tools,
        _package,
        _paged_error,
        _environment,
    ]
    for make in (*always, *world.rng.sample(sometimes, world.rng.randint(3, 6))):
        make(world, folder)


def _litter(world: World, folder: Folder, file: str, data: bytes, why: str) -> None:
    folder.put(file, data)
    world.ledger.none(folder.place(file), why=why)
    world.ledger.fuzzy(folder.place(file))


def _config_json(world: World, folder: Folder) -> None:
    rng = world.rng
    document = {
        "agent": {
            "name": world.cast.agent,
            "model": "larch-7b",
            "temperature": round(rng.random(), 2),
            "max_tokens": 4096,
        },
        "memory": {
            "backend": "sqlite",
            "ttl_days": 90,
            "similarity_threshold": 0.72,
            "types": ["preference", "task", "log"],
        },
        "retry": {"max_attempts": rng.randint(2, 6), "backoff_ms": 250},
        "features": {"heartbeat": True, "vector_index": rng.random() < 0.5},
    }
    _litter(
        world, folder, named(world, "config", ".json", wrong=0.1), json.dumps(document, indent=2).encode(), "config"
    )


def _config_text(world: World, folder: Folder) -> None:
    rng = world.rng
    body = rng.choice(
        (
            f"[server]\nhost = 127.0.0.1\nport = {rng.randint(3000, 9000)}\nlog_level = info\n\n[memory]\npath = ./data\n",
            f"server:\n  host: 127.0.0.1\n  port: {rng.randint(3000, 9000)}\nmemory:\n  path: ./data\n  compact_every: 500\n",
        )
    )
    _litter(
        world,
        folder,
        named(world, "config", ".ini" if body.startswith("[") else ".yaml", wrong=0.0),
        body.encode(),
        "config",
    )


def _environment(world: World, folder: Folder) -> None:
    _litter(world, folder, ".env.example", b"AGENT_PORT=8080\nAGENT_MODEL=larch-7b\nDEBUG=false\n", "config")


def _completion(world: World, folder: Folder) -> None:
    """A saved answer of a model: an assistant's words, but part of no conversation."""
    rng = world.rng
    lang = world.lang()
    text = world.speech.turn("assistant", lang)
    document = {
        "id": f"cmpl-{rng.randrange(16**10):010x}",
        "object": "chat.completion",
        "created": int(world.cast.moment(rng).timestamp()),
        "model": "larch-7b",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": rng.randint(100, 900), "completion_tokens": rng.randint(10, 200)},
    }
    file = named(world, "response", ".json", folder=rng.choice(("cache", "", "tmp")))
    folder.put(file, json.dumps(document, ensure_ascii=False, indent=2).encode())
    world.ledger.none(folder.place(file), why="response", text=text)
    world.ledger.fuzzy(folder.place(file))


def _weather(world: World, folder: Folder) -> None:
    rng = world.rng
    days = [
        {
            "date": f"{world.cast.moment(rng):%Y-%m-%d}",
            "t_min": rng.randint(-3, 12),
            "t_max": rng.randint(13, 33),
            "sky": "clear",
        }
        for _ in range(5)
    ]
    document = {
        "status": 200,
        "request_id": f"{rng.randrange(16**8):08x}",
        "city": world.speech.phrase("{city}", "en"),
        "forecast": days,
    }
    _litter(world, folder, named(world, "response", ".json"), json.dumps(document).encode(), "response")


def _paged_error(world: World, folder: Folder) -> None:
    document = {"error": {"code": 429, "type": "rate_limit", "message": "Too many requests, retry after 20 seconds"}}
    _litter(world, folder, named(world, "response", ".json"), json.dumps(document).encode(), "response")


def _lock(world: World, folder: Folder) -> None:
    _litter(
        world, folder, f"{world.cast.agent.lower()}.lock", f"{world.rng.randint(300, 99_999)}\n".encode(), "structure"
    )


def _readme(world: World, folder: Folder) -> None:
    """How to run the old agent; some would keep a line of it, so it counts neither way."""
    agent = world.cast.agent.lower()
    lines = [
        f"Install with `pip install {agent}-agent` and start it with `{agent} serve --port 8080`.",
        "Licensed under the MIT licence.",
    ]
    file = "README.md"
    folder.put(file, (f"# {world.cast.agent}\n\n{lines[0]}\n\n## Licence\n\n{lines[1]}\n").encode())
    for row, line in enumerate(lines, 1):
        world.ledger.grey(folder.place(file, row=row), text=line, why="readme")
    world.ledger.fuzzy(folder.place(file))


def _tools(world: World, folder: Folder) -> None:
    described = {
        "web_search": "Search the web and return the first results.",
        "send_mail": "Send a mail on behalf of the user.",
        "run_sql": "Run a read-only query and return rows.",
    }
    document = [
        {
            "type": "function",
            "function": {"name": name, "description": text, "parameters": {"type": "object", "properties": {}}},
        }
        for name, text in described.items()
    ]
    file = named(world, "config", ".json", folder=world.rng.choice(("tools", "plugins", "")))
    folder.put(file, json.dumps(document, indent=2).encode())
    for row, text in enumerate(described.values()):
        world.ledger.none(folder.place(file, row=row), why="config", text=text)
    world.ledger.fuzzy(folder.place(file))


def _package(world: World, folder: Folder) -> None:
    document = {
        "name": f"{world.cast.agent.lower()}-agent",
        "version": "0.9.2",
        "scripts": {"start": "node main.js"},
        "dependencies": {"ws": "^8.1.0"},
    }
    _litter(world, folder, "package.json", json.dumps(document, indent=2).encode(), "config")


def _tiny(world: World, folder: Folder) -> None:
    """Files with nothing in them."""
    rng = world.rng
    for ending, data in rng.sample(
        [(".json", b""), (".json", b"[]"), (".jsonl", b"\n\n"), (".csv", b"id,content,created_at\n"), (".md", b"\n")], 3
    ):
        folder.put(named(world, "loose", ending, wrong=0.0), data)
