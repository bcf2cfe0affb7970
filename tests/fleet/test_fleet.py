"""Parts on a cluster of several nodes: the same records as here, and nothing lost but what a machine took with it."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_book import FIX, SLUG, add_part, write_book
from small_cluster import cluster, fleet, node

from faultbook.book import load_book
from faultbook.fleet.address import Address, FleetError, read_address
from faultbook.session import Session
from faultbook.snippets.record import read_records

pytestmark = pytest.mark.xdist_group("cluster")
LARGE = 'needs = {memory = "5 GiB"}'  # more than the nodes have that always stand
LONG = "timeout = 600"  # none of those that wait for something may end by itself
GPU = 'targets = ["sm_90"]\nneeds = {gpus = 1, gpu_memory = "80 GiB"}'


@pytest.fixture
def book(tmp_path):
    return write_book(tmp_path)


def run(root, nodes, *words, **options):
    return fleet("run", "--on", "ray", "--root", str(root), *words, address=nodes.address, **options)


def records(root):
    found, problems = read_records(root, SLUG)
    assert not problems
    return found


def without_time(record):
    return record.model_dump(exclude={"time", "seconds"})


def test_a_record_from_the_cluster_is_the_one_that_a_run_here_writes(book, nodes):
    add_part(book, "prevent_rust", "oiled\n", "print('dry')")
    done = run(book, nodes)
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[0] == "3 parts on 3 nodes with 3 CPUs and 2 GPUs"
    assert done.stdout.splitlines()[-1] == "2 passed, 1 failed, 0 skipped"
    there = records(book)
    loaded = load_book(book)[0]
    session = Session(loaded, lambda _: None)
    session.run(session.plan(loaded.entries.values(), "cpu"), provision=False, accept=False)
    here = records(book)
    assert {key: without_time(record) for key, record in there.items()} == {
        key: without_time(record) for key, record in here.items()
    }


def test_from_outside_the_cluster_an_address_of_rays_client_does_the_same(book, nodes, client_port):
    done = fleet("run", "--on", f"ray://127.0.0.1:{client_port}", "--root", str(book), address="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "2 passed, 0 failed, 0 skipped"
    assert set(records(book)) == {("fix_oil", "cpu"), ("reproduce", "cpu")}


def test_parts_for_a_gpu_go_where_its_target_is_and_two_share_two_gpus(book, nodes, tmp_path):
    seen = tmp_path / "seen"
    seen.mkdir()
    meet = f"""
import os, pathlib, time
seen = pathlib.Path({str(seen)!r})
(seen / os.environ["CUDA_VISIBLE_DEVICES"]).touch()
while len(found := sorted(path.name for path in seen.iterdir())) < 2:
    time.sleep(0.05)
print(found)"""
    for name in ("one", "two"):
        add_part(book, f"confirm_{name}", "['0', '1']\n", meet, head=GPU)
    done = run(book, nodes, "--target", "sm_90", "--junitxml", str(book / "junit.xml"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "2 passed, 0 failed, 0 skipped"
    record = records(book)["confirm_one", "sm_90"]
    assert (record.device, record.target, record.driver) == ("Pretended H200", "sm_90", "580.1")
    assert 'errors="' not in (book / "junit.xml").read_text()


def test_what_no_node_has_is_skipped_with_what_they_have_instead(book, nodes):
    add_part(book, "confirm_eight", "oiled\n", FIX, head='targets = ["sm_90"]\nneeds = {gpus = 8}')
    add_part(book, "confirm_other", "oiled\n", FIX, head='targets = ["sm_120"]')
    add_part(book, "confirm_large", "oiled\n", FIX, head='needs = {memory = "999 GiB"}')
    add_part(book, "confirm_memory", "oiled\n", FIX, head='targets = ["sm_90"]\nneeds = {gpu_memory = "999 GiB"}')
    done = run(book, nodes, "--stale")
    said = done.stdout
    assert done.returncode == 0, said + done.stderr
    assert "confirm_eight@sm_90: needs 8 GPUs, 1 CPU and 2.0 GiB of memory on one node; " in said
    assert "confirm_large@cpu: needs 1 CPU and 999.0 GiB of memory on one node; " in said
    assert "confirm_memory@sm_90: needs 999 GiB of GPU memory; Pretended H200 has 141 GiB" in said
    assert "confirm_other" not in said  # as a run here leaves out what is for another machine
    assert said.splitlines()[-1] == "2 passed, 0 failed, 3 skipped"
    assert set(records(book)) == {("fix_oil", "cpu"), ("reproduce", "cpu")}


def held(begun):
    """Return the text of a part that says in the folder *begun* that it began, and waits until it is let go."""
    return f"""
