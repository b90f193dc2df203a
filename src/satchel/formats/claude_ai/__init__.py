"""Claude.ai's data export: conversations, projects, and what Claude keeps of a person."""
