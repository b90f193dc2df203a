"""What stands between Satchel and what others have built; one module for each."""
