"""Both matchers give the same answer: the cases of tests/conformance in Python and under Node, and random texts."""

import dataclasses
import json
import os
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faultbook.signatures.compiled import CompiledSignature, to_json
from faultbook.signatures.matcher import Matcher
from faultbook.signatures.quantity import parse_where
from faultbook.signatures.template import compile_template
from faultbook.vocabulary import Role, Strength

FOLDER = Path(__file__).parent / "conformance"
CASES = json.loads((FOLDER / "cases.json").read_text("utf-8"))


def signature(case, name="case"):
    lines = tuple(compile_template(line) for line in case["lines"])
    kinds = {capture.name: capture.kind for line in lines for capture in line.captures}
    where = tuple(parse_where(text, kinds) for text in case.get("where", []))
    return CompiledSignature("entry", name, Role.INITIATING, Strength.LIKELY, lines, case.get("within", 20), where)


def text_of(case):
    fillers = {
        "{gap240}": "x" * 240,
        "{gap241}": "x" * 241,
        "{astral240}": "😀" * 240,
        "{million}": "left right, " * 83_334,
    }
    text = case["text"]
    for mark, filler in fillers.items():
        text = text.replace(mark, filler)
    return text


def as_json(match):
    plain = dataclasses.asdict(match)
    del plain["weight"]  # orders diagnoses, which the browser's matcher does not make
    return plain


def in_python(signatures, log):
    raw = log if isinstance(log, bytes) else log.encode()
    return [as_json(match) for one in signatures for match in Matcher((one,)).match(raw)]


def in_node(signatures, texts, data=()):
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "CI runs the conformance cases under Node"
        pytest.skip("Node is not installed")
    content = json.loads(json.dumps(to_json(signatures), allow_nan=False))
    request = json.dumps({"content": content, "texts": texts, "bytes": [b64encode(item).decode() for item in data]})
    command = [node, str(FOLDER / "run.mjs")]
    result = subprocess.run(command, input=request, capture_output=True, text=True, check=True, timeout=120)
    return json.loads(result.stdout)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_python_answers_as_the_case_says(case):
    matches = in_python([signature(case)], text_of(case))

    assert [match["captures"] for match in matches] == ([] if case["captures"] is None else [case["captures"]])


def test_node_answers_every_case_as_python_does():
    signatures = [signature(case, case["name"]) for case in CASES]
    texts = [text_of(case) for case in CASES]

    assert in_node(signatures, texts) == [in_python(signatures, text) for text in texts]


def test_node_reads_bytes_that_are_no_text_as_python_does():
    signatures = [signature({"lines": ["left of the gap<word:word> and<_>right of it"]})]
    bytes_ = [bytes([byte]) for byte in range(0x80, 0x100)]
    broken = [
        *bytes_,
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xed\xa0\x80",
        b"\xc0\xaf",
        b"\xf4\x90\x80\x80",
        b"\xef\xbb\xbf",
        b"\0",
    ]
    data = [b"\xef\xbb\xbfleft of the gap" + item + b" and" + item * 60 + b"right of it\r\n" for item in broken]

    found = in_node(signatures, [], data)

    assert found == [in_python(signatures, item) for item in data]
    assert sum(map(len, found)) > 100


WORDS = sorted({word for case in CASES for line in case["lines"] for word in line.replace("<", " <").split()})
FRAGMENTS = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from([text_of(case) for case in CASES if "{million}" not in case["text"]]),
    st.text(alphabet="0123456789.eE+-xabf 😀é\u00a0\t\u2028", max_size=12),
)
TEXTS = st.lists(st.tuples(FRAGMENTS, st.sampled_from(["", " ", "\n", "\r\n", ", ", "\u001b[1m"])), max_size=8)
SHORT = [case for case in CASES if "{million}" not in case["text"]]


def test_node_agrees_with_python_on_random_texts_and_on_their_bytes_cut_and_changed():
    texts, data = [], []

    @settings(max_examples=250, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(TEXTS, st.integers(0, 400), st.binary(max_size=3))
    def collect(pieces, at, changed):
        text = "".join(fragment + end for fragment, end in pieces)
        texts.append(text)
        # An escape sequence taken out of a broken character would join its halves in bytes and not in text.
        plain = text.replace("\u001b", "").encode()
        data.append(plain[:at] + changed.replace(b"\x1b", b"") + plain[at + 1 :])

    collect()
    signatures = [signature(case, case["name"]) for case in SHORT]
    matchers = [Matcher((one,)) for one in signatures]

    found = in_node(signatures, texts, data)

    for log, matches in zip([*texts, *data], found, strict=True):
        raw = log if isinstance(log, bytes) else log.encode()
        expected = [as_json(match) for matcher in matchers for match in matcher.match(raw)]
        assert matches == expected, repr(log)
    assert sum(map(bool, found)) > 50
