"""Reading YAML: values, places, and a clear Problem for everything else."""

import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faultbook.document import _FORBIDDEN, MAX_BYTES, MAX_DEPTH, _Reader, read_document
from faultbook.place import Place
from faultbook.yaml_values import plain_values

ROOT = Path(__file__).parent.parent


def only_problem(raw):
    document = read_document(raw, "e.yaml")
    assert document.values is None or document.problems
    assert len(document.problems) == 1
    return document.problems[0]


def test_values_are_plain_and_each_has_a_place():
    document = read_document(b"title: one\nlist: [a, {k: 'v'}]\ntext: >-\n  two\n  lines\n", "e.yaml")

    assert document.values == {"title": "one", "list": ["a", {"k": "v"}], "text": "two lines"}
    assert document.place("title") == Place("e.yaml", 1, 8, 11)
    assert document.place("list", 1, "k") == Place("e.yaml", 2, 15, 18)
    assert document.key_place("list", 1, "k") == Place("e.yaml", 2, 12, 13)
    assert document.place("text") == Place("e.yaml", 3, 7)


def test_a_missing_value_is_placed_at_the_key_around_it():
    document = read_document(b"a:\n  b: 1\n", "e.yaml")

    assert document.place("a", "missing") == Place("e.yaml", 1, 1, 2)


def test_a_place_inside_text_counts_from_the_text_not_from_the_quote():
    document = read_document(b'a: "find me here"\n', "e.yaml")

    assert document.place_in(("a",), 5, 2) == Place("e.yaml", 1, 10, 12)


def test_unquoted_versions_are_no_text_and_their_source_is_kept():
    document = read_document(b"version: 2.10\nyes: no\n", "e.yaml")

    assert document.bare == {("version",): "2.10", ("yes",): "no"}
    assert document.values["version"] != "2.10"


def test_a_number_with_a_point_is_one_where_a_field_takes_it():
    document = read_document(b"factor: 0.6\nother: 1e3\nversion: '2.10'\n", "e.yaml")

    assert (document.values["factor"], document.values["version"]) == (0.6, "2.10")
    assert document.values["other"] == "1e3"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", "e.yaml:1:1: document: the file is empty"),
        (b"# nothing\n", "e.yaml:1:1: document: the file is empty"),
        (b"- a\n", "e.yaml:1:1: document: the file holds no mapping"),
        (b"a: 1\na: 2\n", "e.yaml:2:1: document: key 'a' stands twice; first at line 1"),
        (
            b"a:\n\tb: 1\n",
            "e.yaml:2:1: document: not YAML: while scanning for the next token found character that cannot start any token",
        ),
        (b"a: b: c\n", "e.yaml:1:5: document: not YAML: mapping values are not allowed in this context"),
        (b"a: &x 1\n", "e.yaml:1:4: document: anchor '&x' is not read"),
        (b"a: *x\n", "e.yaml:1:4: document: alias '*x' is not read"),
        (b"<<: {a: 1}\n", "e.yaml:1:1: document: merge key '<<' is not read"),
        (
            b"a: !!python/name:os.system\n",
            "e.yaml:1:4: document: tag 'tag:yaml.org,2002:python/name:os.system' is not read",
        ),
        (b"a: 1\n---\nb: 2\n", "e.yaml:2:1: document: a second document begins"),
        (b"? [a]\n: b\n", "e.yaml:1:3: document: a key must be a word"),
        (b"a: \xff\n", "e.yaml:1:4: document: byte 0xff is not UTF-8"),
        (b"a: x\x00y\n", "e.yaml:1:5: document: the control character U+0000 cannot stand in YAML"),
        (b"\x7fELF\x02\x01", "e.yaml:1:1: document: the control character U+007F cannot stand in YAML"),
    ],
)
def test_a_fault_is_one_problem_with_its_place(raw, text):
    assert str(only_problem(raw)) == text


def test_a_tab_gets_the_hint_to_use_spaces_and_a_visible_excerpt():
    problem = only_problem(b"a:\n\tb: 1\n")

    assert problem.hint == "indent with spaces; YAML takes no tabs"
    assert problem.excerpt == "    2 | →b: 1\n      | ^"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("versions: >=1.2", ">=1.2"),
        ("affects: [{package: torch, versions: >=1.2,<2}]", ">=1.2,<2"),
        ("versions: >1.2, <2.0.1", ">1.2, <2.0.1"),
        ("versions: !=1.2", "!=1.2"),
    ],
)
def test_a_version_range_without_quotes_gets_them_in_the_hint(line, meant):
    assert only_problem(f"{line}\n".encode()).hint == f'write it in quotes: "{meant}"'


def test_crlf_and_a_byte_order_mark_read_like_plain_lines():
    document = read_document("\ufefftitle: é\r\nb: x\r\n".encode(), "e.yaml")

    assert document.values == {"title": "é", "b": "x"}
    assert document.place("b") == Place("e.yaml", 2, 4, 5)


def test_an_alias_bomb_is_refused_at_its_first_anchor():
    bomb = b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
        b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 9)) for c in range(98, 115)
    )

    assert str(only_problem(bomb)) == "e.yaml:1:4: document: anchor '&a' is not read"


@pytest.mark.parametrize("raw", [b"[" * 100_000, b"\n".join(b"  " * i + b"k:" for i in range(200)), b"{a: " * 200])
def test_deep_nesting_is_one_problem(raw):
    assert "nest" in only_problem(raw).sentence


