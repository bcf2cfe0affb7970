"""Several parts at once: within the machine, longest first, and with nothing lost when somebody stops them."""

import json
import os
import signal
import subprocess
import sys
import time
import uuid

import pytest
from small_book import SLUG, add_part, write_book
from test_sandbox import running

from faultbook.book import load_book
from faultbook.local import Local, Machine, heaviest_first
from faultbook.runner import NoPartError, Runner, run_here, step_of
from faultbook.session import Session

GIB = 1 << 30


class Events:
    """Watches which steps run together."""

    def __init__(self):
        self.now, self.most, self.order = set(), 0, []

    def begins(self, step, where):
        self.now.add(step.part.name)
        self.order.append((step.part.name, where))
        self.most = max(self.most, len(self.now))

    def ends(self, step):
        self.now.remove(step.part.name)

    def line(self, step, text):  # noqa: ARG002 - as the protocol has it
        raise AssertionError(text)


@pytest.fixture
def book(tmp_path):
    root = write_book(tmp_path)
    for name in ("confirm_a", "confirm_b", "confirm_c"):
        add_part(root, name, "done\n", "import time; time.sleep(0.3); print('done')")
    return root


def steps_of(root, *names):
    return [step_of(root, SLUG, name, "cpu") for name in names]


def run(root, machine, *names):
    events = Events()
    local = Local(Runner(load_book(root)[0]), machine, events)
    return list(local.run(steps_of(root, *names), provision=False)), events


def test_as_many_parts_run_at_once_as_the_machine_has_places(book):
    names = ("confirm_a", "confirm_b", "confirm_c")
    for jobs in (1, 2, 3):
        results, events = run(book, Machine(jobs, 64 * GIB), *names)
        assert events.most == jobs
        assert {result.step.part.name: result.outcome.state for result in results} == dict.fromkeys(names, "passed")


def test_parts_that_need_the_memory_of_the_machine_wait_for_each_other(book):
    for name in ("confirm_a", "confirm_b"):
        add_part(book, name, "done\n", "print('done')", head='needs = {memory = "3 GiB"}')
    _, events = run(book, Machine(3, 5 * GIB), "confirm_a", "confirm_b", "confirm_c")

    assert events.most == 2
    names = [name for name, _ in events.order]
    assert names.index("confirm_c") < max(names.index("confirm_a"), names.index("confirm_b"))


def test_a_part_that_needs_more_than_is_free_runs_alone(book):
    add_part(book, "confirm_a", "done\n", "print('done')", head='needs = {memory = "3 GiB"}')
    results, events = run(book, Machine(3, 2 * GIB), "confirm_a", "confirm_b")

    assert (len(results), events.most) == (2, 1)


def test_gpus_are_given_out_once_and_told(book):
    for name in ("confirm_a", "confirm_b", "confirm_c"):
        add_part(book, name, "done\n", "print('done')", head='targets = ["sm_90"]\nneeds = {gpus = 1}')
    events = Events()
    machine = Machine(3, 64 * GIB, ("4", "7"))
    local = Local(Runner(load_book(book)[0]), machine, events)
    steps = [step_of(book, SLUG, name, "sm_90") for name in ("confirm_a", "confirm_b", "confirm_c")]
    results = list(local.run(steps, provision=False))

    assert len(results) == 3
    assert events.most == 2
    assert {where for _, where in events.order} == {"GPU 4", "GPU 7"}


def test_what_took_longest_comes_first_and_what_never_ran_before_all(book):
    Session(load_book(book)[0], lambda _: None).run(
        steps_of(book, "confirm_a", "confirm_b", "confirm_c"), provision=False, accept=False
    )
    for name, seconds in (("confirm_a", 2.0), ("confirm_b", 9.0), ("confirm_c", 5.0)):
        file = book / "evidence" / SLUG / f"{name}@cpu.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | {"seconds": seconds}))
    steps = steps_of(book, "confirm_a", "confirm_b", "confirm_c", "reproduce")

    assert [step.part.name for step in heaviest_first(book, steps)] == [
        "reproduce", "confirm_b", "confirm_c", "confirm_a",
    ]  # fmt: skip


def test_parts_of_one_warm_parent_follow_each_other_and_no_two_places_begin_with_the_same(book):
    show = "import torch\nprint('done')"
    for name, head in (("confirm_b", ""), ("confirm_c", ""), ("prevent_d", 'env = {OMP_NUM_THREADS = "1"}')):
        add_part(book, name, "done\n", show, head=head, dependencies='"torch>=2.8"')
    names = ("confirm_b", "prevent_d", "confirm_a", "confirm_c")
    ordered = heaviest_first(book, steps_of(book, *names))
    results, events = run(book, Machine(2, 64 * GIB), "confirm_b", "confirm_c", "prevent_d")

    assert [step.part.name for step in ordered] == ["confirm_b", "confirm_c", "prevent_d", "confirm_a"]
    assert [name for name, _ in events.order[:2]] == ["confirm_b", "prevent_d"]
    assert {result.outcome.state for result in results} == {"passed"}


def test_one_part_runs_by_its_names_alone(book):
    result = run_here(book, SLUG, "confirm_a", "cpu")

    assert (result.outcome.state, result.record.part) == ("passed", "confirm_a")
    assert not (book / "evidence").exists()
    with pytest.raises(NoPartError, match="memory/widget/confirm_z: there is no such part"):
        run_here(book, SLUG, "confirm_z", "cpu")
    (book / "snippets" / SLUG / "confirm_a.py").write_text("'''No head.'''\n")
    with pytest.raises(NoPartError, match="the part has no '# /// script' head"):
        run_here(book, SLUG, "confirm_a", "cpu")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_parts_and_loses_no_record(book, number):
    marker = uuid.uuid4().hex
    add_part(
        book,
        "confirm_b",
        "",
        f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import time; time.sleep(60)  # {marker}'])",
    )
    add_part(book, "confirm_c", "", "import time; time.sleep(60)")
    command = [sys.executable, "-m", "faultbook.cli", "run", SLUG.rpartition("/")[2], "-j", "3"]
    with subprocess.Popen(
        command, cwd=book, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        wanted = {"confirm_a", "reproduce", "fix_oil"}
        deadline = time.monotonic() + 60
        while {file.name.partition("@")[0] for file in book.glob(f"evidence/{SLUG}/*")} < wanted or not running(marker):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(process.pid, number)
        said, error = process.communicate(timeout=30)

    assert process.returncode == 130
    assert (
        "stopped: 3 of 5 parts had ended, and their records are written; run --stale goes on with the others" in error
    )
    assert "FAIL" not in said
    assert running(marker) == []
    assert {file.name.partition("@")[0] for file in book.glob(f"evidence/{SLUG}/*")} == wanted


def test_records_are_the_same_with_and_without_warm_parents_and_in_any_number(book):
    def records(*options):
        subprocess.run(
            [sys.executable, "-m", "faultbook.cli", "run", *options], cwd=book, check=True, capture_output=True
        )
        return {
            file.name: {
                key: value for key, value in json.loads(file.read_text()).items() if key not in {"seconds", "time"}
            }
            for file in book.glob(f"evidence/{SLUG}/*@*")
        }

    assert records("-j", "1") == records("-j", "3", "--fresh")
    assert len(records("-j", "2")) == 5
