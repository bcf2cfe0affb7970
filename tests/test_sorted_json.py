"""What is published as JSON has the bytes that Python's own writer makes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faultbook.exports.sorted_json import sorted_json

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
CONTENT = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def plainly(content):
    return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@given(CONTENT)
def test_any_content_is_said_again_whole_and_in_order(content):
    text = sorted_json(content)
    assert json.dumps(json.loads(text), sort_keys=True) == json.dumps(content, sort_keys=True)


@given(CONTENT.filter(lambda content: plainly(content).isascii()))
def test_the_bytes_are_those_of_the_library_where_nothing_is_hidden(content):
    if "\x7f" not in plainly(content):
        assert sorted_json(content) == plainly(content)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"b": 1e16, "a": (1e-05, 2.0)}, '{\n "a": [\n  1e-05,\n  2.0\n ],\n "b": 1e+16\n}\n'),
        ({"a": {}, "b": []}, '{\n "a": {},\n "b": []\n}\n'),
        (["\u202e\x7f\u2028"], '[\n "\\u202e\\u007f\\u2028"\n]\n'),
        (["\ud800"], '[\n "\ud800"\n]\n'),
    ],
)
def test_numbers_empty_values_and_hidden_characters(content, text):
    assert sorted_json(content) == text


def test_what_is_no_json_is_refused():
    with pytest.raises(TypeError):
        sorted_json([object()])
