"""Stores: places for memories, named by a URL. `registry.open_store` opens one; everything else knows `Store` only."""
