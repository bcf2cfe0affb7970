"""Puts the compiled book into the wheel, so that an installed ``faultbook diagnose`` needs no repository."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent


class BuildWithBook(build_py):
    """Builds the packages, then compiles the entries beside them; an editable install reads the repository instead."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        sys.path.insert(0, str(ROOT / "generator"))
        from faultbook.diagnosis.session import COMPILED, book_of  # noqa: PLC0415 -- only now can it be found

        target = Path(self.build_lib) / "faultbook" / COMPILED
        target.write_text(json.dumps(book_of(ROOT), ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


setup(cmdclass={"build_py": BuildWithBook})
