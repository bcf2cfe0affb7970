"""Events to an answer: each rule of the order of causes by a small log that shows it, and by a near one that does not."""

import time

import pytest
from diagnosing import diagnose, signature

JAM = signature("jam", "the printer has jammed on tray <tray:int>")
INK = signature("ink", "the cartridge is out of ink at page <page:int>")
WAIT = signature("queue", "the queue has waited for the printer", role="collateral")
HINT = signature("dust", "there may be dust in the printer", strength="hint")
BOOK = (JAM, INK, WAIT, HINT)
JAMMED = "ERROR the printer has jammed on tray 7\n"
EMPTY = "ERROR the cartridge is out of ink at page 12\n"
WAITED = "ERROR the queue has waited for the printer\n"
DUSTY = "WARNING there may be dust in the printer\n"


def entries(found):
    return [item.entry for item in found.diagnoses]


def first(found):
    event = found.initiating.event
    return found.logs[event.file].extract.name, event.line


def stamp(time, text, host=""):
    return f"2025-11-03 {time} {host}{text}\n"


# What is named.


def test_a_line_of_an_entry_is_diagnosed():
    found = diagnose(JAMMED, *BOOK)

    assert (found.verdict, entries(found), dict(found.captures)) == ("diagnosed", ["jam"], {"tray": "7"})


def test_an_entry_stands_once_with_all_its_ranks():
    found = diagnose("".join(f"[rank{rank}]: {JAMMED}" for rank in (3, 1, 3)), *BOOK)

    assert [(item.entry, item.ranks) for item in found.diagnoses] == [("jam", (1, 3))]


def test_independent_failures_are_all_reported():
    assert entries(diagnose(f"[rank0]: {JAMMED}[rank1]: {EMPTY}", *BOOK)) == ["jam", "ink"]


def test_what_follows_from_the_first_is_not_reported_beside_it():
    found = diagnose(JAMMED + EMPTY, *BOOK, causes={"jam": ["ink"]})

    assert entries(found) == ["jam"]
    assert [note.because for note in found.collateral] == ["the initiating failure causes this one"]


def test_what_follows_over_a_third_entry_is_not_reported_either():
    assert entries(diagnose(JAMMED + EMPTY, *BOOK, causes={"jam": ["queue"], "queue": ["ink"]})) == ["jam"]


def test_a_cause_comes_first_although_its_line_stands_behind():
    found = diagnose(f"[rank0]: {JAMMED}[rank1]: {EMPTY}", *BOOK, causes={"ink": ["jam"]})

    assert (entries(found), found.initiating.rank) == (["ink"], 1)


def test_what_one_process_wrote_before_does_not_follow_from_what_it_wrote_after():
    assert entries(diagnose(JAMMED + EMPTY, *BOOK, causes={"ink": ["jam"]})) == ["jam", "ink"]


def test_a_stamp_without_a_year_is_not_put_before_one_whose_year_stands_behind_a_common_prefix():
    steps = "".join(f"0: 2025-11-03 11:41:0{second},100 INFO step {second}0\n" for second in range(5))
    log = steps + JAMMED + "0: W1103 11:41:04.938000 149 torch/run.py:7] the cartridge is out of ink at page 12\n"

    assert entries(diagnose(log, *BOOK, causes={"jam": ["ink"]})) == ["jam"]


def test_what_a_clock_puts_before_does_not_follow():
    log = {"a": stamp("10:00:00,000", JAMMED), "b": stamp("10:09:00,000", EMPTY)}

    assert entries(diagnose(log, *BOOK, causes={"ink": ["jam"]})) == ["jam", "ink"]


def test_initiating_comes_before_collateral_that_stands_above():
    found = diagnose(WAITED + JAMMED, *BOOK)

    assert (entries(found), first(found)) == (["jam"], ("log", 2))


def test_collateral_alone_is_inconclusive():
    found = diagnose(WAITED, *BOOK)

    assert (found.verdict, entries(found), found.initiating.rank) == ("inconclusive", ["queue"], None)


def test_more_literal_text_comes_before_less_on_one_line():
    general = signature("general", "the printer has jammed")

    assert diagnose(JAMMED, general, JAM).diagnoses[0].entry == "jam"


