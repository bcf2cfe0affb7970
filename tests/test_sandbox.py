"""Parts that misbehave: whatever they do, the run ends, says what happened, and leaves nothing behind."""

import os
import sys
import time
import uuid
from pathlib import Path

import pytest

from faultbook.snippets.sandbox import KEEP, Limits, run_command

ENV = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def python(code, tmp_path, **limits):
    return run_command([sys.executable, "-c", code], tmp_path, ENV, Limits(**{"seconds": 20, **limits}))


def running(marker):
    """Return the processes whose command line holds *marker*."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if marker in (entry / "cmdline").read_bytes().decode("utf-8", "replace"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def test_output_and_error_come_in_order_with_the_exit_code(tmp_path):
    ended = python(
        "import sys; print('a', flush=True); print('b', file=sys.stderr, flush=True); print('c'); sys.exit(3)", tmp_path
    )

    assert (ended.status, ended.output) == (3, "a\nb\nc\n")


def test_a_signal_is_told_as_its_negative_number(tmp_path):
    assert python("import os; os.kill(os.getpid(), 9)", tmp_path).status == -9


def test_a_grandchild_in_its_own_session_that_ignores_sigterm_ends_with_the_part(tmp_path):
    marker = uuid.uuid4().hex
    grandchild = f"import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)  # {marker}"
    code = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {grandchild!r}], start_new_session=True); print('left')"
    ended = python(code, tmp_path)

    assert (ended.status, ended.output, ended.killed) == (0, "left\n", 1)
    assert running(marker) == []


def test_a_part_that_hangs_is_stopped_with_all_that_it_started(tmp_path):
    marker = uuid.uuid4().hex
    code = f"import os, time\nos.fork()\nos.fork()\ntime.sleep(600)  # {marker}"
    started = time.monotonic()
    ended = python(code, tmp_path, seconds=1)

    assert ended.timed_out
    assert time.monotonic() - started < 15
    assert running(marker) == []


def test_a_fork_bomb_is_held_and_removed(tmp_path):
    marker = uuid.uuid4().hex
    code = f"import os, time\nwhile True:\n    try: os.fork()\n    except OSError: time.sleep(0.01)  # {marker}"
    ended = python(code, tmp_path, seconds=2, processes=60)

    assert ended.timed_out
    assert ended.killed <= 61
    assert running(marker) == []


def test_a_gigabyte_of_output_is_cut_and_stopped(tmp_path):
    ended = python("import sys\nfor _ in range(1024): sys.stdout.write('x' * 2**20)", tmp_path)

    assert ended.flooded
    assert len(ended.output) < 2 * KEEP + 100
    assert "bytes left out]" in ended.output


def test_closing_standard_output_does_not_end_the_run_early(tmp_path):
    ended = python("import os, time; os.close(1); os.close(2); time.sleep(0.5); open('done', 'w').close()", tmp_path)

    assert ended.status == 0
    assert (tmp_path / "done").exists()


def test_output_that_is_not_utf8_is_kept_with_replacements(tmp_path):
    ended = python("import sys; sys.stdout.buffer.write(b'a\\xffb\\n')", tmp_path)

    assert ended.output == "a\ufffdb\n"


def test_memory_over_the_limit_is_refused(tmp_path):
    ended = python("x = bytearray(700 * 2**20); print(len(x))", tmp_path, memory=256 * 2**20)

    assert ended.status != 0
    assert "734003200" not in ended.output


def test_a_file_over_the_limit_is_not_written(tmp_path):
    ended = python("open('big', 'wb').write(b'x' * 2**22)", tmp_path, file_size=2**20)

    assert ended.status != 0
    assert (tmp_path / "big").stat().st_size <= 2**20


def test_no_other_host_can_be_reached_but_loopback_works(tmp_path):
    code = """
import socket
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname(), 2)
print([name for _, name in socket.if_nameindex()])
"""
    ended = python(code, tmp_path)
    if ended.network != "cut":
        assert ended.network.startswith("could not be cut: ")
        pytest.skip(f"the network {ended.network}")

    assert (ended.status, ended.output) == (0, "['lo']\n")


def test_declared_network_stays_open(tmp_path):
    assert python("pass", tmp_path, network=True).network == "open"


def test_the_environment_is_exactly_what_was_given(tmp_path):
    os.environ["FAULTBOOK_CALLERS_OWN"] = "1"
    try:
        ended = python("import os; print('FAULTBOOK_CALLERS_OWN' in os.environ)", tmp_path)
    finally:
        del os.environ["FAULTBOOK_CALLERS_OWN"]

    assert ended.output == "False\n"


def test_a_command_that_is_not_there_says_so(tmp_path):
    ended = run_command(["no-such-command"], tmp_path, ENV, Limits(seconds=5))

    assert (ended.status, ended.output) == (127, "cannot start no-such-command: No such file or directory\n")
