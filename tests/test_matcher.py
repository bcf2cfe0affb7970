"""The matcher on logs as they come: lines, escapes, several templates, long lines, hostile logs, and why not."""

import json
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faultbook.entry import Signature
from faultbook.signatures import matcher as module
from faultbook.signatures.compiled import CompiledSignature, compile_signature, from_json, to_json
from faultbook.signatures.matcher import Matcher, explain
from faultbook.signatures.quantity import parse_where
from faultbook.signatures.template import TemplateError, compile_template
from faultbook.vocabulary import Role, Strength

OOM = (
    "Tried to allocate <requested:size>.",
    "<allocated:size> is allocated by PyTorch, and <unallocated:size> is reserved by PyTorch but unallocated",
)
TEXT = "Tried to allocate 888.00 MiB. Of it 3 GiB is allocated by PyTorch, and 8.66 {} is reserved by PyTorch but unallocated"


def signature(*lines, where=(), within=20, name="message", entry="entry"):
    templates = tuple(compile_template(line) for line in lines)
    kinds = {capture.name: capture.kind for template in templates for capture in template.captures}
    comparisons = tuple(parse_where(text, kinds) for text in where)
    return CompiledSignature(entry, name, Role.INITIATING, Strength.LIKELY, templates, within, comparisons)


def found(log, *signatures):
    return [(match.line, match.end_line, dict(match.captures)) for match in Matcher(signatures).match(log)]


def test_lines_count_from_one_and_end_at_a_line_feed_only():
    log = b"\r\x0b\x0c\n\xe2\x80\xa8\x85\n100%\rexit code was 7\r\n\nexit code was 8"

    assert found(log, signature("exit code was <n:int>")) == [(3, 3, {"n": "7"}), (5, 5, {"n": "8"})]


def test_a_carriage_return_at_the_end_of_a_line_is_no_part_of_it():
    assert found(b"the path is /a/b\r\n", signature("the path is <p:path>")) == [(1, 1, {"p": "/a/b"})]


def test_nothing_is_found_in_an_empty_log_or_by_an_empty_matcher():
    assert found(b"", signature("exit code was <n:int>")) == []
    assert found(b"exit code was 7") == []


def test_the_numbers_tell_two_signatures_of_the_same_lines_apart():
    fragmentation = signature(*OOM, where=["unallocated >= requested"], entry="fragmentation")
    capacity = signature(*OOM, where=["unallocated < requested"], entry="capacity")
    matcher = Matcher([fragmentation, capacity])

    assert [match.entry for match in matcher.match(TEXT.format("GiB").encode())] == ["fragmentation"]
    assert [match.entry for match in matcher.match(TEXT.format("MiB").encode())] == ["capacity"]


def test_templates_with_one_pattern_and_other_names_keep_their_names():
    first = signature("exit code was <code:int>", where=["code == 7"], entry="first")
    second = signature("exit code was <status:int>", where=["status == 7"], entry="second")

    assert [dict(match.captures) for match in Matcher([first, second]).match(b"exit code was 7")] == [
        {"code": "7"},
        {"status": "7"},
    ]


def test_literals_that_overlap_or_hold_one_another_are_all_found():
    lines = ["loss is not finite here", "not finite here at all", "is not finite", "finite here at all, stop"]
    signatures = [signature(line, entry=f"e{index}") for index, line in enumerate(lines)]
    matches = Matcher(signatures).match(b"x\nloss is not finite here at all, stop\n")

    assert [(match.entry, match.line) for match in matches] == [("e0", 2), ("e1", 2), ("e2", 2), ("e3", 2)]


def test_escapes_of_a_terminal_are_no_text():
    log = (
        b"a\n\x1b[31mexit\x1b[0m \x1b]8;;file:///x\x1b\\code\x1b]8;;\x07 was \x1b[1;38:5:9m7\x1b[K\nb\nexit code was 8"
    )

    assert found(log, signature("exit code was <n:int>")) == [(2, 2, {"n": "7"}), (4, 4, {"n": "8"})]


def test_an_escape_that_never_ends_takes_no_text_away():
    log = b"\x1b]8;;file exit code was 7\n\x1b[12\xc3\xa9 exit code was 8\n\x1bexit code was 9"

    assert [line for line, _, _ in found(log, signature("exit code was <n:int>"))] == [1, 2, 3]


