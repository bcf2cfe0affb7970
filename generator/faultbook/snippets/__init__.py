"""Snippets: the runnable parts of an entry, their runs, their records, and the gate."""