def test_certain_comes_before_likely_on_one_line():
    likely = signature("long", "the printer has jammed on tray <tray:int>, which is open", strength="likely")

    assert diagnose(JAMMED[:-1] + ", which is open\n", likely, JAM).diagnoses[0].entry == "jam"


def test_a_known_failure_comes_before_an_unknown_one_that_no_clock_puts_first():
    assert first(diagnose("[rank0]: ValueError: boom\n[rank1]: " + JAMMED, *BOOK)) == ("log", 2)


def test_an_unknown_failure_that_the_clock_puts_first_stays_first():
    log = {"a": stamp("10:00:00,000", "ERROR - ValueError: boom"), "b": stamp("10:09:00,000", JAMMED)}
    found = diagnose(log, *BOOK)

    assert (first(found), entries(found)) == (("a", 1), ["jam"])


# Generic lines.

GENERIC = [
    "RuntimeError: Engine core initialization failed. See root cause above.",
    "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ",
    "ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.",
    "RuntimeError: [1] is setting up NCCL communicator, but: Connection reset by peer",
    "W1103 10:00:00.100000 77 torch/distributed/elastic/multiprocessing/api.py:900] Sending process 78 closing signal SIGTERM",
    "subprocess.CalledProcessError: Command '['python']' returned non-zero exit status 1.",
]


@pytest.mark.parametrize("generic", GENERIC)
def test_a_generic_line_never_wins_over_a_cause(generic):
    for log in (f"ValueError: boom\n{generic}\n", f"{generic}\nValueError: boom\n"):
        found = diagnose(log)
        assert (found.verdict, found.initiating.event.raised.type) == ("unrecognised", "ValueError")


@pytest.mark.parametrize("generic", GENERIC)
def test_a_generic_line_alone_is_inconclusive_and_accuses_no_rank(generic):
    found = diagnose(f"[rank1]: {generic}\n")

    assert (found.verdict, found.initiating.rank) == ("inconclusive", None)
    assert found.missing is not None


def test_a_peer_that_went_away_names_the_log_to_fetch():
    found = diagnose("n1:7:8 [0] socket.cc:9 NCCL WARN Connection closed by remote peer node-7<5000>\n")

    assert (found.verdict, found.missing.collect) == ("inconclusive", "the log of node-7 from the same minute")


# Kernel and driver.

XID = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus."


def kernel(time, program, error="ERROR - ValueError: boom"):
    return diagnose({"dmesg": stamp(time, "n kernel: " + XID).replace(" ", "T", 1).replace(" n", "+00:00 n", 1),
                     "log": stamp(program, error).replace(" ", "T", 1).replace(" ERROR", "+00:00 ERROR", 1)})  # fmt: skip


def test_the_kernel_explains_what_comes_within_a_minute():
    assert first(kernel("10:00:00", "10:00:40")) == ("dmesg", 1)


def test_the_kernel_may_be_late_by_seconds():
    assert first(kernel("10:00:03", "10:00:00")) == ("dmesg", 1)


@pytest.mark.parametrize(("time", "program"), [("08:00:00", "10:00:00"), ("10:02:00", "10:00:00")])
def test_the_kernel_does_not_explain_what_comes_hours_later_or_before(time, program):
    assert first(kernel(time, program)) == ("log", 1)


def test_the_kernel_explains_a_wait_that_ended_half_an_hour_later():
    wait = "ERROR - TimeoutError: timed out"

    assert first(kernel("10:00:00", "10:25:00", wait)) == ("dmesg", 1)
    assert first(kernel("10:00:00", "10:25:00")) == ("log", 1)


def test_seconds_since_boot_may_explain_anything():
    assert first(
        diagnose({"log": stamp("10:00:00", "ERROR - ValueError: boom"), "dmesg": f"[ 3056.662470] {XID}\n"})
    ) == (
        "dmesg",
        1,
    )


@pytest.mark.parametrize(("number", "line"), [(79, 1), (31, 2), (13, 2), (43, 2), (45, 2), (154, 2)])
def test_an_xid_that_another_fault_brings_about_is_not_the_cause(number, line):
    log = f"NVRM: Xid (PCI:0000:3b:00): {number}, pid=7, name=python, x\n[rank0]: ValueError: boom\n"

    assert first(diagnose(log)) == ("log", line)


