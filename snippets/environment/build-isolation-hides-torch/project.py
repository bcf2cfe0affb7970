"""A project of the usual kind: its setup.py imports torch, to find headers and the CUDA version."""

import subprocess
import sys
from pathlib import Path

SETUP = """import torch
print("building against torch", torch.__version__)
"""

# It stands in for setuptools, which pip would have to fetch: it runs setup.py, and packs a wheel of one file.
BACKEND = """import runpy
import zipfile

def get_requires_for_build_wheel(config_settings=None):
    runpy.run_path("setup.py")
    return []

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    runpy.run_path("setup.py")
    name = "kernels-0.1-py3-none-any.whl"
    with zipfile.ZipFile(f"{wheel_directory}/{name}", "w") as wheel:
        wheel.writestr("kernels.py", "")
        wheel.writestr("kernels-0.1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: kernels\\nVersion: 0.1\\n")
        wheel.writestr("kernels-0.1.dist-info/WHEEL", "Wheel-Version: 1.0\\nTag: py3-none-any\\n")
        wheel.writestr("kernels-0.1.dist-info/RECORD", "")
    return name
"""


def write() -> None:
    """Write the project into the folder 'kernels'."""
    folder = Path("kernels")
    folder.mkdir()
    (folder / "setup.py").write_text(SETUP)
    (folder / "backend.py").write_text(BACKEND)
    build = 'requires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    (folder / "pyproject.toml").write_text(f"[build-system]\n{build}")


def wheel(*options: str) -> int:
    """Build its wheel with pip, without a network; return pip's exit status."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", "--disable-pip-version-check"]
    return subprocess.run([*command, *options, "-w", "wheels", "./kernels"], check=False).returncode
