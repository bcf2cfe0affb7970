"""Output against what a docstring says."""

import pytest

from faultbook.snippets.compare import difference, same


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("", ""),
        ("ok\n", "ok\n"),
        ("ok  \n", "ok\n"),
        ("a\n...\nc\n", "a\nb\nb\nc\n"),
        ("took ... s\n", "took 1.25 s\n"),
        ("loss 0.5\n", "loss 0.5321\n"),
        ("a 0.5 b 0.48\n", "a 0.52 b 0.4801\n"),  # 0.48 rounds to 0.5 too, and is not the one meant
        ("1.50e-05\n", "1.502e-05\n"),
        ("1e-05\n", "1.2e-05\n"),
        ("x ...\nloss 0.50 of 4\n...", "x 1\nloss 0.90 of 4\nloss 0.499 of 4\nrest\n"),
        ("-0.25\n", "-0.2512\n"),
    ],
)
def test_output_is_as_expected(expected, actual):
    assert same(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("", "noise\n"),
        ("ok\n", "not ok\n"),
        ("  indented\n", "indented\n"),
        ("loss 0.5\n", "loss 0.56\n"),
        ("loss 0.50\n", "loss 0.51\n"),
        ("4 ranks, 0.5\n", "5 ranks, 0.5\n"),  # whole numbers count things
        ("a 0.5 b 0.7\n", "a 0.7 b 0.5\n"),
        ("0.5\n", "nan\n"),
        ("torch 2.13.0, loss 0.5\n", "torch 2.13.1, loss 0.5\n"),  # a version is no float
        ("...\nend 0.5\n", "end 0.9\n"),
    ],
)
def test_output_is_not_as_expected(expected, actual):
    assert not same(expected, actual)


def test_a_difference_is_readable_and_has_an_end():
    assert difference("a\nb\n", "a\nc\n").splitlines()[-2:] == ["-b", "+c"]
    assert difference("", "x\n" * 1000).splitlines()[-1] == "... 943 more lines"


@pytest.mark.parametrize(
    ("expected", "actual", "agree"),
    [
        ("loss 0.33\n", "loss 0.3333\n", True),
        ("loss 0.33\n", "loss 0.34\n", False),
        ("count 3\n", "count 4\n", False),
        ("1.2e-03\n", "1.24e-03\n", True),
        ("a ... z\n", "a b c z\n", True),
        ("a\n...\nz\n", "a\nb\nc\nz\n", True),
        ("torch 2.13.0\n", "torch 2.13.1\n", False),
    ],
)
def test_numbers_agree_to_the_precision_printed(expected, actual, agree):
    assert same(expected, actual) is agree
