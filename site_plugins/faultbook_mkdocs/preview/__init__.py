"""The preview of one entry: its page in the site's look, live while its files are written."""

from __future__ import annotations

from faultbook_mkdocs.preview.desk import Desk
from faultbook_mkdocs.preview.server import PreviewServer
from faultbook_mkdocs.preview.shell import Shell, ShellError
from faultbook_mkdocs.preview.watch import watching

__all__ = ["Desk", "PreviewServer", "Shell", "ShellError", "watching"]
