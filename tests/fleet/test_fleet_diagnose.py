"""Logs read on a cluster: one verdict, the same bytes as on one machine."""

import gzip
import json

import pytest
from site_build import ROOT
from small_cluster import fleet

from faultbook.diagnosis.report import to_text
from faultbook.diagnosis.session import book_of, engine_of, results_of, sorted_out
from faultbook.diagnosis.sources import Source, find_sources
from faultbook.fleet.address import Address
from faultbook.fleet.node import scan_here
from faultbook.fleet.scan import batches, results_on

pytestmark = pytest.mark.xdist_group("cluster")
INCIDENTS = sorted(path.parent for path in ROOT.glob("incidents/*/incident.yaml"))
FAILED = (ROOT / "incidents" / "oom-with-gigabytes-free" / "slurm-90417.out").read_bytes()


@pytest.fixture(scope="module")
def content():
    return book_of(ROOT)


@pytest.fixture
def logs(tmp_path):
    """Many logs of one job: one tells of the failure, one is packed, one is cut within its archive, one is no text."""
    healthy = b"".join(file.read_bytes() for file in sorted((ROOT / "tests" / "benign").glob("*.log")))[:8000]
    for number in range(300):
        (tmp_path / f"rank{number:03}.log").write_bytes(healthy)
    (tmp_path / "rank077.log").write_bytes(FAILED)
    (tmp_path / "rank300.log.gz").write_bytes(gzip.compress(healthy * 4))
    (tmp_path / "rank301.log.gz").write_bytes(gzip.compress(healthy * 4, 0)[:9000])
    (tmp_path / "core").write_bytes(b"\x7fELF" + bytes(range(256)) * 40)
    return tmp_path


def test_every_incident_is_diagnosed_on_the_cluster_in_the_same_bytes(nodes, content, monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)
    monkeypatch.chdir(ROOT)
    engine = engine_of(content)
    sources = {folder.name: find_sources([str(folder.relative_to(ROOT))]) for folder in INCIDENTS}
    every = [source for each in sources.values() for source in each]
    said = []
    found = iter(results_on(Address(), engine, content, every, lambda _: None, said.append))
    assert said == []
    for each in sources.values():
        there = sorted_out([next(found) for _ in each])
        here = sorted_out(results_of(engine, content, each, lambda _: None))
        assert there[1] == here[1]
        assert to_text(engine.answer(there[0])) == to_text(engine.answer(here[0]))


def test_a_folder_of_many_logs_gives_the_answer_and_the_exit_code_of_one_machine(nodes, logs):
    words = ("diagnose", "--json", "--root", str(ROOT), str(logs))
    there = fleet(*words, "--on", "ray", address=nodes.address)
    here = fleet(*words, address=nodes.address)
    assert there.returncode == here.returncode == 1
    assert there.stdout == here.stdout
    assert there.stderr == here.stderr  # which could not be read, and why
    assert "core is no text" in here.stderr
    assert "what comes before is diagnosed" in here.stderr


def test_a_log_that_a_node_does_not_see_as_it_is_here_is_left_to_the_caller(tmp_path, content):
    (tmp_path / "seen.log").write_bytes(FAILED)
    (tmp_path / "other.log").write_bytes(FAILED)
    logs = [
        ("seen.log", str(tmp_path / "seen.log"), len(FAILED)),
        ("gone.log", str(tmp_path / "gone.log"), 5),
        ("other.log", str(tmp_path / "other.log"), len(FAILED) + 1),
    ]
    seen, gone, other = scan_here(logs, json.dumps(content).encode(), lambda _: None).results
    assert (gone, other) == (None, None)
    assert seen[0].name == "seen.log"  # as the reader named it, not where it was found
    assert seen[1] is None


def test_batches_hold_every_log_once_and_about_as_many_bytes_each():
    sources = [Source(str(number), number * 1000) for number in range(1000)]
    shares = batches(sources, range(1000), 8)
    assert sorted(index for share in shares for index in share) == list(range(1000))
    sizes = [sum(sources[index].size for index in share) for share in shares]
    assert max(sizes) - min(sizes) <= 1_000_000
    assert batches(sources, [], 8) == []
    assert batches(sources, [3], 8) == [[3]]


def test_an_unknown_place_to_read_on_is_wrong_use(logs):
    done = fleet("diagnose", "--root", str(ROOT), str(logs / "rank077.log"), "--on", "slurm", address="")
    assert done.returncode == 2
    assert done.stderr == "faultbook: 'slurm' is no place to run on: write --on ray, or --on ray://HOST[:PORT]\n"
