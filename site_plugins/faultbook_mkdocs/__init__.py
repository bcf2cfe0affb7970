"""Faultbook's pages in an MkDocs site."""
