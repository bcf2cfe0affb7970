"""Where a template first fits, found by its pieces, is where its pattern finds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faultbook.book import load_book
from faultbook.signatures import fit
from faultbook.signatures.fit import first_fit
from faultbook.signatures.template import TemplateError, compile_template

ROOT = Path(__file__).parent.parent

HEAD = "out of memory "
HOLES = ("<a:int>", "<b:float>", "<c:size>", "<d:duration>", "<e:hex>", "<f:word>", "<g:path>", "<_>")
LITERALS = ("step ", "/", ": ", " of ", "x", "0", "a", ".", "e", "\t")
TEXTS = ("out of memory ", "12", "-7", "1.5e-3", "nan", "8 MiB", "3 ms", "0xff", "rank", " ", "\n", "\u2003", "a" * 239)


@given(
    st.lists(st.tuples(st.sampled_from(LITERALS), st.sampled_from(HOLES), st.sampled_from(TEXTS)), max_size=4),
    st.sampled_from(("", " of ", "x", "{a|ab}")),
    st.lists(st.sampled_from(LITERALS + TEXTS), max_size=8).map("".join),
)
def test_any_template_fits_where_its_pattern_is_found(middle, end, between):
    try:
        template = compile_template(HEAD + "".join(literal + hole for literal, hole, _ in middle) + end)
    except TemplateError:
        return
    like = HEAD + "".join(literal + value for literal, _, value in middle) + end  # mostly fits
    for text in (like, f"{HEAD}{between}{like} {between}", f"{like[:-2]}{between}{like}"):
        for start in (0, 7):
            assert first_fit(template, text, start) == fit._by_pattern(template, text, start)


def test_the_templates_of_the_book_fit_their_samples_where_their_patterns_are_found():
    book, _ = load_book(ROOT)
    tried = 0
    for entry in book.entries.values():
        for signature in entry.signatures.values():
            texts = [sample.text for sample in signature.samples] + [miss.text for miss in signature.near_misses]
            for template in map(compile_template, signature.lines):
                for text in texts:
                    assert first_fit(template, text) == fit._by_pattern(template, text, 0)
                tried += bool(fit._steps(template.text))
    assert tried > 200


@pytest.mark.parametrize(
    ("line", "text", "captures"),
    [
        ("out of memory at step <step:int>", "out of memory at step x, out of memory at step 12.", ((47, 49, "step"),)),
        ("out of memory: <what:word> of <_> bytes", "out of memory: a,b of 3 b of 4 bytes", ((15, 18, "what"),)),
        ("out of memory: <what:word>", "out of memory: device now", ((15, 21, "what"),)),
    ],
)
def test_holes_take_what_they_take_in_a_log(line, text, captures):
    found = first_fit(compile_template(line), text)
    assert found is not None
    assert found.captures == captures


def test_alternatives_are_left_to_the_pattern():
    template = compile_template("out of memory {a|ab}c")
    assert not fit._steps(template.text)
    assert first_fit(template, "out of memory abc") == fit.Fit(0, 17, ())


def test_a_template_without_holes_makes_no_pattern():
    fit._compiled.cache_clear()
    assert first_fit(compile_template("out of memory at last"), "out of memory at last", 1) is None
    assert fit._compiled.cache_info().misses == 0
