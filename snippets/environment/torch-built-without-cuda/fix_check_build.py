# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Where a GPU is required: let the start fail on the build, in words, before anything is loaded.

$ python fix_check_build.py
a job that needs a GPU would stop here: torch ...+cpu has no CUDA; install the cu wheel of the same version
"""

import torch


def build_problem() -> str | None:
    """Return why this PyTorch cannot serve a GPU job, or None; the local version after + names the build."""
    if torch.backends.cuda.is_built():
        return None
    return f"torch {torch.__version__} has no CUDA; install the cu wheel of the same version"


if __name__ == "__main__":
    print("a job that needs a GPU would stop here:", build_problem())
