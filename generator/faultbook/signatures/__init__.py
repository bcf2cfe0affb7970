"""Signatures: line templates with typed holes, compiled to patterns that Python and JavaScript read the same."""
