"""The site's look around one page, without building a site: the theme's template, and the files that it loads."""

from __future__ import annotations

import os
from pathlib import Path

from mkdocs.commands.build import get_context
from mkdocs.config import load_config
from mkdocs.exceptions import ConfigurationError
from mkdocs.structure.files import Files
from mkdocs.structure.nav import get_navigation

from faultbook.pages import Page
from faultbook_mkdocs.page import page_file
from faultbook_mkdocs.policy import with_policy
from faultbook_mkdocs.styles import STYLE_SHEET

__all__ = ["Shell", "ShellError"]

_OWN = Path(__file__).parent.parent


class ShellError(Exception):
    """The look cannot be read; the message says why in one line."""


class Shell:
    """Puts pages into the look that ``mkdocs.yml`` under *root* describes; without its navigation, search and plugins.

    Raises:
        ShellError: when there is no such file, or it cannot be read.

    """

    def __init__(self, root: Path, address: str) -> None:
        if not (root / "mkdocs.yml").is_file():
            raise ShellError(f"no mkdocs.yml in {root}; the preview takes the site's look from it")
        os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
        try:
            self._config = load_config(str(root / "mkdocs.yml"), plugins=[], nav=[], site_url=address, repo_url="")
        except (ConfigurationError, OSError) as error:
            raise ShellError(f"mkdocs.yml cannot be read: {' '.join(str(error).split())}") from error
        self._config.plugins._current_plugin = "faultbook"  # noqa: SLF001 -- whose pages MkDocs would be told they are
        if STYLE_SHEET not in self._config.extra_css:
            self._config.extra_css.append(STYLE_SHEET)
        self._templates = self._config.theme.get_env()
        self._folders = [_OWN, *(Path(folder) for folder in self._config.theme.dirs), Path(self._config.docs_dir)]

    def html(self, page: Page) -> str:
        """Return *page* as a whole document, with a policy by which it can ask this server only."""
        file = page_file(page, self._config)
        files = Files([file])
        if file.page is None:
            raise ValueError(f"no page was made of {page.path}")
        file.page.read_source(self._config)
        file.page.render(self._config, files)
        context = get_context(get_navigation(files, self._config), files, self._config, file.page)
        return with_policy(self._templates.get_template("main.html").render(context))

    def asset(self, path: str) -> Path | None:
        """Return the file that stands at *path* of the site, or ``None``; never one outside the theme's folders."""
        for folder in self._folders:
            file = (folder / path).resolve()
            if file.is_file() and file.is_relative_to(folder.resolve()) and file.suffix not in {".py", ".html", ".md"}:
                return file
        return None