def test_the_rank_of_a_device_is_that_of_its_bus():
    nccl = "n1:77:88 [3] NCCL INFO comm 0x1 rank {} nranks 8 cudaDev 3 nvmlDev 3 busId {} commId 0x2 - Init START\n"
    log = nccl.format(11, "3b000") + nccl.format(12, "4b000") + XID + "\n"

    assert diagnose(log).initiating.rank == 11


def test_the_rank_of_a_killed_process_is_that_of_its_pid():
    log = (
        "Out of memory: Killed process 77 (python) total-vm:1kB\n"
        "E1103 10:00:00.100000 70 torch/distributed/elastic/multiprocessing/api.py:900] failed (exitcode: -9) local_rank: 3 (pid: 77) of binary: python\n"
    )

    assert (diagnose(log).initiating.rank, first(diagnose(log))) == (3, ("log", 1))


def test_the_source_line_that_raises_a_message_is_not_the_message():
    source = '  File "printer.py", line 7, in feed\n    raise OSError("the printer has jammed on tray 7")\n'
    log = f"Traceback (most recent call last):\n{source}OSError: the printer has jammed on tray 7\n"

    assert first(diagnose(log, *BOOK)) == ("log", 4)
    assert first(diagnose(log.replace("OSError: the", "OSError: a"), *BOOK)) == ("log", 3)


def test_a_task_that_srun_reports_as_ended_did_not_go_on_when_another_did():
    steps = "".join(f"0: step {number} loss 2.5\n" for number in range(9))
    died = "1: Traceback (most recent call last):\n1: ValueError: boom\nsrun: error: n1: task {}: Exited with exit code 1\n"

    assert diagnose(steps + died.format(1) + steps).verdict == "unrecognised"
    assert diagnose(steps + died.format(0) + steps).initiating is None


def test_one_process_id_on_two_hosts_is_two_ranks():
    start = (
        "{0}:72:80 [1] NCCL INFO comm 0x1 rank {1} nranks 8 cudaDev 1 nvmlDev 1 busId 2b000 commId 0x2 - Init START\n"
    )
    failed = "{}:72:90 [1] misc/ibvwrap.cc:332 NCCL WARN Call to ibv_reg_mr failed with error Cannot allocate memory\n"
    logs = {host: start.format(host, rank) for host, rank in (("pod-0", 1), ("pod-1", 5))}

    assert diagnose(logs | {"pod-1": logs["pod-1"] + failed.format("pod-1")}).initiating.rank == 5
    assert diagnose(logs | {"a": failed.format("pod-1")}).initiating.rank == 5
    assert diagnose(logs | {"a": failed.format("pod-7")}).initiating.rank is None


def test_what_a_switch_reports_is_no_one_ranks():
    switch = "[  7.100000] nvidia-nvswitch1: SXid (PCI:0000:0a:00.0): 24007, Fatal, Link 12 sourcetrack timeout error\n"
    ranks = "".join(
        f"[rank{rank}]: torch.AcceleratorError: CUDA error: unspecified launch failure\n" for rank in (1, 6)
    )
    found = diagnose({"dmesg": switch, "log": ranks})

    assert (first(found), found.initiating.rank) == (("dmesg", 1), None)


ENDED = """E1103 10:00:00.100000 70 torch/distributed/elastic/multiprocessing/api.py:900] failed (exitcode: -11) local_rank: 0 (pid: 77) of binary: python
Failures:
[1]:
  time      : 2025-11-03_10:00:0{second}
  host      : node-1
  rank      : 1 (local_rank: 1)
  exitcode  : {code} (pid: 78)
Root Cause (first observed failure):
[0]:
  time      : 2025-11-03_10:00:00
  host      : node-1
  rank      : 0 (local_rank: 0)
  exitcode  : -11 (pid: 77)
"""


@pytest.mark.parametrize(
    ("second", "code", "rank", "one_of"), [(0, -11, None, (0, 1)), (5, -11, 0, ()), (0, -15, 0, ()), (0, 1, 0, ())]
)
def test_ranks_that_died_alike_within_a_second_are_not_told_apart(second, code, rank, one_of):
    found = diagnose(ENDED.format(second=second, code=code))

    assert (found.initiating.rank, found.initiating.one_of) == (rank, one_of)


