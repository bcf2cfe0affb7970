"""Events to an answer: what is named, what is collateral, what was ruled out; each rule by a small log, and by a near one."""

import pytest
from diagnosing import diagnose, signature
from printer import BOOK, DUSTY, EMPTY, JAM, JAMMED, STEPS, WAITED, entries, first, stamp

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
