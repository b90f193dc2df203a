"""The graph that the MCP reference memory server keeps in one file, and the dialects of servers that descend from it."""

from satchel.formats.mcp_memory.reader import McpMemoryReader

__all__ = ["McpMemoryReader"]
