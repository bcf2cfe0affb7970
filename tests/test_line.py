"""One line, read: the formats of tests/conformance/lines.json in both languages, and the traps that logs set."""

import json
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from diagnosing import content_of, diagnose, engine, node
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faultbook.diagnosis.clock import apart, read_time
from faultbook.diagnosis.formats import FORMATS
from faultbook.diagnosis.line import _that_start, common_formats, read_line

CASES = json.loads((Path(__file__).parent / "conformance" / "lines.json").read_text("utf-8"))
FIELDS = (
    "rank", "local_rank", "task", "group_rank", "device", "host", "pod", "container", "pid", "process", "coordinates",
    "ident", "stream", "severity", "source",
)  # fmt: skip


@pytest.mark.parametrize("item", FORMATS, ids=lambda item: item.name)
def test_a_format_says_what_it_may_begin_with(item):
    @settings(max_examples=60, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.from_regex(item.compiled))
    def begins(text):
        assert item in [other for other, _ in _that_start(text[:1], record=item.record)]

    begins()


def log_of(case):
    """Return a log in which most lines have the format: some count only then."""
    return (case["text"] + "\n") * case.get("times", 1)


def said(time):
    """Return a time as lines.json writes it: as far as the line states it."""
    if time["zone"] == "boot":
        return f"{time['us'] // 1_000_000}.{time['us'] % 1_000_000:06} s since boot"
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=time["us"])
    text = moment.strftime("%Y-%m-%d %H:%M:%S.%f" if time["has_year"] else "%m-%d %H:%M:%S.%f")
    digits = 7 - len(str(time["resolution"]))
    return f"{text[: len(text) - 6 + digits] if digits else text[:-7]} {time['zone']}"


def plain(line, marks):
    found = {name: line[name] for name in FIELDS if line[name] is not None}
    if line["time"] is not None:
        found["time"] = said(line["time"])
    holds = {name: {key: value for key, value in groups.items() if value} for name, groups in marks.items()}
    return {"body": line["body"], "read": found, "marks": holds}


def as_read(case):
    log = diagnose(log_of(case)).logs[0]
    line = log.lines[1]
    time = line.time and {name: getattr(line.time, name) for name in ("us", "resolution", "zone", "has_year")}
    fields = {name: getattr(line, name) for name in FIELDS} | {"body": line.body, "time": time}
    return plain(fields, {mark.name: groups for number, mark, groups in log.marks if number == 1})


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_line_is_read_as_the_case_says(case):
    assert as_read(case) == {key: case[key] for key in ("body", "read", "marks")}


def test_node_reads_every_line_as_the_case_says():
    texts = [b64encode(log_of(case).encode()).decode() for case in CASES]

    found = node("lines.mjs", {"content": content_of(engine()), "texts": texts})

    assert [plain(**item) for item in found] == [
        {key: case[key] for key in ("body", "read", "marks")} for case in CASES
    ]


@pytest.mark.parametrize(
    "text", ["[rank11]: RuntimeError: boom", "[rank11]:[E1103 10:12:31.1 a.cpp:6] boom", "[rank11]:"]
)
def test_a_rank_with_a_space_or_a_record_after_it_is_global(text):
    line = read_line(1, text)

    assert (line.rank, line.local_rank) == (11, None)


def test_a_rank_right_before_text_is_the_local_one_of_tee():
    line = read_line(1, "[rank3]:loading")

    assert (line.rank, line.local_rank, line.body) == (None, 3, "loading")


def test_of_two_ranks_the_outer_is_local_and_the_inner_global():
    line = read_line(1, "[rank1]:[rank9]: Traceback (most recent call last):")

    assert (line.rank, line.local_rank) == (9, 1)


def test_a_number_before_a_colon_is_a_task_only_where_most_lines_have_one():
    text = "3: out of paper"

    assert read_line(1, text).task is None
    assert read_line(1, text, common_formats([text] * 3)).task == 3
    assert common_formats([text] * 3 + ["the printer says"] * 3) == frozenset()


def test_a_task_is_not_the_rank_where_a_line_of_it_has_another_rank():
    log = "1: starting\n1: [rank9]: loading\n1: it is broken for good\n2: waiting\n"
    known = diagnose(log + "1: RuntimeError: boom\n")

    assert known.initiating.rank is None


