"""Functions of the page's JavaScript modules, called under Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from diagnosing import node_program

__all__ = ["call"]


def call(module: str, name: str, *given: Any) -> Any:
    """Return what the function *name* of the asset *module* gives for *given*."""
    command = [node_program(), str(Path(__file__).parent / "node/call.mjs")]
    request = json.dumps({"calls": [{"module": module, "name": name, "given": given}]})
    done = subprocess.run(command, input=request, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)[0]