def test_thousands_of_lines_of_the_kernel_and_of_errors_are_judged_in_seconds():
    log = "".join(
        stamp(f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}", XID)
        + stamp("23:00:00", "ERROR - ValueError: boom")
        for number in range(5000)
    )
    start = time.process_time()

    assert diagnose(log).verdict == "unrecognised"
    assert time.process_time() - start < 8  # each against each takes twice that


# Crashes and exit codes.


def test_a_named_cause_comes_before_a_crash():
    assert first(diagnose("[rank1]: Segmentation fault (core dumped)\n[rank0]: ValueError: boom\n")) == ("log", 2)


def test_a_crash_that_the_clock_puts_before_an_unknown_error_comes_first():
    log = {
        "a": stamp("10:00:00,000", "Segmentation fault (core dumped)"),
        "b": stamp("10:05:00,000", "ERROR - ValueError: boom"),
    }

    assert first(diagnose(log)) == ("a", 1)


def test_killed_alone_is_a_crash_and_asks_for_the_kernels_log():
    found = diagnose("step 5\nKilled\n")

    assert (found.verdict, found.initiating.event.kind, found.missing.collect) == ("unrecognised", "killed", "dmesg -T")


def test_killed_behind_an_error_is_how_it_was_ended():
    assert first(diagnose("ValueError: boom\nKilled\n")) == ("log", 1)


def test_an_exit_code_alone_is_inconclusive_and_asks_for_the_output():
    found = diagnose("E1103 10:00:00.1 70 a/b.py:900] failed (exitcode: 1) local_rank: 3 (pid: 77) of binary: python\n")

    assert (found.verdict, found.initiating.rank) == ("inconclusive", 3)
    assert found.missing.collect.startswith("the output of rank 3")


@pytest.mark.parametrize("code", [-15, 143, 0])
def test_a_process_that_another_ended_is_not_the_cause(code):
    found = diagnose(f"[rank1]: exit code: {code}\n[rank2]: exit code: 1\n")

    assert first(found) == ("log", 2)


def test_a_cut_log_is_inconclusive():
    found = diagnose("loading the model\nloading the weights\nloa")

    assert (found.verdict, found.initiating, found.missing.collect) == ("inconclusive", None, "the rest of the log")


# Which rank.

WATCHDOG = (
    "[rank{0}]:[E1103 10:12:31.1 P.cpp:6] [PG ID 0 PG GUID 0(default_pg) Rank {0}] Watchdog caught collective operation "
    "timeout: WorkNCCL(SeqNum={1}, OpType={2}, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600001 milliseconds\n"
)
COUNTERS = "[rank{0}]:[E1103 10:12:31.1 P.cpp:6] [PG ID 0 PG GUID 0(default_pg) Rank {0}] last enqueued work: {1}, last completed work: 4\n"


def late(*reports):
    return diagnose("".join(WATCHDOG.format(rank, seq, op) for rank, (seq, op) in enumerate(reports))).initiating


def test_the_rank_with_the_fewest_collectives_is_late():
    log = "".join(
        WATCHDOG.format(rank, 5, "ALLREDUCE") + COUNTERS.format(rank, 4 if rank == 2 else 5) for rank in range(4)
    )

    assert diagnose(log).initiating.rank == 2


def test_counters_that_all_agree_accuse_nobody():
    log = "".join(WATCHDOG.format(rank, 5, "ALLREDUCE") + COUNTERS.format(rank, 5) for rank in range(4))

    assert diagnose(log).initiating.rank is None


def test_the_rank_at_an_earlier_collective_is_late():
    assert late((9, "ALLREDUCE"), (8, "ALLREDUCE"), (9, "ALLREDUCE"), (9, "ALLREDUCE")).rank == 1


def test_the_rank_in_another_operation_is_the_odd_one():
    assert late((9, "ALLREDUCE"), (9, "ALLREDUCE"), (9, "ALLREDUCE"), (9, "BROADCAST")).rank == 3


def test_of_two_ranks_in_two_operations_neither_is_accused():
    found = late((9, "ALLREDUCE"), (9, "BROADCAST"))

    assert (found.rank, found.one_of) == (None, (0, 1))


