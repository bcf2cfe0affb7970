"""The command on logs in a folder of the test, by a book of one entry."""

import subprocess
import sys

import pytest
from small_book import write_book


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    return write_book(tmp_path_factory.mktemp("book"))


@pytest.fixture
def diagnose(book, tmp_path):
    def call(*arguments, data=None, code=None):
        command = [sys.executable, *(["-c", code] if code else ["-m", "faultbook.cli"]), "diagnose"]
        full = [*command, *map(str, arguments), "--root", str(book)]
        return subprocess.run(full, cwd=tmp_path, input=data, capture_output=True, check=False, timeout=120)

    return call


@pytest.fixture
def write(tmp_path):
    def file(name, data=b"loading\nERROR widget stopped at step 3\n"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    return file
