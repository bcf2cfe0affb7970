"""The sieve finds what the automaton finds, wherever it stands; in Python, whose loops are in C, and in JavaScript."""

from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.diagnosing import node

from faultbook.diagnosis import finder
from faultbook.diagnosis.finder import by_automaton, by_sieve
from faultbook.diagnosis.landmarks import LANDMARKS
from faultbook.signatures.matcher import ESCAPES

LITERALS = (
    b"XFS (",
    b"Killed",
    b"killed",
    b"Error: ",
    b"aaaaa",
    b"aaaaaaaa",
    b"ValueError: ",
    b"\xff\xfe\0\0x",
    b"ed by signal",
)
COMPILED = pytest.mark.skipif(finder._sieve is None, reason="the package was not compiled here")
PIECES = st.sampled_from(
    (*LITERALS, b"a", b"aaaa", b"\n", b"\r\n", b"\0", b"XFS", b" (", b"Kill", b"ed\n", b"\x1b[31m", b"x" * 40)
)
LOGS = st.lists(PIECES | st.binary(max_size=9), max_size=60).map(b"".join)


@COMPILED
@settings(max_examples=400, deadline=None)
@given(LOGS, LOGS)
def test_the_sieve_finds_what_the_automaton_finds(log, other):
    sieve, automaton = by_sieve(LITERALS, other), by_automaton(LITERALS)

    assert sieve(log, 0, len(log)) == automaton(log, 0, len(log))
    assert sieve(log, len(log) // 3, len(log)) == automaton(log, len(log) // 3, len(log))


@COMPILED
@pytest.mark.parametrize("literal", LITERALS)
def test_a_literal_is_found_at_each_place_of_a_word(literal):
    sieve = by_sieve(LITERALS, b"")
    for before in range(9):
        for after in range(9):
            log = b"." * before + literal + b"." * after
            assert sieve(log, 0, len(log)) == by_automaton(LITERALS)(log, 0, len(log))
            assert len(sieve(log, 0, len(log))[1]) == 1


@COMPILED
def test_line_feeds_are_counted_beyond_what_a_byte_holds():
    log = b"\n" * 5003 + b"Killed\n" + b"ab\n" * 4001 + b"Killed"
    _, hits, after = by_sieve(LITERALS, log)(log, 0, len(log))

    assert [(hit[3], hit[4]) for hit in hits] == [(5003, (1,)), (4001, (1,))]
    assert after == 0


@COMPILED
def test_what_begins_like_a_literal_at_the_end_of_the_log_is_none():
    for literal in LITERALS:
        for length in range(1, len(literal)):
            assert by_sieve([literal], b"")(literal, 0, length) == (literal[:length], [], 0)


@COMPILED
def test_a_literal_that_is_too_short_for_the_sieve_is_refused():
    with pytest.raises(ValueError, match="shorter than 5 bytes"):
        by_sieve([b"fives", b"four"], b"")
    with pytest.raises(TypeError):
        by_sieve(["text"], b"")


def test_every_literal_that_is_looked_for_throughout_a_log_is_long_enough_for_the_sieve():
    loud = [literal for landmark in LANDMARKS if not landmark.quiet for literal in landmark.literals]

    assert min(len(literal.encode()) for literal in loud) >= finder.SHORTEST


ESCAPED = st.sampled_from(
    (b"\x1b", b"\x1b[", b"\x1b]", b"\x1b[31;1m", b"\x1b[K", b"\x1b]8;;http://a\x07", b"\x1b]0;t\x1b\\", b"\x1b[" + b"1" * 64 + b"m",
     b"\x1b[" + b"1" * 65 + b"m", b"\x1b[ " * 2, b"\x1b[" + b" " * 8 + b"m", b"\x1b[" + b" " * 9 + b"m", b"\x1b]" + b"x" * 2048 + b"\x07",
     b"\x1b]" + b"x" * 2049 + b"\x07", b"\n", b"text", b"~", b"\x07", b"\\")
)  # fmt: skip


@COMPILED
@settings(max_examples=400, deadline=None)
@given(st.lists(ESCAPED | st.binary(max_size=3), max_size=12).map(b"".join), st.integers(0, 9), st.integers(0, 9))
def test_escapes_are_what_their_pattern_says(log, start, less):
    start = min(start, len(log))
    end = max(start, len(log) - less)

    assert by_sieve(LITERALS, b"")(log, start, end)[0] == ESCAPES.sub(b"", log[start:end])


@COMPILED
def test_a_stretch_beyond_its_text_is_refused():
    for start, end in ((-1, 2), (2, 1), (0, 4)):
        with pytest.raises(ValueError, match="not within its text"):
            by_sieve(LITERALS, b"")(b"abc", start, end)


@pytest.mark.parametrize("start", range(4))
def test_the_sieve_of_the_page_and_its_search_of_a_short_text_find_what_its_automaton_finds(start):
    logs = [b"." * before + literal + b"." * after for literal in LITERALS for before in range(6) for after in range(5)]
    logs += [b"\n" * 5003 + b"Killed\n" + b"ab\n" * 4001 + b"Killed", b"", b"\n", *logs_of_many_kinds()]
    content = {
        "literals": [texts(literal) for literal in LITERALS],
        "logs": [texts(log) for log in logs],
        "start": start,
    }

    for log, (sieve, automaton, brief) in zip(logs, node("sieve.mjs", content), strict=True):
        assert sieve == automaton == brief, log
        _, hits, after = by_automaton(LITERALS)(log, start, len(log))
        del sieve["all"]
        assert sieve == {"hits": [number for hit in hits for number in (hit[0], hit[1], hit[3])], "after": after}


def texts(log):
    return b64encode(log).decode()


def logs_of_many_kinds():
    """Return logs as the first test has them, the same each time."""
    found = []

    @settings(max_examples=200, deadline=None, derandomize=True, database=None)
    @given(LOGS)
    def collect(log):
        found.append(log)

    collect()
    return found
