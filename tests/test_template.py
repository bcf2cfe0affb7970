"""Line templates: what they compile to, what is refused and in which words, and how their work grows."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faultbook.signatures.template import GAP_LIMIT, TemplateError, compile_template

LITERAL = "text of ten"
TEN = "0123456789"


def captures(template, text):
    match = re.search(compile_template(template).pattern, text)
    return match and {capture.name: match[capture.group] for capture in compile_template(template).captures}


def fault(template):
    try:
        compile_template(template)
    except TemplateError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("template", "sentence", "offset", "hint"),
    [
        ("<n:bytes> of some text", "'bytes' is no kind of hole: size, duration, int, float, hex, word, path", 0, None),
        (f"{LITERAL} <n:flaot>", "'flaot' is no kind of hole: size, duration, int, float, hex, word, path", 12, "did you mean 'float'?"),
        (f"{LITERAL} <n:int> and <n:int>", "'n' names two holes", 24, "give each hole a name of its own"),
        (f"{LITERAL} <n:int", "'<' is not closed", 12, "write '<<' for the character itself"),
        (f"{LITERAL} {{a|b", "'{' is not closed", 12, "write '{{' for the character itself"),
        (f"{LITERAL} }}", "'}' closes nothing", 12, "write '}}' for the character itself"),
        (f"{LITERAL} <n:int><_>", "two holes stand side by side", 19, "put the text between them into the template"),
        (f"{LITERAL} <n:int>{{|s}}<_>", "two holes stand side by side", 23, "put the text between them into the template"),
        (f"{LITERAL} <number>", "'<number>' is no hole", 12, "a hole is '<name:kind>' or '<_>'; write '<<' for the character itself"),
        (f"{LITERAL} <1st:int>", "'<1st:int>' is no hole", 12, "a hole is '<name:kind>' or '<_>'; write '<<' for the character itself"),
        (f"{LITERAL} {{a}}", "'{a}' has one alternative", 12, "write '{a|b}', or '{{' for the character itself"),
        (f"{LITERAL} {{a|<n:int>}}", "alternatives are literal text; no hole stands in them", 15, "write '<<' for the character itself"),
        (f"<_> {LITERAL}", "less than 4 characters stand before the first hole of any text", 0, "begin with more of the message"),
        (f"at <w:word> {LITERAL}", "less than 4 characters stand before the first hole of any text", 3, "begin with more of the message"),
        (f"at {{|last}}<_> {LITERAL}", "less than 4 characters stand before the first hole of any text", 10, "begin with more of the message"),
        (f"{LITERAL}\nmore", "a template is one line of text; it holds the character U+000A", 11, "write one template a line"),
        (f"\x1b[1m{LITERAL}", "a template is one line of text; it holds the character U+001B", 0, "write one template a line"),
        (f"{LITERAL}\ud800", "a template is one line of text; it holds the character U+D800", 11, "write one template a line"),
        ("rank <n:int>", "the longest literal text is 'rank '; a log is scanned by at least 10 characters", 0, "take more of the message into the template"),
        ("", "the longest literal text is ''; a log is scanned by at least 10 characters", 0, "take more of the message into the template"),
        ("         a", "the longest literal text is '         a'; a log is scanned by at least 10 characters", 0, "take more of the message into the template"),
        ("RuntimeError: <what:word>", "the longest literal text is 'RuntimeError: ', which is too common to scan a log by", 0, "take more of the message into the template"),
        ("Traceback (most recent call last):", "the longest literal text is 'Traceback (most recent call last):', which is too common to scan a log by", 0, "take more of the message into the template"),
        (LITERAL + "{a|b}" * 7, "128 ways through the alternatives; a template has at most 64", 0, "write a second signature"),
        (LITERAL + ",".join(f"<n{n}:int>" for n in range(41)), "41 holes; a template has at most 40", 0, "write a template a line"),
    ],
)  # fmt: skip
def test_a_faulty_template_is_refused_with_place_and_hint(template, sentence, offset, hint):
    error = fault(template)

    assert error is not None
    assert (error.sentence, error.offset, error.hint) == (sentence, offset, hint)


@pytest.mark.parametrize(
    ("kind", "text", "taken"),
    [
        ("size", "888.00 MiB", "888.00 MiB"), ("size", "16GiB", "16GiB"), ("size", "512 bytes", "512 bytes"),
        ("size", "1 byte", "1 byte"), ("size", "7 B", "7 B"), ("size", "3 T", "3 T"), ("size", "9kB", "9kB"),
        ("size", "16", None), ("size", "16 GiBs", None), ("size", "16 parsecs", None), ("size", "-1 GiB", None),
        ("duration", "600043 milliseconds", "600043 milliseconds"), ("duration", "30 s", "30 s"),
        ("duration", "10min", "10min"), ("duration", "2 h", "2 h"), ("duration", "5ms", "5ms"),
        ("duration", "5 m", "5 m"), ("duration", "5 mss", None), ("duration", "5", None), ("duration", "5 us", "5 us"),
        ("int", "-17", "-17"), ("int", "+0", "+0"), ("int", "٣", None), ("int", "x", None), ("int", "9" * 21, None),
        ("float", "0.05", "0.05"), ("float", "1e-05", "1e-05"), ("float", "-2.5E+10", "-2.5E+10"), ("float", "nan", "nan"),
        ("float", "NaN", "NaN"), ("float", "-inf", "-inf"), ("float", "Inf", "Inf"), ("float", "info", None), ("float", "7", "7"),
        ("hex", "0xdeadBEEF", "0xdeadBEEF"), ("hex", "c0", "c0"), ("hex", "zz", None),
        ("word", "torch.float16,", "torch.float16,"), ("word", "a\u00a0b", "a\u00a0b"), ("word", " ", None),
        ("path", "/a/b-c.pt:", "/a/b-c.pt:"), ("path", "C:\\x", "C:\\x"),
    ],
)  # fmt: skip
def test_a_hole_takes_what_its_kind_says_and_nothing_else(kind, text, taken):
    assert captures(f"{LITERAL} <x:{kind}> and more", f"{LITERAL} {text} and more") == (taken and {"x": taken})


def test_signs_written_twice_are_literal_even_beside_a_hole():
    assert captures(f"{LITERAL}<<<n:int>> {{{{", f"{LITERAL}<7> {{") == {"n": "7"}


def test_the_longest_text_that_is_no_commonplace_is_what_a_log_is_scanned_by():
    assert compile_template("Traceback (most recent call last):<_>and then a crash").literal == "and then a crash"


def test_reach_is_the_most_that_a_match_can_hold():
    template = compile_template(f"{LITERAL}<_>{TEN}<w:word>{TEN}{{a|bcd}}")
    longest = f"{LITERAL}{'x' * GAP_LIMIT}{TEN}{'w' * GAP_LIMIT}{TEN}bcd"

    assert re.fullmatch(template.pattern, longest)
    assert template.reach == len(longest)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40))
def test_any_text_written_as_a_template_matches_itself(text):
    escaped = "".join(character * 2 if character in "<{}" else character for character in text)
    template = compile_template(f"{LITERAL} {escaped} end")

    assert re.fullmatch(template.pattern, f"{LITERAL} {text} end")


@given(st.text(alphabet="<>{}|_:anit ", max_size=30))
def test_any_text_compiles_or_is_refused_at_a_place_within_it(text):
    source = LITERAL + text
    error = fault(source)

    if error is None:
        re.compile(compile_template(source).pattern)
    else:
        assert 0 <= error.offset <= error.offset + error.length <= len(source)


def seconds(pattern, text):
    best = 9e9
    for _ in range(3):
        start = time.perf_counter()
        sum(1 for _ in pattern.finditer(text))
        best = min(best, time.perf_counter() - start)
    return best


HOSTILE = {
    "gaps": ("abcdefghij<_>b<_>c<_>d<_>e<_>f<_>never", "abcdefghij b c d e f "),
    "words": ("abcdefghij <a:word>-<b:word>-<c:word>-<d:word>never", "abcdefghij a-a-a-a-a-a-a-"),
    "numbers": ("<a:int> <b:float> <c:size> of the things", "1 1.5 12 KiB of the thing "),
    "digits": ("<a:float> of all of the things", "1" * 30),
    "alternatives": ("abcdefghij" + "{|a}" * 6 + "never", "abcdefghijaaaaa"),
    "spaces": ("abcdefghij<_> <_> <_> <_>never", "abcdefghij" + " " * 30),
    "short": ("aaaa<_>abcdefghij<_>never", "aaaaaaaa"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_line_four_times_as_long_takes_no_more_than_about_four_times_as_long(name):
    template, unit = HOSTILE[name]
    pattern = re.compile(compile_template(template).pattern)
    short, long = ((unit * 65536)[:size] for size in (16_384, 65_536))

    # Another process may take the machine for a while; that it does so five times running is no longer chance.
    ratios = []
    for _ in range(5):
        ratios.append(seconds(pattern, long) / seconds(pattern, short))
        if ratios[-1] < 8:
            return
    pytest.fail(f"times grow {ratios}-fold")