def test_a_task_is_the_rank_where_nothing_says_otherwise():
    found = diagnose("0: starting\n1: starting\n1: loading\n1: RuntimeError: boom\n")

    assert found.initiating.rank == 1


def test_the_name_of_an_exception_is_no_host():
    lines = ["ValueError1: wrong"] * 3 + ["RuntimeError: wrong"] * 9

    assert read_line(1, "worker-1: RuntimeError: boom", common_formats(["worker-1: x"] * 3)).host == "worker-1"
    assert read_line(1, "RuntimeError: boom", common_formats(lines)).host is None


def test_the_bracket_of_nccl_is_a_device_and_no_rank():
    line = read_line(1, "gpu-node-07:51231:51402 [4] NCCL INFO cudaDev 4")

    assert (line.device, line.rank) == (4, None)


@pytest.mark.parametrize(
    ("group", "is_world"),
    [("PG ID 0 PG GUID 0(default_pg) ", True), ("PG ID 3 PG GUID 17 ", False), ("PG default_pg ", True), ("", True)],
)
def test_the_rank_in_a_process_group_is_global_only_in_the_default_one(group, is_world):
    line = read_line(1, f"[E a.cpp:1] [{group}Rank 3] Watchdog caught")

    assert (line.rank, line.group_rank, line.world_group) == (None, 3, is_world)


def test_a_failure_before_the_group_exists_takes_its_rank_from_the_table_of_torchrun():
    log = (
        "[default1]:Traceback (most recent call last):\n"
        '[default1]:  File "train.py", line 3, in main\n'
        "[default1]:ValueError: no such model\n"
        "Root Cause (first observed failure):\n[0]:\n"
        "  time      : 2025-11-03_10:12:31\n  host      : n1\n  rank      : 9 (local_rank: 1)\n"
        "  exitcode  : 1 (pid: 77)\n"
    )

    assert diagnose(log).initiating.rank == 9


WATCHDOG = (
    "(Worker pid=7{0}) [rank{0}]:[E1103 10:12:31.1 P.cpp:6] [PG ID 0 PG GUID 0(default_pg) Rank {0}] Watchdog caught "
    "collective operation timeout: WorkNCCL(SeqNum=5, OpType=ALLREDUCE){1}\n"
)


def test_the_rank_without_a_report_is_the_late_one():
    log = "world_size=4\n" + "".join(WATCHDOG.format(rank, "") for rank in range(3))

    assert diagnose(log).initiating.rank == 3


def test_where_ray_leaves_out_repeated_lines_no_silent_rank_is_accused():
    log = "world_size=4\n" + "".join(WATCHDOG.format(rank, "") for rank in range(2))
    log += WATCHDOG.format(2, " [repeated 2x across cluster]")

    assert diagnose(log).initiating.rank is None


def instant(text):
    return read_line(1, text).time


def test_a_comma_is_a_decimal_mark():
    assert instant("2026-11-30T02:09:02,667225+00:00 oom").us % 1_000_000 == 667_225


def test_an_offset_is_taken_off_and_both_ways_to_write_it_are_read():
    times = [instant(f"2025-11-03T{text} n kernel: x").us for text in ("04:00:00Z", "05:30:00+0130", "02:00:00-02:00")]

    assert len(set(times)) == 1


@pytest.mark.parametrize(
    "text", ["2025-13-01 00:00:00", "2025-00-01 00:00:00", "0000-01-01 00:00:00", "9999-01-01 00:00:00"]
)
def test_what_cannot_be_a_time_is_none(text):
    assert read_time({"iso": text}) is None


def test_local_times_of_two_zones_are_not_ordered():
    utc, local = instant("2025-11-03T10:00:00Z n kernel: x"), instant("2025-11-03 12:00:00 x")

    assert apart(utc, local, same_clock=False) == 0


def test_times_inside_the_uncertainty_of_two_clocks_are_not_ordered():
    one, other = instant("2025-11-03 10:00:00,100 x"), instant("2025-11-03 10:00:00,900 x")

    assert (apart(one, other, same_clock=True), apart(one, other, same_clock=False)) == (-1, 0)


def test_times_of_whole_seconds_are_not_ordered_within_one():
    one, other = instant("2025-11-03 10:00:00 x"), instant("2025-11-03 10:00:00,900 x")

    assert apart(one, other, same_clock=True) == 0


