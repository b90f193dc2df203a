"""From a question to the few memories that matter."""