def test_a_match_runs_from_its_first_line_to_its_last():
    log = b"first line is here\nx\nsecond line has 2\nfirst line is here\nsecond line has 3"
    pair = signature("first line is here", "second line has <n:int>")

    assert found(log, pair) == [(1, 3, {"n": "2"}), (4, 5, {"n": "3"})]


def test_within_counts_from_each_template_to_the_next():
    log = b"first line is here\n\nsecond line is here\n\nthird line is here"
    lines = ["first line is here", "second line is here", "third line is here"]

    assert found(log, signature(*lines, within=2)) == [(1, 5, {})]
    assert found(log, signature(*lines, within=1)) == []


def test_within_zero_asks_for_one_line():
    pair = signature("first part is here", "second part is here", within=0)

    assert found(b"first part is here, second part is here", pair) == [(1, 1, {})]
    assert found(b"first part is here\nsecond part is here", pair) == []


def test_a_log_scanned_in_chunks_gives_the_lines_of_the_whole(monkeypatch):
    log = b"".join(b"%d exit code was %d\n\n" % (n, n) for n in range(200)) + b"\x1b[1mexit code was 7"
    one = signature("exit code was <n:int>")
    whole = found(log, one)
    assert len(whole) == 201

    for size in (0, 1, 17, 100, 1000):
        monkeypatch.setattr(module, "_CHUNK", size)
        assert found(log, one) == whole


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["left of it", " 😀", "é" * 30, "x" * 239, "right of 12", "3 of them", " "]), max_size=60)
)
def test_a_long_line_searched_around_its_literals_gives_what_the_whole_line_gives(pieces):
    line = "x" * 5000 + "".join(pieces) + "y" * 5000
    template = compile_template("left of it<_>right of <n:int>{| }3 of them")
    expected = [match[template.captures[0].group] for match in re.finditer(template.pattern, line)]

    one = signature(template.text)
    assert [taken["n"] for _, _, taken in found(line.encode(), one)] == expected[:1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LONG", 10**9)
        unwindowed = Matcher([one]).match(line.encode())
    assert unwindowed == Matcher([one]).match(line.encode())


def test_signatures_come_back_from_their_json_as_they_were():
    signatures = (
        signature(*OOM, where=["unallocated >= requested", "requested > 1 MiB"]),
        signature(
            "Traceback (most recent call last):<_>and then a {crash|stop}",
            "the op was <op:word>",
            where=["op in [A, B]"],
        ),
    )
    content = json.loads(json.dumps(to_json(signatures), allow_nan=False))

    assert from_json(content) == signatures


def test_signatures_of_another_format_are_refused():
    with pytest.raises(ValueError, match=r"signatures of format 1; this version reads 2"):
        from_json({"format": 1, "signatures": []})


def test_a_signature_of_an_entry_compiles():
    source = Signature.model_validate(
        {
            "role": "collateral",
            "strength": "certain",
            "lines": ["exit code was <n:int>"],
            "within": 3,
            "where": ["n > 5"],
            "samples": [{"text": "exit code was 7", "origin": {"part": "reproduce"}}],
        }
    )
    compiled = compile_signature("entry", "name", source)

    assert (compiled.entry, compiled.name, compiled.role, compiled.strength) == (
        "entry",
        "name",
        "collateral",
        "certain",
    )
    assert (compiled.within, compiled.weight) == (3, len("exit code was "))
    assert found(b"exit code was 5\nexit code was 7", compiled) == [(2, 2, {"n": "7"})]


def test_two_lines_of_a_signature_may_not_name_one_hole():
    source = Signature.model_validate(
        {
            "role": "initiating",
            "strength": "certain",
            "lines": ["exit code was <n:int>", "and then it was <n:int>"],
            "samples": [{"text": "exit code was 7", "origin": {"part": "reproduce"}}],
        }
    )
    with pytest.raises(TemplateError, match=r"^'n' names a hole of an earlier line too$"):
        compile_signature("entry", "name", source)


def test_explain_names_the_template_that_no_line_matches():
    explanation = explain(signature(*OOM), b"Tried to allocate 888.00 MiB.")

    assert explanation.missing == OOM[1]
    assert str(explanation) == f"no line matches '{OOM[1]}'"


def test_explain_names_the_comparison_that_fails_with_its_numbers():
    explanation = explain(signature(*OOM, where=["unallocated >= requested"]), TEXT.format("MiB").encode())

    assert explanation.failed == "unallocated >= requested"
    assert str(explanation) == (
        "the lines match (requested = 888.00 MiB, allocated = 3 GiB, unallocated = 8.66 MiB) but not: unallocated >= requested"
    )


def test_explain_says_where_a_template_that_stands_elsewhere_should_have_been():
    pair = signature("first line is here", "second line has <n:int>", within=1)
    too_far = explain(pair, b"\nfirst line is here\n\n\nsecond line has 2")
    before = explain(pair, b"second line has 2\nfirst line is here")

    assert str(too_far) == "'second line has <n:int>' matches no line from 2 to 3"
    assert str(before) == "'second line has <n:int>' matches no line from 2 to 3"


def test_explain_has_nothing_to_say_of_a_match():
    assert explain(signature(*OOM), TEXT.format("MiB").encode()) is None


#: Each ends like the one before it begins, so that near matches of all can be made from their parts.
HOSTILE = [
    signature("abcdefghij<_>klmnopqrst<_>uvwxyzabcd<_>never", entry="gaps"),
    signature("abcdefghij<a:word>klmnopqrst<b:word>never", entry="words"),
    signature("abcdefghij", "klmnopqrst", "uvwxyzabcd", "never to be found", entry="chain"),
    signature("abcdefghij <a:int>", "klmnopqrst <b:int>", where=["a > b"], within=200, entry="numbers"),
    signature("<n:int> 1 <_>klmnopqrst<m:float> never", entry="digits"),
    signature("uvwxyzabcd {|a|aa}{|a|aa}{|a|aa} never", entry="alternatives"),
]
PARTS = {
    "literals": b"abcdefghijklmnopqrstuvwxyzabcd ",
    "near matches": b"abcdefghij a klmnopqrst b uvwxyzabcd c neve r ",
    "numbers": b"abcdefghij 1 klmnopqrst 2 1 1 1 1 1 ",
    "alternatives": b"uvwxyzabcd aaaaaaa neve ",
    "words": b"abcdefghij" + b"w" * 200,
    "escapes": b"\x1b[1m\x1b]8;;abcdefghij\x1b[",
    "bytes": b"abcdefghij\xff\xfe\xf0\x9f",
    "one character": b"k",
}


def seconds(matcher, log):
    start = time.perf_counter()
    matcher.match(log)
    return time.perf_counter() - start


@pytest.mark.parametrize(("end", "times"), [(b"", 16), (b"\n", 4)], ids=["one line of 1 MB", "many lines"])
@pytest.mark.parametrize("part", PARTS)
def test_a_hostile_log_takes_longer_only_as_it_is_longer(part, end, times):
    matcher = Matcher(HOSTILE)
    unit = PARTS[part] + end
    small, large = ((unit * (size // len(unit) + 1))[:size] for size in (65_536, 65_536 * times))

    # Another process may take the machine for a while; that it does so five times running is no longer chance.
    ratios = []
    for _ in range(5):
        ratios.append(seconds(matcher, large) / max(seconds(matcher, small), 0.002))
        if ratios[-1] < 2 * times:
            return
    pytest.fail(f"times grow {ratios}-fold")


@pytest.mark.parametrize("part", PARTS)
def test_a_hostile_line_of_four_kilobytes_takes_a_small_part_of_a_second(part):
    matcher = Matcher(HOSTILE)
    line = (PARTS[part] * 4096)[:4096]

    # A pattern whose holes multiply would take years; on an idle machine the slowest of these takes 5 ms.
    assert min(seconds(matcher, line) for _ in range(5)) < 1


def test_what_a_log_of_one_line_repeated_makes_one_hold_is_bounded():
    log = b"exit code was 7\n" * 150_000

    matches = Matcher([signature("exit code was <n:int>")]).match(log)

    assert [matches[0].line, matches[-1].line, len(matches)] == [1, 1000, 1000]
