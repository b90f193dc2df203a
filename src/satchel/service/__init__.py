"""The use cases: what a person or an agent does with a memory, composed of the parts below."""
