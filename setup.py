"""Puts the compiled book into the wheel, so that an installed ``faultbook diagnose`` needs no repository.

The one module in C makes scans of long logs several times as fast; without a compiler, the package does without it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from setuptools import Extension, setup
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
        from faultbook.exports.library import CARRIED, entries_of, library_text  # noqa: PLC0415

        target = Path(self.build_lib) / "faultbook"
        book = json.dumps(book_of(ROOT), ensure_ascii=False, separators=(",", ":"))
        (target / COMPILED).write_text(book, encoding="utf-8")
        (target / CARRIED).write_text(library_text(entries_of(ROOT)), encoding="utf-8")


setup(
    cmdclass={"build_py": BuildWithBook},
    ext_modules=[
        Extension(
            "faultbook.diagnosis._sieve",
            ["generator/faultbook/diagnosis/_sieve.c"],
            extra_compile_args=["-O3"] if os.name == "posix" else [],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
