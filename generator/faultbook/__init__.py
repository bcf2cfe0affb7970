"""Faultbook: an encyclopedia of ML training and serving failures in which every claim runs."""

__version__ = "0.1.0"
