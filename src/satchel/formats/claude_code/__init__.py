"""What Claude Code leaves behind: memory folders, `CLAUDE.md` at every level, sessions, and the rest of `~/.claude`."""
