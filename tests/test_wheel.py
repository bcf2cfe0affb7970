"""The wheel carries the compiled book: an installation without a repository diagnoses and explains, offline."""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from faultbook.diagnosis.session import book_of
from faultbook.exports.alerts import as_prometheus
from faultbook.exports.library import entries_of, library_text

ROOT = Path(__file__).parent.parent
LOG = ROOT / "incidents" / "inplace-relu-in-a-fork" / "train.log"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return a folder with what the wheel holds, as an installer lays it out."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    # Of a copy: in the tree itself other tests' interpreters write what they compile, and take it away half written.
    without = shutil.ignore_patterns(".*_cache", ".hypothesis", ".venv", "__pycache__", "*.egg-info", "build", "site")
    source = shutil.copytree(ROOT, folder / "source", symlinks=True, ignore=without)
    # The build's own requirements are installed here: nothing is fetched.
    command = [*pip, "--no-build-isolation", "--wheel-dir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    target = folder / "site"
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(target)
    return target


def faultbook(installed, *arguments):
    command = [
        sys.executable,
        "-S",
        "-c",
        "import sys; sys.path[:0] = sys.argv.pop(1).split('|'); from faultbook.cli import main; main()",
    ]
    paths = "|".join([str(installed), *(path for path in sys.path if path.endswith("site-packages"))])
    return subprocess.run([*command, paths, *arguments], capture_output=True, text=True, check=False, cwd=installed)


def test_the_wheel_holds_the_book_as_it_is(installed):
    assert json.loads((installed / "faultbook" / "book.json").read_text("utf-8")) == json.loads(
        json.dumps(book_of(ROOT))
    )


def test_the_wheel_holds_what_the_site_needs(installed):
    own = ROOT / "site_plugins" / "faultbook_mkdocs"
    files = {path.relative_to(own) for path in own.rglob("*") if path.is_file() and "__pycache__" not in path.parts}

    assert {path for path in files if not (installed / "faultbook_mkdocs" / path).is_file()} == set()


def test_an_installation_diagnoses_without_a_repository(installed):
    result = faultbook(installed, "diagnose", "--json", str(LOG))

    assert (result.returncode, result.stderr) == (1, "")
    assert json.loads(result.stdout)["diagnoses"][0]["slug"] == "training/autograd-inplace-modified"


def test_an_installation_explains_without_a_repository(installed):
    result = faultbook(installed, "explain", "autograd-inplace-modified")

    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("Backward fails: ")


def test_the_wheel_holds_the_published_entries_as_they_are(installed):
    assert (installed / "faultbook" / "published.json").read_text("utf-8") == library_text(entries_of(ROOT))


def test_an_installation_exports_without_a_repository(installed):
    alerts = faultbook(installed, "export", "alerts", "--address", "https://faultbook.example/")
    markdown = faultbook(installed, "export", "markdown", "cuda-oom-capacity")

    assert (alerts.returncode, alerts.stderr) == (0, "")
    assert alerts.stdout == as_prometheus(entries_of(ROOT), "https://faultbook.example/")
    assert (markdown.returncode, markdown.stderr) == (0, "")
    assert markdown.stdout.startswith("# CUDA out of memory because the tensors themselves do not fit\n")


def test_an_installation_exports_without_loading_what_only_a_site_needs(installed):
    code = "import sys; from faultbook.cli import main; sys.argv = ['faultbook', 'export', 'alerts']"
    code += "\ntry: main()\nexcept SystemExit: pass"
    code += "\nprint([name for name in ('markdown', 'nh3', 'bs4', 'mkdocs', 'pygments') if name in sys.modules])"
    paths = "|".join([str(installed), *(path for path in sys.path if path.endswith("site-packages"))])
    head = "import sys; sys.path[:0] = sys.argv.pop(1).split('|')\n"
    command = [sys.executable, "-S", "-c", head + code, paths]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=installed)
    assert result.stdout.splitlines()[-1] == "[]"
