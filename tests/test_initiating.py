"""What failed first: what the kernel saw, and which rank it was; each rule by a small log, and by a near one."""

import time

import pytest
from diagnosing import diagnose, signature
from printer import BOOK, XID, first, stamp

# Kernel and driver.


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


def test_a_device_on_a_line_with_sruns_label_is_no_rank_where_labels_are_ranks():
    warned = "5: n2:20917:20917 [1] bootstrap.cc:129 NCCL WARN Bootstrap : no way out\n"
    raised = "5: [rank{0}]: Traceback (most recent call last):\n5: [rank{0}]: ValueError: boom\n"

    assert diagnose(warned + raised.format(5)).initiating.rank == 5
    assert diagnose(warned + raised.format(1)).initiating.rank == 1


def test_the_dump_that_follows_a_stuck_watchdog_is_not_where_it_began():
    entry = signature("stuck", "watchdog got stuck for <seconds:int> seconds", role="collateral")
    stuck = "[rank1]:[E903 23:31:40.1 P.cpp:18] ProcessGroupNCCL's watchdog got stuck for 480 seconds\n"
    dump = "[rank1]:[E903 23:31:45.2 P.cpp:15] [PG ID 3 Rank 1] ProcessGroupNCCL preparing to dump debug info. Include stack trace: 1\n"
    died = "*** SIGABRT received at time=1788478785 on cpu 14 ***\n"

    assert first(diagnose(stuck + dump + died, entry)) == ("log", 1)


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
