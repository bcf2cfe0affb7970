"""Tracebacks put together again: chains, groups, several ranks in one stream, torn and cut ones, wrappers."""

import pytest
from diagnosing import diagnose

HEAD = "Traceback (most recent call last):"
CAUSE = "\nThe above exception was the direct cause of the following exception:\n"
DURING = "\nDuring handling of the above exception, another exception occurred:\n"


def trace(error, *frames):
    calls = frames or (("train.py", 3, "main"),)
    return "\n".join(
        [HEAD, *(f'  File "{path}", line {line}, in {name}\n    call()' for path, line, name in calls), error]
    )


def read(log):
    return diagnose(log + "\n").logs[0].traces


def roots(log):
    return [found.root.type for found in read(log)]


def test_a_traceback_is_read_with_its_frames_and_its_message():
    [found] = read(trace("ValueError: no: such", ("a.py", 1, "f"), ("b.py", 22, "<module>")))

    assert (found.first, found.last) == (1, 6)
    assert (found.root.type, found.root.message) == ("ValueError", "no: such")
    assert [(frame.path, frame.line, frame.function) for frame in found.root.frames] == [
        ("a.py", 1, "f"),
        ("b.py", 22, "<module>"),
    ]


def test_the_root_of_a_direct_cause_is_the_first():
    [found] = read(trace("ValueError: a") + "\n" + CAUSE + "\n" + trace("RuntimeError: b"))

    assert [one.type for one in found.raised] == ["ValueError", "RuntimeError"]
    assert (found.root.type, found.links) == ("ValueError", ["cause"])


def test_the_root_of_what_was_raised_during_handling_is_the_first():
    assert roots(trace("ValueError: a") + "\n" + DURING + "\n" + trace("RuntimeError: b")) == ["ValueError"]


def test_what_programs_raise_in_the_course_of_things_is_no_root():
    assert roots(trace("KeyError: 'a'") + "\n" + DURING + "\n" + trace("RuntimeError: b")) == ["RuntimeError"]


def test_a_cause_of_such_a_type_is_a_root_all_the_same():
    assert roots(trace("KeyError: 'a'") + "\n" + CAUSE + "\n" + trace("RuntimeError: b")) == ["KeyError"]


def test_a_chain_of_three_goes_back_to_its_first():
    log = (
        trace("OSError: a")
        + "\n"
        + CAUSE
        + "\n"
        + trace("ValueError: b")
        + "\n"
        + DURING
        + "\n"
        + trace("RuntimeError: c")
    )

    assert roots(log) == ["OSError"]


def test_two_tracebacks_without_a_link_are_two():
    assert roots(trace("ValueError: a") + "\n" + trace("RuntimeError: b")) == ["ValueError", "RuntimeError"]


GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "serve.py", line 9, in main
  |     async with group:
  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "serve.py", line 4, in handle
    | OSError: the disk is full
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "serve.py", line 5, in other
    | ValueError: no such model
    +------------------------------------"""


def test_the_root_of_a_group_is_its_first_leaf():
    [found] = read(GROUP)

    assert [one.type for one in found.raised] == ["ExceptionGroup", "OSError", "ValueError"]
    assert (found.root.type, found.root.frame.line) == ("OSError", 4)


def test_the_root_of_a_group_in_a_group_is_a_leaf():
    inner = GROUP.replace("OSError: the disk is full", "ExceptionGroup: inner (1 sub-exception)").replace(
        "    +---------------- 2 ----------------", "    +-+---------------- 1 ----------------"
    )

    assert roots(inner) == ["ValueError"]


def test_tracebacks_of_several_ranks_that_are_interleaved_come_apart():
    pieces = [trace(f"{name}: boom", (f"{name}.py", 3, "main")).split("\n") for name in ("OSError", "ValueError")]
    lines = [f"[rank{rank}]: {pieces[rank][at]}" for at in range(len(pieces[0])) for rank in (0, 1)]

    assert [(one.root.type, one.root.frame.path) for one in read("\n".join(lines))] == [
        ("OSError", "OSError.py"),
        ("ValueError", "ValueError.py"),
    ]


def test_lines_of_others_inside_a_traceback_are_passed_over():
    lines = trace("ValueError: boom").split("\n")
    log = "\n".join([*lines[:2], *["[rank1]: loading the weights of a layer"] * 30, "a word from below", *lines[2:]])

    assert roots(log) == ["ValueError"]


def test_a_traceback_without_an_exception_is_none():
    assert read("\n".join(trace("ValueError: boom").split("\n")[:-1])) == []


def test_a_head_whose_exception_was_cut_off_is_not_the_root_of_the_next():
    log = trace("ValueError: a") + "\n" + CAUSE + "\n" + HEAD + '\n  File "a.py", line 3, in f'

    assert roots(log) == ["ValueError"]


def test_an_exception_without_its_head_is_still_an_event():
    [event] = diagnose('  File "train.py", line 3, in main\nValueError: boom\n').events

    assert (event.line, event.raised.type) == (2, "ValueError")


def test_an_exception_of_a_name_of_its_own_ends_a_traceback():
    assert roots(trace("mylib.Sorry: out of luck")) == ["mylib.Sorry"]


def test_a_message_that_ends_in_a_line_feed_ends_there():
    assert roots(HEAD + '\n{"message": "Sorry\\n "}') == ["Sorry"]


DATA_LOADER = f"""\
{HEAD}
  File "train.py", line 30, in <module>
    for batch in loader:
  File "/x/site-packages/torch/utils/data/dataloader.py", line 733, in __next__
ValueError: Caught ValueError in DataLoader worker process 0.
Original {HEAD}
  File "/x/site-packages/torch/utils/data/_utils/worker.py", line 349, in _worker_loop
  File "data.py", line 12, in __getitem__
ValueError: row 7 has no label"""


def test_the_root_of_what_a_data_loader_wraps_is_the_original():
    [found] = read(DATA_LOADER)

    assert (found.root.message, found.root.line) == ("row 7 has no label", 9)
    assert (found.root.frame.path, found.links) == ("data.py", ["original"])


def test_the_root_of_what_a_spawned_process_raised_is_the_original():
    wrapper = trace("torch.multiprocessing.spawn.ProcessRaisedException: ")
    log = f"{wrapper}\n\n-- Process 1 terminated with the following error:\n{trace('ValueError: boom')}"

    assert roots(log) == ["ValueError"]


@pytest.mark.parametrize(
    ("frames", "path"),
    [
        ([("train.py", 1, "f"), ("/x/site-packages/torch/nn.py", 2, "g")], "train.py"),
        ([("train.py", 1, "f"), ("model.py", 2, "g"), ("/usr/lib/python3.11/json.py", 2, "h")], "model.py"),
        ([("/x/site-packages/a.py", 1, "f"), ("/x/site-packages/b.py", 2, "g")], "/x/site-packages/b.py"),
        ([("<frozen runpy>", 1, "f"), ("train.py", 2, "g")], "train.py"),
    ],
)
def test_the_frame_is_the_innermost_of_the_users_own(frames, path):
    assert read(trace("ValueError: boom", *frames))[0].root.frame.path == path


def test_an_endless_line_number_is_cut():
    [found] = read(trace("ValueError: boom", ("a.py", "9" * 30, "f")))

    assert found.root.frame.line == 999_999_999
