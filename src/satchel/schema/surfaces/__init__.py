"""Every copy of the schema outside its file: prompts, few-shots, tools, code, data, memories, traces; what they name."""
