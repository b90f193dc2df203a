"""Moving house: what lies in a folder, what each row of it is, and what becomes of it."""
