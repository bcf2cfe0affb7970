"""Markdown of entries: to sanitised HTML, and from there to Markdown that is safe to paste."""

import contextlib
from html import unescape
from pathlib import Path

import cmarkgfm
import nh3
import pytest
from cmarkgfm.cmark import Options
from hypothesis import given
from hypothesis import strategies as st
from markdownify import ATX

from faultbook.book import load_book
from faultbook.exports.text import visible
from faultbook.pages import markdown_prose, render, structured
from faultbook.pages.page import relative
from faultbook.pages.parts import _docstring_end
from faultbook.pages.plain_html import is_safe, text_of
from faultbook.pages.plain_text import paragraphs
from faultbook.pages.render import plain_prose, prose
from faultbook.questions import Markdown

ROOT = Path(__file__).parent.parent

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
    "*a*",
    "**",
    "\n- ",
    "\n\n  ",
    "\n\n| a | b |\n|---|---|\n| 1 | ",
    " |\n| ",
    '"',
    "&nbsp;",
    "\xa0",
    "<em>",
    "</em>",
    "<li>",
    "<tr><td>",
    "1. ",
    "8.9 (b) ",
    "'c': d! ",
    "> ",
    "#",
    "-",
    "---",
    "=",
    "~~~",
    "  \n",
    "\ud800",
)
#: What an author writes, put together.
FAULTLESS = (
    *("One `x < 1`\nand *two*. ", "**Not** a_b_c. ", '"As is" & so. ', "a * b | c <d> ", "`` ` `` [U] _ "),
    *("\n\n", "\n\n- a\n- b `c`\n- *d*\n\n", "\n\n- a\n\n- b\n  b\n\n  c\n\n"),
    "\n\n| a | `b \\| c` |\n|---|--:|\n| *1* | |\n| 2 |\n\n",
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=20) | st.lists(st.sampled_from(FAULTLESS), max_size=8)


def sanitised(text):
    """The HTML that the sanitiser leaves of *text*, whatever it holds."""
    made = cmarkgfm.markdown_to_html_with_extensions(visible(text), Options.CMARK_OPT_UNSAFE, extensions=["table"])
    made = render._HEADING.sub(lambda found: f"<{found[1]}h{min(6, int(found[2]) + 2)}>", made)
    return nh3.clean(
        made, tags=render._TAGS, attributes=render._ATTRIBUTES, url_schemes=render._SCHEMES, link_rel="noopener"
    ).rstrip("\n")


def converted(html):
    return markdown_prose._Converter("", heading_style=ATX, bullets="-").convert(html).strip()


def prose_of_the_book():
    book, _ = load_book(ROOT)
    return [text for entry in book.entries.values() for text in (entry.cause, entry.scale, *(x.a for x in entry.faq))]


def same_as_before(text):
    """Whether each form of *text* is what it becomes by way of sanitiser, parser and converter."""
    html = sanitised(text)
    assert plain_prose(text) == html
    made = converted(html)
    assert markdown_prose._plain(html) in {None, made}
    assert markdown_prose.markdown_prose(text, "") == made
    words = nh3.clean(html, tags=set())
    assert text_of(html) in {None, words}
    assert structured._text(Markdown(text)) == unescape(words).strip()


@given(TEXTS.map("".join))
def test_any_prose_is_what_sanitiser_and_converter_make_of_it(text):
    with contextlib.suppress(UnicodeEncodeError):  # half of a surrogate pair, which no file can hold
        same_as_before(text)


def test_the_prose_of_the_book_needs_no_parser_and_no_sanitiser_and_is_the_same_without():
    found = prose_of_the_book()
    assert len(found) > 300
    for text in found:
        same_as_before(text)
        assert markdown_prose._plain(sanitised(text)) is not None
    assert sum(paragraphs(text) is not None for text in found) > 200


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("One `x < 1`\nand two.\n\nThree.", "One `x < 1`\nand two.\n\nThree."),
        ("*One* **`two`**.", "*One* **`two`**."),
        ("- One\n- two\n\nThree", "- One\n- two\n\nThree"),
        ("|a|b|\n|-|-|\n|1|`2`|", "| a | b |\n| --- | --- |\n| 1 | `2` |"),
    ],
)
def test_most_fields_need_no_parser(text, made):
    assert markdown_prose._plain(plain_prose(text)) == made


@pytest.mark.parametrize(
    "text",
    [
        *(
            "a *b*",
            "a_b",
            "[a](b)",
            "a <b",
            "a &amp; b",
            "a \\b",
            "a  b",
            "a \nb",
            " a",
            "a\n---",
            "a\n- b",
            "1. a",
            "a\n1) b",
        ),
        *(
            "# a",
            "> a",
            "```\na\n```",
            "`a",
            "``a``",
            "` a`",
            "a|b\n|-|-|",
            "~~~a",
            "a\xa0b",
            "a\tb",
            "a\r\nb",
            "",
            "+ a",
            "= a",
        ),
    ],
)
def test_what_may_be_more_than_words_and_code_is_left_to_a_reader_of_markdown(text):
    assert paragraphs(text) is None


def test_paragraphs_of_words_and_code_need_no_reader_of_markdown():
    assert paragraphs("8.9 (or `a < *b*` > c!)\n'd': #e | ~f\n\n`g`\n") == (
        ("8.9 (or ", "a < *b*", " > c!)\n'd': #e | ~f"),
        ("", "g", ""),
    )


@pytest.mark.parametrize(
    "html",
    [
        "<p>a</p><script>b</script>",
        "<p>a",
        '<p title="a">b</p>',
        "<p>a > b</p>",
        "<p>&copy;</p>",
        "<p><em>a</p></em>",
        "<ul><li>a</ul>",
        "a",
    ],
)
def test_other_html_goes_through_the_sanitiser(html):
    assert not is_safe(html)


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
