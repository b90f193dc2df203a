"""ChatGPT's data export: conversations as trees, and what its memory held, found in them."""
