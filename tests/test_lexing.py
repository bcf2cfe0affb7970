"""The faster way through Pygments' rules makes the tokens that Pygments makes, and they become the spans that it writes."""

from pathlib import Path

import pygments
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import Token

from faultbook.pages.lexing import faster
from faultbook.pages.spans import spans

ROOT = Path(__file__).parent.parent

LANGUAGES = ("python", "bash", "diff", "promql", "ini", "docker", "rust")
#: What begins, ends or interrupts something in one of the languages.
PIECES = (
    *('"', "'", '"""', "'''", 'f"', "rb'", "{", "}", "${", "$(", ")", "`", "<<EOF\n", "\nEOF\n", "\\", "\n", "\r\n"),
    *("#", "//", "/*", "*/", "@", "def ", "class A(B):", "import a.b", "match x:", "0x1F", "1e-5j", "é", "\t", " "),
    *("+", "-", "@@", "if ", "$HOME", "a=1", "[x]", "|", "&&", "FROM x", 'r#"', "->", "::", "\x00", "\U0001f600"),
)


def _pair(language):
    return get_lexer_by_name(language, stripnl=False), faster(get_lexer_by_name(language, stripnl=False))


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_text_gives_the_tokens_of_the_library(language):
    theirs, ours = _pair(language)
    assert "get_tokens_unprocessed" in vars(ours)

    @given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=25).map("".join))
    def same(text):
        assert list(ours.get_tokens(text)) == list(theirs.get_tokens(text))

    same()


def test_the_parts_of_the_book_give_the_tokens_of_the_library():
    theirs, ours = _pair("python")
    files = sorted((ROOT / "snippets").glob("*/*/*.py"))[::15]
    assert len(files) > 30
    for file in files:
        text = file.read_text("utf-8")
        assert list(ours.get_tokens_unprocessed(text)) == list(theirs.get_tokens_unprocessed(text))


def _lines(text, lexer):
    """What the library's formatter writes; some of its releases write quotation marks as entities."""
    made = pygments.highlight(text, lexer, HtmlFormatter(nowrap=True))
    return made.replace("&quot;", '"').replace("&#39;", "'")


@pytest.mark.parametrize("language", ["python", "console", "text", "yaml"])
def test_any_text_gives_the_spans_of_the_library(language):
    lexer = get_lexer_by_name(language, stripnl=False)

    @given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=25).map("".join))
    def same(text):
        assert spans(lexer.get_tokens(text)) == _lines(text, lexer)

    same()


def test_a_kind_that_no_theme_names_has_the_classes_of_what_it_is_a_kind_of():
    tokens = [(Token.Name.Own.Kind, "a"), (Token.Own, "b"), (Token, "\n\nc")]
    made = HtmlFormatter(nowrap=True)._format_lines(tokens)
    assert spans(tokens) == "".join(line for _, line in made)


def test_the_parts_of_the_book_give_the_spans_of_the_library():
    lexer = get_lexer_by_name("python", stripnl=False)
    files = sorted((ROOT / "snippets").glob("*/*/*.py"))[::15]
    assert len(files) > 30
    for file in files:
        text = file.read_text("utf-8")
        assert spans(lexer.get_tokens(text)) == _lines(text, lexer)


@pytest.mark.parametrize("language", ["text", "console", "yaml", "json", "cpp"])
def test_a_lexer_that_is_not_made_of_rules_alone_is_left_as_it_is(language):
    lexer = get_lexer_by_name(language)
    assert faster(lexer) is lexer
    assert "get_tokens_unprocessed" not in vars(lexer)
