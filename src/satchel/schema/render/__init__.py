"""What is made of the file for a model and for code: one source, many copies, none of them written by hand."""
