"""Only settings: YAML, INI, JSON and an environment file. Nobody would call any of it a memory."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_json, write_text

YAML = """# agent settings
agent:
  name: helper
  model: medium-chat-v2
  temperature: 0.3
  tools: [search, calculator]
logging:
  level: INFO
  file: /var/log/helper.log
  rotate_mb: 20
retry:
  attempts: 5
  backoff_s: 1.5
"""
INI = """[server]
host = 0.0.0.0
port = 8088
workers = 4

[database]
url = postgresql://helper@db.internal:5432/helper
pool_size = 10

[features]
enable_voice = false
beta_ui = true
"""
ENVIRONMENT = """OPENAI_BASE=https://llm.internal/v1
LLM_API_KEY=sk-test-0000000000000000000000000000
DEBUG=0
"""


def build(folder: Path) -> None:
    write_text(folder / "config.yaml", YAML)
    write_text(folder / "server.ini", INI)
    write_text(folder / ".env", ENVIRONMENT)
    write_json(
        folder / "settings.json",
        {
            "window": {"width": 1280, "height": 800, "maximized": False},
            "theme": "dark",
            "telemetry": False,
            "shortcuts": {"send": "Ctrl+Enter", "new": "Ctrl+N"},
            "plugins": [
                {"id": "spellcheck", "enabled": True, "version": "1.4.2"},
                {"id": "tts", "enabled": False, "version": "0.9.0"},
            ],
        },
    )


EXPECTED = Expected(
    # A theme and a shortcut are choices of a person, so keeping them is no mistake worth a complaint.
    tolerated=("theme", "shortcuts", "Ctrl+Enter"),
    never=("sk-test", "medium-chat-v2", "0.0.0.0", "pool_size", "rotate_mb", "1280", "spellcheck"),
    evidence=0,
    max_rejected=20,
)
