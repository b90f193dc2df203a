"""The tools whose files are known, one entry each. A reader for a further tool is one more module and one more line."""

from __future__ import annotations

from satchel.formats.chatgpt.reader import ChatGptReader
from satchel.formats.claude_ai.reader import ClaudeAiReader
from satchel.formats.claude_code.reader import ClaudeCodeReader
from satchel.formats.codex.reader import CodexReader
from satchel.formats.langgraph import LangGraphReader
from satchel.formats.mcp_memory import McpMemoryReader
from satchel.formats.mcp_memory_service import McpMemoryServiceReader
from satchel.formats.mem0 import Mem0Reader
from satchel.formats.pasted import PastedReader
from satchel.formats.tool import ToolReader

READERS: tuple[ToolReader, ...] = (
    ChatGptReader(),
    ClaudeAiReader(),
    ClaudeCodeReader(),
    CodexReader(),
    Mem0Reader(),
    McpMemoryReader(),
    McpMemoryServiceReader(),
    LangGraphReader(),
    PastedReader(),
)
"""In the order in which `satchel tools` lists them."""