def test_the_silent_rank_is_late():
    log = "world_size=4\n" + "".join(WATCHDOG.format(rank, 5, "ALLREDUCE") for rank in (0, 1, 3))

    assert diagnose(log).initiating.rank == 2


def test_where_half_of_the_ranks_are_silent_none_is_accused():
    log = "world_size=4\n" + "".join(WATCHDOG.format(rank, 5, "ALLREDUCE") for rank in (0, 1))
    found = diagnose(log)

    assert found.initiating.rank is None
    assert found.missing.collect.startswith("the standard error of every rank")


def test_a_late_rank_makes_a_collateral_entry_a_diagnosis():
    entry = signature("watchdog", "Watchdog caught collective operation timeout", role="collateral")
    log = "world_size=4\n" + "".join(WATCHDOG.format(rank, 5, "ALLREDUCE") for rank in (0, 1, 3))

    assert (diagnose(log, entry).verdict, diagnose(log[:-1], entry).initiating.rank) == ("diagnosed", 2)


def test_the_rank_that_others_name_is_the_odd_one_out():
    entry = signature("size", "the tensor here differs from that of rank <peer:int>")
    log = "".join(f"[rank{rank}]: RuntimeError: the tensor here differs from that of rank 2\n" for rank in (0, 1, 3))

    assert diagnose(log, entry).initiating.rank == 2
    assert diagnose(log.split("\n", maxsplit=1)[0] + "\n", entry).initiating.rank == 0


def test_ranks_whose_clocks_cannot_tell_are_named_together():
    log = {
        "a": stamp("10:00:00,100", "ERROR [rank0]: ValueError: a"),
        "b": stamp("10:00:00,900", "ERROR [rank8]: ValueError: b"),
    }
    found = diagnose(log)

    assert (found.initiating.rank, found.initiating.one_of) == (None, (0, 8))


def test_ranks_without_clocks_in_two_files_are_named_together():
    found = diagnose({"a": "[rank0]: ValueError: a\n", "b": "[rank8]: ValueError: b\n"})

    assert (found.initiating.rank, found.initiating.one_of) == (None, (0, 8))


def test_a_clock_that_can_tell_names_one():
    log = "[rank{0}]:[E1103 10:{1}:00.100000 a.cpp:1] ValueError: a\n"
    found = diagnose({"a": log.format(8, "05"), "b": log.format(0, "00")})

    assert (found.initiating.rank, found.initiating.one_of) == (0, ())


def test_two_ranks_in_one_file_are_ordered_by_their_lines():
    found = diagnose("[rank1]: ValueError: a\n[rank0]: ValueError: b\n")

    assert (found.initiating.rank, found.initiating.one_of) == (1, ())


# What was survived, and what is healthy.

STEPS = "".join(f"step {number} loss 2.1\n" for number in range(5))


def test_a_log_that_came_to_its_end_shows_no_failure():
    found = diagnose(STEPS + "Training complete\n")

    assert (found.verdict, found.grounds.line) == ("no-failure", 6)


def test_steps_alone_are_no_grounds_for_no_failure():
    assert diagnose(STEPS).verdict == "inconclusive"


def test_a_server_that_still_answers_shows_no_failure():
    answer = 'INFO: 10.0.0.1:5000 - "POST /v1/completions HTTP/1.1" 200 OK\n'

    assert diagnose(answer * 3).verdict == "no-failure"
    assert diagnose(answer * 3 + "loading\n" * 90).verdict == "inconclusive"


def test_probes_are_no_answers():
    assert diagnose('INFO: 10.0.0.1:5000 - "GET /health HTTP/1.1" 200 OK\n' * 9).verdict == "inconclusive"


def test_an_exception_after_which_the_steps_go_on_was_survived():
    found = diagnose("ValueError: boom\n" + STEPS + "Training complete\n")

    assert (found.verdict, found.initiating) == ("no-failure", None)


def test_an_exception_after_the_last_step_was_not_survived():
    assert diagnose(STEPS + "ValueError: boom\n").verdict == "unrecognised"


def test_a_retry_and_one_step_show_that_it_was_survived():
    log = "ConnectionError: no answer\nretrying in 3 s\nstep 6 loss 2.1\n"

    assert diagnose(log).verdict == "inconclusive"
    assert diagnose(log.replace("retrying in 3 s", "that was it")).verdict == "unrecognised"


