"""Small books and small logs for the tests of a diagnosis."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.shared import engine_json
from faultbook.diagnosis.verdict import Diagnosis
from faultbook.signatures.compiled import About, CompiledSignature, to_json
from faultbook.signatures.quantity import parse_where
from faultbook.signatures.template import compile_template
from faultbook.vocabulary import Role, Strength

__all__ = ["about", "content_of", "diagnose", "engine", "in_node", "node", "signature"]

FOLDER = Path(__file__).parent / "conformance"
Logs = str | bytes | Mapping[str, str]


def signature(
    entry: str,
    *lines: str,
    role: str = "initiating",
    strength: str = "certain",
    name: str = "message",
    where: tuple[str, ...] = (),
    within: int = 20,
) -> CompiledSignature:
    """Return a signature of *entry* with these line templates."""
    templates = tuple(compile_template(line) for line in lines)
    kinds = {capture.name: capture.kind for template in templates for capture in template.captures}
    comparisons = tuple(parse_where(text, kinds) for text in where)
    return CompiledSignature(entry, name, Role(role), Strength(strength), templates, within, comparisons)


def about(entry: str, causes: Iterable[str] = ()) -> About:
    """Return what a diagnosis says of *entry*, which leads to *causes*."""
    return About(f"area/{entry}", f"The {entry}", "", "oil it", None, "none", "1 min", "", "dry?", tuple(causes), ())


def engine(*signatures: CompiledSignature, causes: Mapping[str, Iterable[str]] | None = None) -> Engine:
    """Return the engine of a book of *signatures*; *causes* says which entry leads to which."""
    entries = {one.entry for one in signatures}
    return Engine(signatures, {entry: about(entry, (causes or {}).get(entry, ())) for entry in entries})


def diagnose(
    logs: Logs, *signatures: CompiledSignature, causes: Mapping[str, Iterable[str]] | None = None
) -> Diagnosis:
    """Return what one log, or several by name, shows by a book of *signatures*."""
    one = engine(*signatures, causes=causes)
    named = logs if isinstance(logs, Mapping) else {"log": logs}
    pieces = {name: text if isinstance(text, bytes) else text.encode() for name, text in named.items()}
    return one.judge([one.scan(name, [data]) for name, data in pieces.items()])


def content_of(one: Engine) -> dict[str, Any]:
    """Return the signatures.json of an engine's book."""
    return {**to_json(one.matcher.signatures, one.about, one.figures), "engine": engine_json()}


def node_program() -> str:
    """Return Node's path; without it a test is skipped, but not in CI."""
    program = shutil.which("node")
    if program is None:
        assert not os.environ.get("CI"), "CI runs JavaScript under Node"
        pytest.skip("Node is not installed")
    return program


def node(script: str, request: Any, timeout: float = 120) -> list[Any]:
    """Return what a script of tests/conformance prints for *request*: one JSON value a line."""
    command = [node_program(), str(FOLDER / script)]
    text = json.dumps(request)
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=timeout)
    return [json.loads(line) for line in result.stdout.split("\n")[:-1]]


def in_node(one: Engine, cases: Iterable[Mapping[str, bytes]]) -> list[str]:
    """Return the answers, as text, that the engine in JavaScript gives; a case is its logs by name."""
    logs = [[{"name": name, "pieces": [b64encode(data).decode()]} for name, data in case.items()] for case in cases]
    return node("diagnose.mjs", {"content": content_of(one), "cases": logs})
