"""A made-up user's old agent: its folder, the truth about it, and how to judge a rescue. Standard library only."""
