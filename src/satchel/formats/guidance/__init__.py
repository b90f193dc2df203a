"""Files of instructions for an assistant (`CLAUDE.md`, `AGENTS.md`) as statements that stand by themselves.

A bullet, a paragraph, a block of code, a list of steps: each comes with what stands above it, since "2 spaces" says
nothing without "Python". Code, tables and steps stay whole.
"""
