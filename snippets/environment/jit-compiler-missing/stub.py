"""A C stub that is built as Triton builds its driver's: with the first compiler found, against Python.h."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

__all__ = ["build"]

SOURCE = """
#include <Python.h>
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "driver", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_driver(void) { return PyModule_Create(&module); }
"""


def build(include: str) -> Path:
    """Compile the stub into this folder with *include* as the place of Python's headers."""
    source = Path("driver.c")
    source.write_text(SOURCE, encoding="utf-8")
    compiler = shutil.which("gcc") or shutil.which("clang") or "cc"
    library = Path("driver" + sysconfig.get_config_var("EXT_SUFFIX"))
    subprocess.check_call([compiler, source, "-O3", "-shared", "-fPIC", "-o", library, f"-I{include}"])
    return library
