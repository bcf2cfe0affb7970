# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Keep the version of PyTorch beside each wheel that you build, and compare before the import.

$ python fix_record_build.py
same release: None
other release: kernels was built for torch 2.6.0, and ... is installed: build it again
"""

import json
from pathlib import Path

import torch


def release(version: str) -> str:
    """Return major and minor, which is what the C++ interface may change with."""
    return ".".join(version.split(".")[:2])


def build_problem(package: str) -> str | None:
    """Return why *package* cannot be imported under this PyTorch, or None."""
    built = json.loads(Path(f"{package}.build.json").read_text())["torch"]
    if release(built) == release(torch.__version__):
        return None
    return f"{package} was built for torch {built}, and {torch.__version__} is installed: build it again"


if __name__ == "__main__":
    for what, version in (("same release", torch.__version__), ("other release", "2.6.0")):
        Path("kernels.build.json").write_text(json.dumps({"torch": version}))
        print(f"{what}: {build_problem('kernels')}")
