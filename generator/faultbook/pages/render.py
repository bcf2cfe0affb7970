"""Text to safe HTML: the templates' environment, Markdown that is sanitised, inline code, highlighted code."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import html
import re
from collections.abc import Iterable
from typing import Any

import cmarkgfm
import jinja2
import nh3
from cmarkgfm.cmark import Options
from jinja2.bccache import Bucket
from markupsafe import Markup, escape
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from faultbook.disk import cache_dir
from faultbook.exports.text import visible
from faultbook.pages.dialect import DIALECT, Folding, Generator
from faultbook.pages.lexing import faster
from faultbook.pages.plain_html import is_safe
from faultbook.pages.plain_text import paragraphs
from faultbook.pages.spans import spans
from faultbook.questions import Block, Code, Items, Link, Links, Markdown, Prose

__all__ = ["code", "inline", "marked", "plain_prose", "prose", "render"]

_BACKTICKS = re.compile(r"(`+)(.+?)\1", re.DOTALL)
# No img, style, iframe or id: a page asks no other host for anything, and its anchors are its own.
_TAGS = {"p", "a", "em", "strong", "code", "pre", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "table", "thead"}
_TAGS |= {"tbody", "tr", "th", "td", "h3", "h4", "h5", "h6", "hr", "br", "del", "sub", "sup", "span", "div"}
_ATTRIBUTES = {
    "a": {"href", "title"},
    "span": {"class"},
    "div": {"class"},
    "code": {"class"},
    "pre": {"class"},
    "th": {"scope"},
}
_SCHEMES = {"https", "http"}
_HEADING = re.compile("<(/?)h([1-6])>")
#: A block of code as the sanitiser leaves it.
_BLOCK = re.compile(r'<pre><code(?: class="language-(?P<language>[\w+#.-]+)")?>(?P<code>[^<]*)</code></pre>')
_CONSOLE = {"console", "shell", "sh"}


@functools.lru_cache(maxsize=4096)
def prose(text: str) -> Markup:
    """Return Markdown *text* as sanitised HTML; its headings begin at the third level."""
    clean = plain_prose(text)
    if "<pre>" in clean:
        clean = _BLOCK.sub(lambda found: str(code(html.unescape(found["code"]), found["language"] or "text")), clean)
    # A table that is wider than a telephone scrolls in its own box.
    return Markup(clean.replace("<table>", '<div class="fb-scroll"><table>').replace("</table>", "</table></div>"))  # noqa: S704 -- sanitised above


@functools.lru_cache(maxsize=4096)
def plain_prose(text: str) -> str:
    """Return the same HTML without highlighting and boxes: what another form is made from.

    The dialect is CommonMark with tables.
    """
    if (found := paragraphs(text)) is not None:
        return "\n".join(f"<p>{_line(paragraph)}</p>" for paragraph in found)
    made: str = cmarkgfm.markdown_to_html_with_extensions(visible(text), Options.CMARK_OPT_UNSAFE, extensions=["table"])
    if is_safe(plain := made.rstrip("\n")):
        return plain.replace("&quot;", '"')
    made = _HEADING.sub(lambda found: f"<{found[1]}h{min(6, int(found[2]) + 2)}>", made)
    # HTML of the text's own is let through to here, since the sanitiser knows better what to keep of it.
    return nh3.clean(made, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel="noopener").rstrip("\n")


def _line(paragraph: Iterable[str]) -> str:
    """Return words and code in turn as HTML."""
    pieces = [html.escape(piece, quote=False) for piece in paragraph]
    pieces[1::2] = [f"<code>{piece}</code>" for piece in pieces[1::2]]
    return "".join(pieces)


@functools.lru_cache(maxsize=16384)
def inline(text: str) -> Markup:
    """Return plain *text* as HTML in which only backticks mean something: they set code."""
    if "`" not in text:
        return escape(text)
    parts: list[str] = []
    end = 0
    for match in _BACKTICKS.finditer(text):
        parts += [escape(text[end : match.start()]), f"<code>{escape(match[2].strip())}</code>"]
        end = match.end()
    return Markup("".join([*parts, escape(text[end:])]))  # noqa: S704 -- escaped piece by piece


@functools.lru_cache(maxsize=4096)
def code(text: str, language: str) -> Markup:
    """Return *text* highlighted by CSS classes; a language that Pygments does not know stays plain."""
    safe = spans(_lexer(language).get_tokens(text.strip("\n"))).rstrip("\n")
    # The empty span keeps a blank first line, which an HTML parser would drop.
    return Markup(f'<div class="highlight"><pre tabindex="0"><span></span><code>{safe}</code></pre></div>')  # noqa: S704 -- escaped token by token


@functools.cache
def _lexer(language: str) -> Lexer:
    try:
        return faster(get_lexer_by_name("bash" if language in _CONSOLE else language, stripnl=False))
    except ClassNotFound:
        return get_lexer_by_name("text", stripnl=False)


def marked(text: str, spans: tuple[tuple[int, int, str], ...]) -> Markup:
    """Return *text* with the stretches of *spans* (start, end, name of what they hold) marked; spans do not overlap."""
    parts: list[str] = []
    end = 0
    for start, stop, name in sorted(spans):
        if start < end:
            continue
        parts += [escape(text[end:start]), f'<mark title="{escape(name)}">{escape(text[start:stop])}</mark>']
        end = stop
    return Markup("".join([*parts, escape(text[end:])]))  # noqa: S704 -- escaped piece by piece


@functools.lru_cache(maxsize=1024)
def _badge(kind: str, word: str, meaning: str, text: str) -> Markup:
    """Return *text* as a badge: *kind* and *word* colour it, a pointer shows *meaning*."""
    title = f' title="{escape(meaning)}"' if meaning else ""
    name = escape(f"fb-{kind}-{word.replace('_', '-').replace(' ', '-')}")
    return Markup(f'<span class="fb-badge {name}"{title}>{escape(text)}</span>')  # noqa: S704 -- escaped piece by piece


def answer(blocks: Iterable[Block]) -> Markup:
    """Return the blocks of an answer as HTML, each on a line of its own."""
    return Markup("".join(f"{_block(block)}\n" for block in blocks))  # noqa: S704 -- escaped piece by piece


def _block(block: Block) -> str:
    match block:
        case Prose(text):
            return f"<p>{inline(text)}</p>"
        case Markdown(text):
            return prose(text)
        case Items((text,)):
            return f"<p>{inline(text)}</p>"
        case Items(texts):
            return _list(inline(text) for text in texts)
        case Code(text, language):
            return code(text, language)
        case Links(links):
            return _list(_link(link) for link in links)


def _link(link: Link) -> str:
    text = inline(link.text)
    leads = _web(link.address) or link.address.startswith("#")
    return f'<a href="{escape(link.address)}">{text}</a>' if leads else text


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _web(address: str) -> bool:
    """Return whether *address* may become a link: no other scheme than https, so no script."""
    return address.startswith("https://")


def _begin(text: str) -> str:
    """Return *text* with a capital first letter and the others as they are, as a sentence begins."""
    return text[:1].upper() + text[1:]


class _Compiled(jinja2.FileSystemBytecodeCache):
    """Compiled templates, in the cache folder; where nothing can be written, each process compiles its own."""

    def __init__(self, environment: jinja2.Environment) -> None:
        # Jinja itself knows a template by its name and text alone.
        options = (environment.autoescape, environment.trim_blocks, environment.lstrip_blocks, DIALECT)
        made_by = hashlib.sha256(repr((jinja2.__version__, options)).encode()).hexdigest()[:16]
        folder = cache_dir() / "templates" / made_by
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        super().__init__(str(folder))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that was compiled."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


@functools.cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("faultbook", "pages/templates"),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Folding],
    )
    environment.code_generator_class = Generator
    environment.bytecode_cache = _Compiled(environment)
    environment.globals["badge"] = _badge
    environment.filters |= {"prose": prose, "inline": inline, "code": code, "begin": _begin, "blocks": answer}
    environment.tests["web"] = _web
    return environment


def render(template: str, **values: Any) -> str:
    """Return the template of that name filled in with *values*; hidden characters show as numbers."""
    return visible(_environment().get_template(template).render(**values))
