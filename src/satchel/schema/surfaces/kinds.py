"""What kind of surface a file is: by its name and the first of its bytes."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from satchel.schema.surfaces.surface import Kind, Syntax

_C: Final = "js mjs cjs jsx ts tsx mts cts go java kt kts scala c h cc cpp cxx hpp cs rs swift dart php vue svelte groovy proto m mm zig"
_HASH: Final = "rb sh bash zsh fish ps1 pl pm r ex exs tf hcl mk cmake nix jl"
_DASH: Final = "sql lua hs elm"
_SYNTAX: Final[dict[str, Syntax]] = {
    "py": Syntax.PYTHON, "pyi": Syntax.PYTHON, "pyx": Syntax.PYTHON,
    **dict.fromkeys(_C.split(), Syntax.C), **dict.fromkeys(_HASH.split(), Syntax.HASH), **dict.fromkeys(_DASH.split(), Syntax.DASH),
    **dict.fromkeys("json jsonl ndjson ipynb json5 jsonc webmanifest har avsc".split(), Syntax.JSON),
    **dict.fromkeys(("yaml", "yml"), Syntax.YAML),
}  # fmt: skip
_TEMPLATES: Final = frozenset("jinja jinja2 j2 tmpl tpl mustache hbs handlebars liquid ejs erb".split())
_PROMPTS: Final = frozenset("prompt prompty system dotprompt mdc".split())
_PAGES: Final = frozenset("md mdx markdown txt rst adoc org html htm tex".split())
_FOLDERS: Final = re.compile(
    r"(?:^|[/_.-])(?:system[_-]?)?(?:prompts?|instructions?|personas?|agents?|skills?|sysprompts?|system_messages?)(?:[/_.-]|$)",
    re.IGNORECASE,
)
_FEW: Final = re.compile(r"few[_-]?shots?|(?:^|[/_.-])(?:demonstrations?|exemplars?|shots)(?:[/_.-]|$)", re.IGNORECASE)
_TOOLS: Final = re.compile(
    r"(?:^|[/_.-])(?:tools?|functions?|tool[_-]?(?:defs?|definitions?|schemas?))(?:[/_.-]|$)", re.IGNORECASE
)
_TRACES: Final = re.compile(r"(?:^|/)(?:traces?|transcripts?|trajectories|recordings?)/", re.IGNORECASE)
_AGENT_FILES: Final = frozenset(
    (
        "claude.md",
        "agents.md",
        "gemini.md",
        "skill.md",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        "copilot-instructions.md",
    )
)
"""Source: the documentation of the tools that read them before a session."""
_TOOL_BODY: Final = re.compile(rb"\"(?:input_schema|inputSchema|parameters)\"\s*:\s*\{")
_SAID: Final = re.compile(rb"\"role\"\s*:\s*\"(?:user|assistant|system|tool|developer)\"")
_PROMPT_BODY: Final = re.compile(
    rb"^\s{0,8}[\"']?(?:system(?:_prompt|_message)?|prompt|template|instructions?|messages|user_prompt|few_shots?)[\"']?\s*:",
    re.MULTILINE | re.IGNORECASE,
)
_HEAD: Final = 65_536


def kind_of(path: str, data: bytes) -> tuple[Kind, Syntax]:
    """Kind and syntax of a file.

    Args:
        path: From the folder that was named, with slashes: a file in `prompts/` is a prompt.
        data: All of it, or its beginning.
    """
    pure = PurePath(path)
    name = pure.name.lower()
    ending = pure.suffix[1:].lower()
    inner = PurePath(pure.stem).suffix[1:].lower()
    head = data[:_HEAD]
    syntax = _SYNTAX.get(inner if ending in _TEMPLATES else ending, Syntax.PLAIN)
    if ending in _TEMPLATES or ending in _PROMPTS or name in _AGENT_FILES:
        return (Kind.FEW_SHOT if _FEW.search(path) else Kind.PROMPT), Syntax.PLAIN
    if syntax in {Syntax.JSON, Syntax.YAML}:
        return _structured(path, ending, head), syntax
    interpreter = _shebang(head)
    if syntax is Syntax.PLAIN and interpreter is not None:
        return Kind.CODE, interpreter
    if syntax is Syntax.PLAIN and (ending in _PAGES or not ending):
        if _FEW.search(path):
            return Kind.FEW_SHOT, syntax
        return (Kind.PROMPT if _FOLDERS.search(path) else Kind.DOCUMENT), syntax
    return (Kind.DATA if syntax is Syntax.PLAIN else Kind.CODE), syntax


def _structured(path: str, ending: str, head: bytes) -> Kind:
    if ending == "ipynb":
        return Kind.CODE
    if _FEW.search(path):
        return Kind.FEW_SHOT
    if _TRACES.search(path):
        return Kind.TRACE
    if _SAID.search(head) and (ending in {"jsonl", "ndjson"} or b'"messages"' in head):
        return Kind.HISTORY  # a recorded request holds its tools too
    if _TOOL_BODY.search(head) and (b'"name"' in head or b'"function"' in head):
        return Kind.TOOL
    if _TOOLS.search(path) and (b"description" in head or b"parameters" in head):
        return Kind.TOOL
    if _FOLDERS.search(path) and (ending != "jsonl" or b'"prompt"' in head):
        return Kind.PROMPT
    if _SAID.search(head):
        return Kind.HISTORY
    if ending in {"yaml", "yml"} and _PROMPT_BODY.search(head):
        return Kind.PROMPT
    return Kind.DATA


def _shebang(head: bytes) -> Syntax | None:
    if not head.startswith(b"#!"):
        return None
    line = head.split(b"\n", 1)[0]
    if b"python" in line:
        return Syntax.PYTHON
    return Syntax.C if b"node" in line or b"deno" in line else Syntax.HASH
