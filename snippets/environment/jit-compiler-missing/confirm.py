# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""What a just-in-time compiler needs, asked of this interpreter.

>>> sorted(toolchain())
['C compiler', 'C++ compiler', 'Python.h']
>>> all(toolchain().values())
True
>>> toolchain(path="/nonexistent")["C++ compiler"] is None
True
"""

import os
import shutil
import sysconfig
from pathlib import Path


def toolchain(path: str | None = None) -> dict[str, str | None]:
    """Return where each thing is, or None; as Triton looks for them, CC first."""
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return {
        "C compiler": os.environ.get("CC") or shutil.which("gcc", path=path) or shutil.which("clang", path=path),
        "C++ compiler": shutil.which(os.environ.get("CXX", "g++"), path=path),
        "Python.h": str(header) if header.exists() else None,
    }
