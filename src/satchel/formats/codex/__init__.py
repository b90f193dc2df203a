"""What Codex CLI leaves behind: sessions, its memories folder, `AGENTS.md`, and the rest of `~/.codex`."""
