"""What an undocumented table means: columns, tables and rows, judged by names and values, with the evidence kept."""