import os, pathlib, time
begun = pathlib.Path({str(begun)!r})
(begun / str(os.getpid())).touch()
while not begun.with_name("go").exists():
    time.sleep(0.05)
{FIX}"""


def let_go(begun):
    begun.with_name("go").touch()


def wait_for(count, begun, running):
    deadline = time.monotonic() + 240
    while len(list(begun.iterdir())) < count:
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def begun(tmp_path):
    folder = tmp_path / "begun"
    folder.mkdir()
    return folder


def test_a_node_killed_in_the_middle_costs_only_what_ran_there_and_that_runs_again(book, nodes, begun):
    for number in range(4):
        add_part(book, f"confirm_{number}", "oiled\n", held(begun), head=LONG)
    third = nodes.add_node(**node())
    with run(book, nodes, "--target", "cpu", background=True) as running:
        wait_for(4, begun, running)  # one for each CPU
        nodes.remove_node(third, allow_graceful=False)
        let_go(begun)
        said, faults = running.communicate(timeout=240)
    assert running.returncode == 0, said + faults
    assert re.fullmatch(
        r"faultbook: memory/widget/confirm_.@cpu: its (node|worker on) .* was lost; it is tried again\n", faults
    )
    assert said.splitlines()[-1] == "6 passed, 0 failed, 0 skipped"
    assert all(record.passed for record in records(book).values())


def test_a_node_with_a_full_disk_gets_no_more_parts_and_another_does_them(book, nodes, begun):
    for number in range(2):
        add_part(book, f"confirm_{number}", "oiled\n", held(begun), head=f"{LARGE}\n{LONG}")
    full = nodes.add_node(**node(memory=6 << 30, env_vars={"FAULTBOOK_LEAST_FREE": str(1 << 40)}))
    other = nodes.add_node(**node(memory=6 << 30))
    with run(book, nodes, background=True) as running:
        first = next(running.stderr, "")  # one of the two has to try it there while the other node is taken
        let_go(begun)
        said, faults = running.communicate(timeout=240)
    nodes.remove_node(other)
    nodes.remove_node(full)
    assert running.returncode == 0, said + first + faults
    full_disk = (
        r"faultbook: memory/widget/.*@cpu: the disk of .+ \(.{6}\) is full: /tmp has \d+ MiB free, and a part may need "
        r"1099511627776; it is tried again"
    )
    lines = (first + faults).splitlines()
    assert lines
    assert [line for line in lines if not re.fullmatch(full_disk, line)] == []
    assert said.splitlines()[-1] == "4 passed, 0 failed, 0 skipped"


def test_a_part_killed_for_memory_is_given_twice_as_much_and_is_lost_where_there_is_none(book, nodes):
    add_part(book, "confirm_large", "oiled\n", f"import time; time.sleep(600)\n{FIX}", head=f"{LARGE}\n{LONG}")
    env = {"RAY_memory_usage_threshold": "0.01", "RAY_memory_monitor_refresh_ms": "100"}
    tight = nodes.add_node(**node(memory=6 << 30, env_vars=env))
    done = run(book, nodes, "--part", "confirm_large")
    nodes.remove_node(tight)
    assert done.returncode == 1, done.stdout + done.stderr
    killed = (
        r"faultbook: memory/widget/confirm_large@cpu: it was killed for memory on .+ \(.{6}\): "
        r"[0-9.]+GB of [0-9.]+GB were in use; it is tried again\n"
    )
    assert re.fullmatch(killed, done.stderr)
    assert "it was killed for memory, and no node has twice as much for it: needs 1 CPU and 10.0 GiB" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 0 failed, 0 skipped, 1 lost"
    assert not (book / "evidence").exists()


def test_a_cluster_that_goes_away_leaves_what_came_back_and_says_how_to_go_on(book, begun):
    add_part(book, "prevent_rust", "oiled\n", held(begun), head=LONG)
    with cluster(num_cpus=2) as own:
        address = own.address
        with run(book, own, background=True, RAY_gcs_rpc_server_reconnect_timeout_s="2") as running:
            said = [next(running.stdout) for _ in range(3)]
            wait_for(1, begun, running)
            own.head_node.kill_gcs_server()
            rest, faults = running.communicate(timeout=240)
    assert running.returncode == 1
    gone = f"the Ray cluster at {address} is gone: its head, or this machine's own node, has ended"
    assert faults == f"faultbook: {gone}; what came back is recorded, and --stale runs the rest\n"
    assert rest.splitlines() == [f"[3/3] LOST {SLUG}/prevent_rust@cpu: {gone}", "2 passed, 0 failed, 0 skipped, 1 lost"]
    assert set(records(book)) == {("fix_oil", "cpu"), ("reproduce", "cpu")}, said


def test_ctrl_c_ends_the_run_at_once_and_leaves_what_came_back(book, nodes, begun):
    add_part(book, "confirm_slow", "oiled\n", held(begun), head=LONG)
    with run(book, nodes, background=True) as running:
        wait_for(1, begun, running)
        (pid,) = (int(file.name) for file in begun.iterdir())
        said = [next(running.stdout) for _ in range(3)]
        running.send_signal(signal.SIGINT)
        rest, faults = running.communicate(timeout=240)
    assert running.returncode == 130, rest
    assert faults == "faultbook: stopped; 2 of 3 parts came back and are recorded\n", said
    assert set(records(book)) == {("fix_oil", "cpu"), ("reproduce", "cpu")}
    deadline = time.monotonic() + 120
    while Path(f"/proc/{pid}").exists():  # what ran on the node is ended there
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_where_there_is_no_cluster_one_line_says_what_to_do(book, nodes):
    nowhere = fleet("run", "--on", "ray://127.0.0.1:9", "--root", str(book), address="")
    assert nowhere.returncode == 2
    assert nowhere.stderr == (
        "faultbook: nothing answers at ray://127.0.0.1:9: Connection refused; "
        "is the head up, with 'ray start --head' and its client port?\n"
    )


@pytest.mark.parametrize(
    "on", ["rya", "ray:/head", "ray://", "ray://head:port", "ray://head:0", "ray://head:70000", "http://head"]
)
def test_another_value_of_on_is_refused(on):
    with pytest.raises(FleetError, match="is no place to run on: write --on ray, or --on ray://HOST"):
        read_address(on)


def test_an_address_without_a_port_is_that_of_rays_client():
    assert read_address("ray://head") == Address("head", 10001)
    assert read_address("ray://[fd00::1]:5") == Address("[fd00::1]", 5)


def test_without_ray_the_line_says_what_to_install(book):
    script = "import sys; sys.modules['ray'] = None; from faultbook.cli import main; main()"
    words = [sys.executable, "-c", script, "run", "--on", "ray", "--root", str(book)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        "faultbook: --on ray needs Ray, which is not installed: pip install 'faultbook[fleet]'\n",
    )
