"""The schema of keyed memories: the file that declares it, its types, its revisions and the rules of changing it."""
