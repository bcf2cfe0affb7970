"""What rules look for in the words of an entry is found quickly, and is what a slower reading finds."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from faultbook.document import read_document
from faultbook.rules.prose import _FILLER, _MIN_SENTENCE, _may_fill, _sentences

_PIECES = [
    "Oil the widget",
    " before it is late",
    ". ",
    "! ",
    "? ",
    ".\n",
    "\n",
    ".\t",
    " \r\n ",
    "\u2028",
    "`",
    "İ",
    "Σ",
]


def _sentences_one_by_one(text):
    for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
        plain = " ".join(sentence.lower().split()).strip(".!?` ")
        if len(plain) >= _MIN_SENTENCE and " " in plain:
            yield plain


@given(st.lists(st.sampled_from(_PIECES) | st.text(max_size=4), max_size=20).map("".join))
def test_sentences_end_where_white_space_follows_a_full_stop_or_a_line_ends(text):
    assert list(_sentences(text)) == list(_sentences_one_by_one(text))


@given(
    st.lists(st.sampled_from(["Simply", "\u017fimply", "just", " ", "add", "of Course", "x"]), max_size=8).map("".join)
)
def test_a_text_in_which_a_filler_is_found_is_looked_at(text):
    assert _may_fill(text) or _FILLER.search(text) is None


def test_the_texts_of_a_document_come_with_their_paths_in_the_order_of_the_file():
    document = read_document(b"a: x\nb: {c: [y, 1, {d: z}], e: true}\n", "entries/memory/x.yaml")

    assert document.strings == [(("a",), "x"), (("b", "c", 0), "y"), (("b", "c", 2, "d"), "z")]