def test_nesting_up_to_the_limit_reads():
    raw = b"\n".join(b"  " * level + b"k:" for level in range(MAX_DEPTH - 1)) + b" x\n"

    assert read_document(raw, "e.yaml").problems == ()


def test_a_file_over_the_limit_is_not_parsed():
    assert (
        only_problem(b"a: " + b"x" * 1_000_000).sentence
        == f"the file has 1,000,003 bytes; at most {MAX_BYTES:,} are read"
    )


def test_the_largest_readable_file_takes_bounded_memory():
    raw = b"".join(b"k%06d: {a: [x, y]}\n" % number for number in range(MAX_BYTES // 23))
    tracemalloc.start()
    started = time.process_time()
    document = read_document(raw, "e.yaml")
    seconds, peak = time.process_time() - started, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert document.problems == ()
    assert peak < 300 * 2**20, f"{seconds:.1f} s"


def test_many_duplicate_keys_end_the_reading_instead_of_flooding_the_reader():
    assert len(read_document(b"a: 1\n" * 1000, "e.yaml").problems) <= 50


# Values alone, and values with their places


def agrees(text):
    """Whether *text* is read for its values alone; these are then those of the reading with places."""
    placed, plain = _Reader("e.yaml", text).read(), plain_values(text)
    if plain is None:
        return False
    assert repr(plain) == repr(placed.values)  # of nan, a number that no field takes, each differs from each
    assert placed.problems == ()
    return True


def test_every_entry_of_the_book_is_read_for_its_values_alone_and_they_are_those_of_the_placed_reading():
    files = sorted((ROOT / "entries").glob("*/*.yaml"))

    assert len(files) > 100
    assert [file for file in files if not agrees(file.read_text("utf-8"))] == []


def test_whatever_is_wrong_with_an_entry_its_values_are_those_of_the_placed_reading():
    files = sorted((ROOT / "tests/bad_entries").rglob("*.yaml"))
    texts = [file.read_text("utf-8", "replace") for file in files]
    agree = [agrees(text) for text in texts if not _FORBIDDEN.search(text)]

    assert True in agree
    assert False in agree


#: What YAML reads as something else than text, or as no value of our dialect, and what begins like it.
WORDS = [
    r"yes",
    r"No",
    r"on",
    r"OFF",
    r"true",
    r"False",
    r"y",
    r"n",
    r"t",
    r"null",
    r"Null",
    r"~",
    r"<<",
    r"=",
    r"-",
    r"--",
    r"+",
    r".",
    r"..",
    r".inf",
    r"-.INF",
    r".nan",
    r"0",
    r"-0",
    r"+1",
    r"007",
    r"0x1f",
    r"0b10",
    r"1_000",
    r"12:30",
    r"1.5",
    r".5",
    r"5.",
    r"1e3",
    r"1.5e+3",
    r"2.10",
    r"1.2.3",
    r"2020-01-01",
    r"2020-01-01T10:00:00Z",
    r"&a",
    r"*a",
    r"!t",
    r"!!str",
    r"!",
    r"|",
    r">",
    r"|-",
    r">-",
    r"'",
    r"\"",
    r"#",
    r":",
    r"?",
    r"[",
    r"]",
    r"{",
    r"}",
    r",",
    r"@",
    r"no:",
    r"yes:",
    r"a:",
    r"true",
]
_SCALARS = st.one_of(
    st.sampled_from(["", " ", *WORDS]),
    st.text(alphabet="aeyno0123.-+:_~ '\"#{}[],&*!|>\\\n\t\u00e9\u2028", max_size=8),
    st.integers().map(str),
    st.floats(allow_nan=False).map(str),
)
_LINES = st.builds(
    lambda indent, mark, key, value: " " * indent + mark + key + value,
    st.integers(0, 6),
    st.sampled_from(["", "- ", "? ", "-"]),
    st.sampled_from(["a: ", "b: ", "'a': ", "c:", ""]),
    st.one_of(_SCALARS, _SCALARS.map(lambda text: f"'{text}'"), _SCALARS.map(lambda text: f"[{text}, {{k: {text}}}]")),
)


@given(lines=st.lists(_LINES, max_size=6))
@settings(max_examples=1500, deadline=None)
def test_whatever_the_text_the_values_alone_are_those_of_the_placed_reading(lines):
    agrees("\n".join(lines) + "\n")


@given(
    value=_SCALARS,
    style=st.sampled_from(["a: {}\n", "a: '{}'\n", "a:\n  - {}\n  - b: {}\n", "a: [{}, {}]\n", "{}: a\n"]),
)
@settings(max_examples=1000, deadline=None)
def test_whatever_the_word_its_value_alone_is_that_of_the_placed_reading(value, style):
    agrees(style.replace("{}", value))


def test_what_is_right_is_read_for_its_values_alone_and_what_is_not_with_its_places():
    assert agrees("a: yes\nb: 2.10\nc:\nd: [1, {e: '2'}]\n")
    assert not any(
        agrees(text)
        for text in (
            "",
            "- a\n",
            "a\n",
            "a: &b c\n",
            "a: *b\n",
            "a: !t b\n",
            "a: 1\na: 2\n",
            "<<: {}\n",
            "a: 1\n---\nb: 2\n",
        )
    )
    deep = "a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)
    assert agrees(deep)
    assert not agrees(deep.replace("[]", "[[]]"))