def test_seconds_since_boot_are_compared_with_one_another_only():
    boot, wall = instant("[ 3056.662470] x"), instant("2025-11-03 10:00:00 x")

    assert apart(boot, wall, same_clock=True) == 0
    assert apart(boot, instant("[ 3057.000000] x"), same_clock=True) == -1
    assert apart(boot, instant("[ 3057.000000] x"), same_clock=False) == 0


def times(log):
    return [line.time.us // 86_400_000_000 for line in diagnose(log).logs[0].lines.values() if line.time]


def days(*dates):
    return [(datetime(*date, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).days for date in dates]


def test_a_time_without_a_year_has_the_year_of_those_with_one():
    assert times("2023-05-03 10:00:00 x\nMay  3 10:00:00 n kernel: x\n") == days((2023, 5, 3), (2023, 5, 3))


@pytest.mark.parametrize(
    ("dated", "yearless", "date"),
    [
        ("2024-01-01 00:30:00 x", "Jan  1 00:31:00 n kernel: x", (2024, 1, 1)),
        ("2022-12-31 23:30:00 x", "Dec 31 23:31:00 n kernel: x", (2022, 12, 31)),
        ("2026-01-01 00:30:00 x", "Dec 31 23:59:00 n kernel: x", (2025, 12, 31)),
        ("2025-12-31 23:30:00 x", "Jan  1 00:01:00 n kernel: x", (2026, 1, 1)),
        ("2024-03-01 00:30:00 x", "Feb 29 23:59:00 n kernel: x", (2024, 2, 29)),
        ("2025-03-01 00:30:00 x", "Mar  1 00:31:00 n kernel: x", (2025, 3, 1)),
    ],
)
def test_a_time_without_a_year_is_the_nearest_such_day(dated, yearless, date):
    assert times(f"{dated}\n{yearless}\n")[1:] == days(date)


def test_times_without_a_year_run_on_over_new_year():
    before, after = times("Dec 31 23:59:00 n kernel: x\nJan  1 00:01:00 n kernel: x\n")

    assert after == before + 1


def test_a_month_may_have_one_digit_in_c10():
    assert instant("[E321 10:12:31.1 a.cpp:6] x").text == "321 10:12:31.1"


@pytest.mark.parametrize(
    "text", ["NCCL WARN Cuda failure", "Traceback (most recent call last):", "NVRM: Xid (PCI:0): 79"]
)
def test_lines_that_tell_of_failures_have_no_severity_of_their_own(text):
    assert read_line(1, f"n:1:2 [0] {text}").severity is None


def test_a_log_that_comes_newest_first_is_turned_and_keeps_its_numbers():
    stamps = [f"2025-11-03 10:00:{second:02},000 step {second}" for second in range(20)]
    stamps[5] = "2025-11-03 10:00:05,000 ValueError: first"
    stamps[9] = "2025-11-03 10:00:09,000 KeyError: second"
    found = diagnose("\n".join(reversed(stamps)) + "\n")

    assert found.logs[0].reversed
    assert [found.logs[0].number(event.line) for event in found.events] == [15, 11]


def test_what_stands_behind_may_have_been_written_before():
    steps = "".join(f"2025-11-03 10:00:{second:02},000 INFO step {second} loss 2.1\n" for second in range(9))
    log = "2025-11-03 10:01:00,000 ERROR - RuntimeError: boom\n" + steps

    [event] = [event for event in diagnose(log).events if event.line == 1]
    assert event.survived == 0


def test_of_a_progress_bar_the_last_piece_counts():
    line = read_line(1, " 10%|# | 1/9\r 50%|#### | 5/9\rRuntimeError: boom\r")

    assert line.text == "RuntimeError: boom"


def test_a_message_in_json_is_read_with_its_labels():
    line = read_line(
        1, '{"message":"RuntimeError: boom","level":"error","rank":3,"hostname":"n1","time":"2025-11-03T10:00:00Z"}'
    )

    assert (line.body, line.severity, line.rank, line.host) == ("RuntimeError: boom", "error", 3, "n1")


@pytest.mark.parametrize("text", ['{"log": 5}', '{"log": "a"', "{'log': 'a'}", '{"log": NaN}', "{" * 2000 + "}" * 2000])
def test_what_is_no_json_of_a_log_is_text(text):
    assert read_line(1, text).layers == ()
