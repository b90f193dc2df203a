"""What Satchel knows about text alone: tokens, near-duplicates, references, languages, encodings, clean-up.

Nothing here knows a record or a store. Modules are imported one by one, so that a caller who only decodes a file
does not pay for the rest.
"""
