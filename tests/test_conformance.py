"""Both matchers give the same answer: the cases of tests/conformance in Python and under Node, and random texts."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from faultbook.signatures.compiled import CompiledSignature, to_json
from faultbook.signatures.matcher import Matcher
from faultbook.signatures.quantity import parse_where
from faultbook.signatures.template import compile_template
from faultbook.vocabulary import Role, Strength
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FOLDER = Path(__file__).parent / "conformance"
CASES = json.loads((FOLDER / "cases.json").read_text("utf-8"))


def signature(case, name="case"):
    lines = tuple(compile_template(line) for line in case["lines"])
    kinds = {capture.name: capture.kind for line in lines for capture in line.captures}
    where = tuple(parse_where(text, kinds) for text in case.get("where", []))
    return CompiledSignature("entry", name, Role.INITIATING, Strength.LIKELY, lines, case.get("within", 20), where)


def text_of(case):
    fillers = {"{gap240}": "x" * 240, "{gap241}": "x" * 241, "{astral240}": "😀" * 240}
    text = case["text"]
    for mark, filler in fillers.items():
        text = text.replace(mark, filler)
    return text


def in_python(signatures, text):
    return [
        {
            "entry": m.entry,
            "signature": m.signature,
            "line": m.line,
            "end_line": m.end_line,
            "captures": dict(m.captures),
        }
        for one in signatures
        for m in Matcher((one,)).match(text.encode())
    ]


def in_node(signatures, texts):
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "CI runs the conformance cases under Node"
        pytest.skip("Node is not installed")
    request = json.dumps({"content": to_json(signatures), "texts": texts})
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


WORDS = sorted({word for case in CASES for line in case["lines"] for word in line.replace("<", " <").split()})
FRAGMENTS = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from([text_of(case) for case in CASES]),
    st.text(alphabet="0123456789.eE+-xabf 😀é\u00a0\t\u2028", max_size=12),
)
collected = []


@settings(max_examples=300, database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(FRAGMENTS, st.sampled_from(["", " ", "\n", "\r\n", ", "])), max_size=8))
def test_random_texts_are_collected_and_matched_without_an_error(pieces):
    text = "".join(fragment + end for fragment, end in pieces)
    collected.append(text)
    in_python([signature(CASES[0])], text)


def test_node_agrees_on_random_texts():
    if not collected:
        test_random_texts_are_collected_and_matched_without_an_error()
    signatures = [signature(case, case["name"]) for case in CASES]
    for text, found in zip(collected, in_node(signatures, collected), strict=True):
        assert found == in_python(signatures, text), repr(text)
