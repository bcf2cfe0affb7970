"""What was survived, and what is healthy: each rule by a small log, and by a near one."""

from diagnosing import diagnose
from printer import STEPS, XID, first

# What was survived, and what is healthy.


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
