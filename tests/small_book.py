"""A book of one entry in a folder, with parts that need nothing but Python."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path
from typing import Any

import yaml
from builders import values

__all__ = ["FIX", "REPRODUCE", "SLUG", "add_part", "part", "wheel", "write_book"]

SLUG = "memory/widget"
REPRODUCE = "raise SystemExit('ERROR widget stopped at step 3')"
FIX = "print('oiled')"


def part(docstring: str, code: str, *, head: str = "", dependencies: str = "") -> str:
    """Return the text of a part; *head* holds lines of its table."""
    lines = ['requires-python = ">=3.11"', f"dependencies = [{dependencies}]", "[tool.faultbook]", *head.splitlines()]
    block = "".join(f"# {line}\n" for line in lines)
    return f'# /// script\n{block}# ///\n"""{docstring}"""\n\n{code}\n'


def add_part(root: Path, name: str, printed: str, code: str, **options: str) -> Path:
    """Write the part *name* of the entry, which should print *printed*."""
    file = root / "snippets" / SLUG / f"{name}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(part(f"What it shows.\n\n$ python {name}.py\n{printed}", code, **options), encoding="utf-8")
    return file


def write_book(root: Path, **changes: Any) -> Path:
    """Write the smallest entry, with *changes*, a reproduce part and a fix part; return *root*."""
    file = root / "entries" / f"{SLUG}.yaml"
    file.parent.mkdir(parents=True)
    fixes = {"oil": {key: value for key, value in values()["fixes"]["oil"].items() if key != "unproven"}}
    file.write_text(yaml.safe_dump(values(**({"fixes": fixes} | changes)), sort_keys=False), encoding="utf-8")
    add_part(root, "reproduce", "ERROR widget stopped at step 3\n", REPRODUCE)
    add_part(root, "fix_oil", "oiled\n", FIX)
    return root


def wheel(folder: Path, name: str, files: dict[str, str], version: str = "1.0") -> Path:
    """Write a wheel that pip can install without any index."""
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    content = files | {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = []
    for path, text in content.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(text.encode())}\n")
    content[f"{info}/RECORD"] = "".join([*rows, f"{info}/RECORD,,\n"])
    file = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for path, text in content.items():
            archive.writestr(path, text)
    return file
