"""What is kept of a log: the same however its bytes are cut, of ugly bytes too, in bounded memory and linear time."""

import dataclasses
import itertools
import json
import os
import subprocess
import sys
import time
from base64 import b64encode
from pathlib import Path

import pytest
from diagnosing import content_of, engine, in_node, node, signature
from hypothesis import given, settings
from hypothesis import strategies as st

from faultbook.diagnosis import scan as module
from faultbook.diagnosis.landmarks import LANDMARKS
from faultbook.diagnosis.scan import FIRST, HEAD, KEPT_CHARACTERS, LAST, QUIET_FIRST, QUIET_LAST, SAME, TAIL

ENGINE = engine(signature("jam", "the printer has jammed on tray <tray:int>"))
JAM = b"the printer has jammed on tray 7"
INCIDENTS = Path(__file__).parent.parent / "incidents"


def scan(data, cuts=(), one=ENGINE):
    edges = [0, *sorted(cuts), len(data)]
    return one.scan("log", [data[left:right] for left, right in itertools.pairwise(edges)])


def kept(data):
    return list(scan(data).kept.items())


def found(data):
    return [(find.line, dict(find.captures)) for finds in scan(data).finds for find in finds]


WORDS = st.sampled_from(
    [JAM, b"step 5", b"\n", b"\r", b"\r\n", b"\x1b[31m", b"\x1b]8;;x\x07", b"\x1b", b"\0", b"\xff", "é".encode(), b"x" * 50,
     b"Traceback (most recent call last):", b"ValueError: boom", b"Training complete", b" "]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=60), st.lists(st.integers(0, 3000), max_size=9))
def test_what_is_kept_does_not_depend_on_how_bytes_are_cut(words, cuts):
    data = b"".join(words)

    assert scan(data, [min(cut, len(data)) for cut in cuts]) == scan(data)


