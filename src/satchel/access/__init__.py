"""Who may see what: one policy for every interface."""
