"""Markdown of entries: to sanitised HTML, and from there to Markdown that is safe to paste."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdownify import ATX

from faultbook.pages import markdown_prose
from faultbook.pages.page import relative
from faultbook.pages.parts import _docstring_end
from faultbook.pages.render import plain_prose, prose

PIECES = (
    "a",
    " ",
    "\n",
    "\n\n",
    "`",
    "``",
    "`a b`",
    "<",
    "&lt;",
    "*",
    "_",
    "\\",
    "|",
    "- ",
    "\t",
    "[U",
    "é",
    "<code>",
    "</p>",
)


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_paragraphs_without_a_parser_are_those_that_the_converter_makes(text):
    html = plain_prose(text)
    quick = markdown_prose._paragraphs(html)
    if quick is not None:
        assert quick == markdown_prose._Converter("", heading_style=ATX, bullets="-").convert(html).strip()


def test_most_paragraphs_need_no_parser():
    assert (
        markdown_prose._paragraphs(plain_prose("One `x < 1`\nand two.\n\nThree.")) == "One `x < 1`\nand two.\n\nThree."
    )


def test_a_block_of_code_is_highlighted_after_it_was_sanitised():
    assert prose("```python\nx = '<b>'\n```") == (
        '<div class="highlight"><pre tabindex="0"><span></span><code><span class="n">x</span> <span class="o">=</span> '
        "<span class=\"s1\">'&lt;b&gt;'</span></code></pre></div>"
    )


@pytest.mark.parametrize(("level", "shown"), [(1, 3), (2, 4), (5, 6)])
def test_headings_begin_at_the_third_level(level, shown):
    assert plain_prose(f"{'#' * level} Oil") == f"<h{shown}>Oil</h{shown}>"


def test_html_of_the_text_is_sanitised():
    assert plain_prose('<img src=x onerror=y>a<script>b</script> <a href="javascript:c">d</a>') == (
        '<p>a <a rel="noopener">d</a></p>'
    )


@pytest.mark.parametrize(
    ("here", "there", "link"),
    [
        ("", "", "./"),
        ("", "memory", "memory/"),
        ("memory/a", "", "../../"),
        ("memory/a", "memory/b", "../b/"),
        ("memory", "memory", "./"),
        ("memory/a", "memory/a.json", "../a.json"),
    ],
)
def test_links_are_relative(here, there, link):
    assert relative(here, there) == link


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('# x\n\n"""One.\n\nTwo."""\nx = 1\n', 5),
        ('"""One."""  # noqa\n', 1),
        ('"""a \\""" b\n"""\nx\n', 2),
        ('"""a""".join(x)\n', 0),
        ("x = 1\n", 0),
        ("'''One'''\n", 1),
    ],
)
def test_the_end_of_a_docstring_is_where_python_sees_it(text, lines):
    assert _docstring_end(text) == lines