@settings(max_examples=100, deadline=None)
@given(st.lists(WORDS, max_size=200), st.integers(4000, 9000))
def test_what_is_kept_of_lines_shorter_than_a_chunk_does_not_depend_on_chunks(words, size):
    data = b"\n".join(b"".join(words[at : at + 4]) for at in range(0, len(words), 4)) * 9
    whole = scan(data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CHUNK", size)
        assert scan(data) == whole


def test_the_incidents_give_the_same_in_small_chunks(monkeypatch):
    logs = [file.read_bytes() for file in sorted(INCIDENTS.rglob("*.log"))]
    whole = [scan(data) for data in logs]

    monkeypatch.setattr(module, "CHUNK", 20_000)
    assert [scan(data) for data in logs] == whole


def test_node_gives_the_same_of_a_log_in_pieces_of_any_size():
    data = b"".join(file.read_bytes() for file in sorted(INCIDENTS.rglob("*.log")))
    edges = [*range(0, len(data), len(data) // 200 + 1), len(data)]
    pieces = [b64encode(data[left:right]).decode() for left, right in itertools.pairwise(edges)]
    whole = [{"name": "log", "pieces": [b64encode(data).decode()]}]
    cases = [whole, [{"name": "log", "pieces": pieces}]]

    one, other = node("diagnose.mjs", {"content": content_of(ENGINE), "cases": cases})
    assert one == other


def long_log():
    """Return a log of several chunks in which each landmark and a signature come 150 times, with lines between them."""
    literals = sorted({literal for landmark in LANDMARKS for literal in landmark.literals} | {JAM.decode()})
    between = "".join(f"nothing that speaks of anything, number {number} of seven\n" for number in range(7))
    return "".join(f"before {literal} after\n{between}" * 150 for literal in literals).encode()


def test_node_keeps_the_same_of_a_log_of_several_chunks():
    data = long_log()
    logs = [data, data[:-1], data.replace(b"speaks", b"\x1b[31mspeaks\x1b[0m")]
    assert len(data) > 3 * module.CHUNK

    answers = node("keep.mjs", {"content": content_of(ENGINE), "logs": [b64encode(log).decode() for log in logs]})

    for log, answer in zip(logs, answers, strict=True):
        extract = dataclasses.asdict(scan(log))
        extract |= {name: [list(item) for item in extract[name].items()] for name in ("kept", "marks")}
        extract["finds"] = [[find[0] for find in finds] for finds in extract["finds"]]
        assert json.loads(json.dumps(extract)) == answer


def test_a_line_longer_than_a_chunk_keeps_its_number_and_its_start(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 5000)
    data = b"first\nlong " + b"x" * 40_000 + b"\n" + JAM + b"\n"
    extract = scan(data)

    assert (extract.lines, extract.kept[2][:6], extract.kept[3]) == (3, "long x", JAM.decode())
    assert [find.line for finds in extract.finds for find in finds] == [3]


def test_a_match_deep_in_a_line_longer_than_a_chunk_has_that_lines_number(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 5000)
    data = b"first\n" + b"x" * 22_000 + JAM + b"x" * 9000 + b"\nlast\n"

    assert [find.line for finds in scan(data).finds for find in finds] == [2]


def test_colours_are_no_text():
    assert kept(b"\x1b[31mValue\x1b[0mError: boom\x1b[K\n") == [(1, "ValueError: boom")]


def test_the_end_of_a_line_may_have_a_carriage_return():
    assert kept(b"one\r\ntwo\r\n") == [(1, "one"), (2, "two")]


def test_of_a_long_progress_bar_the_end_is_kept():
    bar = b"\r".join(b" %d%%|####" % number for number in range(9000)) + b"\rRuntimeError: boom"

    assert scan(bar + b"\n").kept[1].endswith("RuntimeError: boom")


def test_nul_bytes_make_no_end_and_a_log_that_begins_with_them_is_marked():
    extract = scan(b"\0" * 100 + JAM + b"\n")

    assert (extract.binary, extract.lines, found(b"\0" * 100 + JAM)) == (True, 1, [(1, {"tray": "7"})])
    assert not scan(b"x" * KEPT_CHARACTERS + b"\0").binary


def test_bytes_that_are_no_text_read_as_one_mark_each():
    assert kept(b"a\xff\xfeb \xf0\x9f c\n") == [(1, "a��b � c")]


def test_a_line_of_a_hundred_kilobytes_is_searched_whole_and_kept_in_part():
    data = b"x" * 90_000 + JAM + b"y" * 10_000 + b"\n"

    assert found(data) == [(1, {"tray": "7"})]
    assert len(scan(data).kept[1]) == KEPT_CHARACTERS


def test_a_character_of_four_bytes_counts_once():
    assert len(scan("😀".encode() * 9000).kept[1]) == KEPT_CHARACTERS


@pytest.mark.parametrize(
    ("data", "lines", "cut"),
    [(b"", 0, False), (b"a", 1, True), (b"a\n", 1, False), (b"a\n\nb", 3, True), (b"\n", 1, False)],
)
def test_lines_are_counted_and_a_cut_end_is_seen(data, lines, cut):
    extract = scan(data)

    assert (extract.lines, extract.cut, extract.size) == (lines, cut, len(data))


def test_the_head_and_the_tail_of_a_log_are_kept():
    numbers = list(scan(b"a word\n" * 1000).kept)

    assert numbers == [*range(1, HEAD + 1), *range(1001 - TAIL, 1001)]


def test_lines_around_one_that_says_something_are_kept():
    numbers = list(scan(b"a word\n" * 500 + JAM + b"\n" + b"a word\n" * 500).kept)

    assert [number for number in numbers if HEAD < number <= 1001 - TAIL] == [498, 499, 500, 501, 502, 503, 504, 505]


def test_of_endless_steps_the_first_and_the_last_are_kept():
    steps = [number for number, marks in scan(b"step 5\n" * 9000).marks.items() if marks]

    assert steps == [*range(1, QUIET_FIRST + 1), *range(9001 - QUIET_LAST, 9001)]


def test_of_endless_errors_the_first_are_kept():
    assert len(scan(b"ValueError: boom\n" * 20_000).kept) <= FIRST + LAST + TAIL


def test_a_rank_is_told_a_few_times_and_every_rank_is():
    lines = "".join(f"[PG ID 0 PG GUID 0(default_pg) Rank {rank}] and so on\n" for rank in range(300)) * 50
    ranks = [
        text.split()[7].rstrip("]") for number, text in scan(lines.encode()).kept.items() if HEAD < number < 14_900
    ]

    assert {int(rank) for rank in ranks} == set(range(300))
    assert max(ranks.count(rank) for rank in ranks) <= SAME


def test_of_what_comes_too_often_the_last_lines_are_kept_too():
    often = b"".join(b"OSError: [Errno 5] try %d\n" % number for number in range(9000))
    extract = scan(often + b"MemoryError: the last one\n" + b"nothing\n" * 200)

    assert "MemoryError: the last one" in extract.kept.values()
    assert {9000, 9000 - LAST + 2} <= set(extract.marks)
    assert 9000 - LAST not in extract.marks


GENERATE = """
import resource, sys
sys.path.insert(0, {tests!r})
from diagnosing import engine, signature
line = b"2025-11-03 10:00:00,000 INFO trainer step 5 loss 2.17 tokens/s 8123 and so on to the end of this line\\n"
rare = b"[rank3]: ValueError: boom\\nERROR the printer has jammed on tray 7\\n" + b"x" * 100_000 + b"\\n"
piece = (line * 2000 + rare) * 4
one = engine(signature("jam", "the printer has jammed on tray <tray:int>"))
one.scan("log", [piece])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
extract = one.scan("log", (piece for _ in range(300_000_000 // len(piece))))
assert extract.size > 290_000_000, extract.size
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.slow
def test_three_hundred_megabytes_take_little_memory():
    script = GENERATE.format(tests=str(Path(__file__).parent))
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300)

    assert int(result.stdout) < 200, f"{result.stdout} MiB more"


LITERALS = sorted({literal for landmark in LANDMARKS for literal in landmark.literals})
SIZES = (65_536, 1 << 20)
GROWTH = 4 * SIZES[1] // SIZES[0]  # four times what linear time would give


def hostile(literal, size):
    """Return one line that repeats *literal*."""
    return (literal.encode() * (size // len(literal) + 1))[:size]


def seconds(data):
    """Return the time of the processor that a diagnosis takes, whatever else the machine does."""
    start = time.process_time()
    ENGINE.answer([scan(data)])
    return time.process_time() - start


def test_a_line_that_repeats_a_literal_to_four_kilobytes_takes_a_part_of_a_second():
    def is_slow(literal):
        return min(seconds(hostile(literal, 4096)) for _ in range(3)) > 0.5

    assert [literal for literal in LITERALS if is_slow(literal)] == []


#: Lines whose parts begin a pattern again and again, or could be shared out between two parts of it in many ways.
STRETCHES = {
    "spaces": b"loss" + b" " * 4000 + b"x",
    "prefixes": b"fabricmanager " * 290,
    "commands": b"--local_rank=1 " * 200 + b"exits with return code = x",
    "words": b"Training " + b"run " * 900 + b" complete",
    "groups": b"[PG 0 PG GUID a" * 270,
    "hosts": b"a-" * 2000 + b": Error: ",
    "processes": b"(" + b"a." * 1900 + b" pid=1 Error: ",
    "paths": b"[E " + b"a/" * 1900 + b":1] Error: ",
    "sides of a group": b"Traceback (most recent call last):" + b"| " * 1900,
    "digits": b"loss: " + b"1,111" * 800,
    "asserts": b": Assertion `" * 310,
    "nodes": b"node " * 800 + b"preempted",
}


@pytest.mark.parametrize("name", STRETCHES)
def test_a_line_that_a_pattern_could_try_in_many_ways_takes_milliseconds(name):
    log = (STRETCHES[name] + b"\n") * 200

    # Some 2 ms a line; what grows with the square takes ten times that.
    assert min(seconds(log) for _ in range(3)) < 1.5


RUNS = ("a-" * 1900, "A" * 3800, " " * 3800, "7" * 3800, "7," * 1900, "a/" * 1900, "x: " * 1200, "[rank 1] " * 420)


@pytest.mark.parametrize("landmark", LANDMARKS, ids=lambda landmark: landmark.name)
def test_the_pattern_of_a_landmark_takes_milliseconds_beside_its_literals(landmark):
    pattern = landmark.compiled
    texts = {text for literal in landmark.literals for run in RUNS for text in (run + literal, literal + run)}
    texts |= {literal * (3900 // len(literal)) for literal in landmark.literals}

    def took(text):
        start = time.process_time()
        pattern.search(text)
        return time.process_time() - start

    assert [text[:60] for text in texts if took(text) > 0.03 and min(took(text) for _ in range(3)) > 0.03] == []


@pytest.mark.slow
def test_a_line_that_repeats_a_literal_takes_longer_only_as_it_is_longer():
    def grown(literal):
        small, large = (seconds(hostile(literal, size)) for size in SIZES)
        return large > GROWTH * max(small, 0.005)

    assert [literal for literal in LITERALS if grown(literal) and grown(literal) and grown(literal)] == []


@pytest.mark.slow
def test_node_takes_longer_only_as_a_line_that_repeats_a_literal_is_longer():
    def took(size):
        start = os.times().children_user
        in_node(ENGINE, [{"log": hostile(literal, size)} for literal in LITERALS])
        return os.times().children_user - start

    start, small, large = took(1), took(SIZES[0]), took(SIZES[1])
    assert large - start < GROWTH * max(small - start, 0.5)


def test_an_extract_goes_to_another_process_as_it_is():
    import pickle  # noqa: PLC0415 -- how a pool of processes hands it over

    extract = scan(b"step 5\n" + JAM)
    assert pickle.loads(pickle.dumps(extract)) == dataclasses.replace(extract)  # noqa: S301
