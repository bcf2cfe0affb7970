"""Both languages give the same: matches and diagnoses, of written cases, of every labelled log, and of random ones."""

import dataclasses
import json
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest
from diagnosing import in_node as in_node_engine
from diagnosing import node_program
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faultbook.book import load_book
from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.report import to_text
from faultbook.signatures.compiled import CompiledSignature, about_entries, compile_figures, compile_signatures, to_json
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
    content = json.loads(json.dumps(to_json(signatures), allow_nan=False))
    request = json.dumps({"content": content, "texts": texts, "bytes": [b64encode(item).decode() for item in data]})
    command = [node_program(), str(FOLDER / "run.mjs")]
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


ROOT = Path(__file__).parent.parent
HEAD = b"Traceback (most recent call last):\n"
#: Logs that two languages could easily read in two ways: what is a digit, a word, an end of line, a whole number, JSON.
UGLY = [
    b"",
    b"\n",
    json.dumps({"message": "KeyboardInterrupt\n "}).encode(),
    HEAD + json.dumps({"message": "Sorry\n "}).encode(),
    HEAD + b'  File "a.py", line 99999999999999999999999, in f\nSorry: x\n',
    HEAD + ('  File "' + "😀" * 300 + '", line 1, in ' + "😀" * 300 + "\nSorry: x\n").encode(),
    b"\xef\xbb\xbf" + HEAD + b'  File "a.py", line 1, in f\nSorry: x\n',
    "\u00a0RuntimeError: x\u0085y\u2028z\x1c\x0b\n".encode(),
    ("RuntimeError: " + "😀" * 5000).encode(),
    b"x" * 4095 + "😀RuntimeError: boom".encode(),
    "١٢٣: RuntimeError: boom\n".encode() * 4,
    b"2025-02-30 10:00:00 ERROR RuntimeError: boom\n2025-02-29T24:61:61Z x\n",
    b"NVRM: Xid (PCI:0000:3b:00): 99999999999999999999, pid=99999999999999999\n",
    b"[default3]:[rank3]:[rank4]: RuntimeError: x\nworld_size=99999999999999999999\nExit code: -99999999999999999999\n",
    b"\rRuntimeError: a\r   \r\nRuntimeError: a\r\t\r\n",
    b'{"message":"RuntimeError: x","rank":1E400}\n{"message":"RuntimeError: x","rank":-0.0}\n{"message":"RuntimeError: x","rank":2.0}',
    b'{"message":"RuntimeError: a","__proto__":{"message":"b"},"constructor":3,"level":"toString"}',
    b'{"message":"RuntimeError: x","n":' + b"9" * 4000 + b"}",
    b'{"log":"RuntimeError: \\ud83d x","host":"\\ud83d"}\n{"log":"ERROR x","level":"\xc5\xbf"}\n{"log":"x","log":"ERROR y"}',
    b"Dec 31 23:59:59 n kernel: Error: x\nFeb 29 00:00:00 n kernel: Error: x\n2026-01-01 00:00:01 Error: x\n",
]
STEP = "2025-11-03 10:{0:02}:00 step {0} loss: {1} throughput per GPU (TFLOP/s/GPU): {2} mfu: {3}%\n"
UGLY += [
    "".join(STEP.format(number, *values(number)) for number in range(60)).encode()
    for values in (
        lambda number: (2.5 - number / 99, 400 if number < 30 else 150, 41.20),
        lambda number: ("nan" if number > 40 else 2.1, 400, "1,234.5"),
        lambda number: (f"{number}e400", "-0.0", "9" * 18),
        lambda number: ("Inf", f"{number / 9}e-310", "1e-320"),
        lambda number: (0.1 * number, 1 / (number + 1), number**9),
    )
]


@pytest.fixture(scope="module")
def engine():
    entries = load_book(ROOT)[0].entries.values()
    return Engine(compile_signatures(entries), about_entries(entries), compile_figures(entries))


def labelled():
    """Return the logs of every labelled case by name, and each of the healthy ones as a case."""
    folders = [path for place in ("benchmarks/diagnosis/cases", "incidents") for path in (ROOT / place).iterdir()]
    cases = {folder.name: sorted(path for path in folder.iterdir() if path.suffix != ".yaml") for folder in folders}
    cases |= {path.name: [path] for path in (ROOT / "tests" / "benign").glob("*.log")}
    return {name: {path.name: path.read_bytes() for path in paths} for name, paths in sorted(cases.items())}


def compare(engine, cases):
    """Check that both engines give the same text of each of *cases*."""
    for case, answer in zip(cases, in_node_engine(engine, cases), strict=True):
        assert to_text(engine.answer([engine.scan(name, [data]) for name, data in case.items()])) == answer, case


def test_both_engines_diagnose_every_labelled_log_alike(engine):
    cases = list(labelled().values())

    assert len(cases) > 130
    compare(engine, cases)


def test_both_engines_read_ugly_logs_alike(engine):
    compare(engine, [{"log": data} for data in UGLY])


LOGS = [data for case in labelled().values() for data in case.values()]
JUNK = [
    b"\0", b"\xff\xfe", b"\r", b"\n", b"\x1b[31m", b"\x1b]8;;x\x07", "😀".encode(), b'{"log":"', b'"}', b"\xed\xa0\x80",
    b"\xe2\x80\xa8", b" | ", b"[rank3]: ", b"3: ", HEAD, b"2025-13-45 99:99:99 ", b"Feb 29 00:00:00 n kernel: ",
    b" loss: nan ", b" tps: 0.5 ", b" step 7 ",
]  # fmt: skip
CHANGES = st.lists(
    st.tuples(st.integers(0, 6000), st.integers(0, 40), st.sampled_from(JUNK) | st.binary(max_size=2)), max_size=6
)
MANGLED = st.lists(st.tuples(st.sampled_from(LOGS), st.integers(0, 99), CHANGES), min_size=1, max_size=3)


def mangled(log, percent, changes):
    """Return a stretch of *log* from *percent* of it, with bytes taken out and junk put in."""
    start = len(log) * percent // 100
    data = log[start : start + 6000]
    for at, length, junk in changes:
        data = data[:at] + junk + data[at + length :]
    return data


def test_both_engines_diagnose_mangled_logs_alike(engine):
    cases = []

    @settings(max_examples=300, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(MANGLED)
    def collect(logs):
        cases.append({f"log{index}": mangled(*log) for index, log in enumerate(logs)})

    collect()
    compare(engine, cases)
