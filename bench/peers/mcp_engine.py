"""The reference memory server of the Model Context Protocol, spoken to as a client does: JSON lines over its pipes.

A record is an entity with one observation. There is no time in its graph, and no export: `read_graph` gives it all.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from bench.peers.contest import Input

SERVER = os.environ.get("BENCH_MCP_SERVER", "")


class McpEngine:
    durable = True

    def __init__(self, folder: Path, given: Input) -> None:
        env = {**os.environ, "MEMORY_FILE_PATH": str(folder / "memory.jsonl")}
        self._server = subprocess.Popen(
            ["node", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env
        )
        self._number = 0
        about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        self._ask("initialize", about)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, record: dict[str, Any], vector: Any) -> None:
        self.import_many([record], [vector])

    def import_many(self, records: list[dict[str, Any]], vectors: list[Any]) -> None:
        entities = [{"name": r["id"], "entityType": r["type"], "observations": [r["content"]]} for r in records]
        self._call("create_entities", {"entities": entities})

    def search(self, question: str, vector: Any, limit: int) -> list[str]:
        answer = json.loads(self._call("search_nodes", {"query": question})["content"][0]["text"])
        return [entity["name"] for entity in answer["entities"][:limit]]

    def export(self, path: Path) -> None:
        path.write_text(json.dumps(self._graph(), ensure_ascii=False), "utf-8")

    def restore(self, path: Path) -> None:
        self._call("create_entities", {"entities": json.loads(path.read_text("utf-8"))["entities"]})

    def read_all(self) -> list[dict[str, Any]]:
        return [
            {"id": entity["name"], "content": entity["observations"][0], "created_at": None}
            for entity in self._graph()["entities"]
        ]

    def delete(self, id: str) -> None:
        self._call("delete_entities", {"entityNames": [id]})

    def close(self) -> None:
        self._server.kill()
        self._server.wait()

    def _graph(self) -> dict[str, Any]:
        answer = self._call("read_graph", {})
        graph: dict[str, Any] = json.loads(answer["content"][0]["text"])
        return graph

    def _call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        answer = self._ask("tools/call", {"name": tool, "arguments": arguments})
        if answer.get("isError"):
            raise RuntimeError(str(answer)[:500])
        return answer

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self._server.stdout is not None
        for line in self._server.stdout:
            message = json.loads(line)
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(str(message["error"])[:500])
                result: dict[str, Any] = message["result"]
                return result
        raise RuntimeError("the server went away")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(message).encode() + b"\n")
        self._server.stdin.flush()


open_engine = McpEngine