def test_an_end_before_a_fatal_exit_is_none():
    log = "[rank1]: ValueError: boom\nEvaluation finished\nE1103 10:00:00.1 70 a/b.py:900] failed (exitcode: 1) local_rank: 1 (pid: 77) of binary: python\n"

    assert first(diagnose(log)) == ("log", 1)


def test_what_did_not_run_successfully_is_no_end():
    log = "ValueError: boom\nGetting requirements to build wheel did not run successfully.\n"

    assert first(diagnose(log)) == ("log", 1)


def test_what_the_kernel_saw_is_not_survived_by_steps():
    assert diagnose(f"{XID}\n" + STEPS).verdict == "unrecognised"


def test_the_word_error_is_no_failure():
    log = (
        STEPS
        + "INFO error rate 0.1, 0 errors\nWARNING the error bound is loose\nERROR could not draw the plot\nTraining complete\n"
    )

    assert diagnose(log).verdict == "no-failure"


def test_a_warning_that_says_failed_is_no_failure():
    found = diagnose("loading\nWARNING Unable to resolve the host name, using the loopback address\n")

    assert (found.verdict, found.initiating) == ("inconclusive", None)


def test_an_error_at_the_end_without_grounds_is_unrecognised():
    found = diagnose("loading\nERROR could not open the tray\n")

    assert (found.verdict, first(found)) == ("unrecognised", ("log", 2))


# Hints, and what is unknown.


def test_a_hint_alone_is_inconclusive_and_says_how_to_confirm():
    found = diagnose(DUSTY, *BOOK)

    assert (found.verdict, entries(found), found.entry, found.missing.collect) == (
        "inconclusive",
        ["dust"],
        None,
        "dry?",
    )


def test_a_hint_beside_a_failure_is_not_the_failure():
    found = diagnose(DUSTY + JAMMED, *BOOK)

    assert (entries(found), first(found)) == (["jam"], ("log", 2))


def test_a_failure_that_no_entry_knows_is_quoted_with_the_users_frame():
    log = (
        'Traceback (most recent call last):\n  File "train.py", line 30, in main\n'
        '  File "/x/site-packages/torch/nn.py", line 4, in f\nValueError: boom\n'
        'Traceback (most recent call last):\n  File "b.py", line 2, in g\nKeyError: 1\n'
    )
    found = diagnose(log, *BOOK)

    raised = found.initiating.event.raised
    assert (found.verdict, raised.type, raised.message) == ("unrecognised", "ValueError", "boom")
    assert (raised.frame.path, raised.frame.line) == ("train.py", 30)


def test_an_interrupt_is_a_failure_that_somebody_wanted():
    found = diagnose("step 5\nKeyboardInterrupt\n")

    assert (found.verdict, first(found)) == ("unrecognised", ("log", 2))


# What was ruled out.

MUCH = signature("much", "<asked:size> were asked for and <free:size> free", where=("free >= asked",))
LITTLE = signature("little", "<asked:size> were asked for and <free:size> free", where=("free < asked",))


def test_an_entry_is_ruled_out_by_its_numbers():
    found = diagnose("ERROR 2 GiB were asked for and 1 GiB free\n", MUCH, LITTLE)

    assert entries(found) == ["little"]
    assert [(note.slug, note.because) for note in found.ruled_out] == [
        ("area/much", "free >= asked does not hold: free = 1 GiB, asked = 2 GiB")
    ]


def test_an_entry_that_was_survived_is_ruled_out_by_the_line_that_shows_it():
    found = diagnose(
        "Traceback (most recent call last):\nValueError: the printer has jammed on tray 7\n"
        + STEPS
        + JAMMED.replace("jammed on tray 7", "ink")
        + EMPTY,
        *BOOK,
    )

    assert [(note.slug, note.line) for note in found.ruled_out] == [("area/jam", 2)]


def test_an_entry_whose_lines_do_not_stand_in_the_log_is_not_ruled_out():
    assert diagnose(JAMMED, *BOOK).ruled_out == ()


def test_an_empty_log_and_an_empty_book_say_nothing():
    assert (diagnose("").verdict, diagnose("", *BOOK).events) == ("inconclusive", ())
