"""Jinja as our templates speak it: sections that fold, and filters whose HTML is safe.

``{% section "id", "Title", "readers" %}`` begins a section, ``{% endsection %}`` ends it. Both are known when the
template is compiled, so a page joins them as it does the text around them.
"""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import escape

__all__ = ["DIALECT", "Folding", "Generator"]

#: It stands open in the file, so that nothing is hidden without a script; *readers* are those for whom it begins open.
_BEGIN = (
    '<section class="fb-section"><details data-for="{readers}" open><summary><h2 id="{id}">{title}</h2></summary>\n'
)
_END = (
    '\n</details><a class="headerlink" href="#{id}" title="Link to this section" aria-label="Link to {title}">'
    "\N{PILCROW SIGN}</a></section>"
)
#: Filters that return safe HTML; to escape it again would copy it.
_SAFE = ("blocks", "code", "inline", "prose")
#: What a compiled template rests on beside its text and Jinja.
DIALECT = (_BEGIN, _END, _SAFE)


class Folding(Extension):
    """Knows the tag ``section``, whose words are constants."""

    tags = {"section"}  # noqa: RUF012 -- as Jinja declares it

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """Return the section's head, what stands in it, and its end."""
        line = next(parser.stream).lineno
        values = (escape(item.as_const()) for item in parser.parse_tuple().find_all(nodes.Const))
        words = dict(zip(("id", "title", "readers"), values, strict=True))
        body = parser.parse_statements(("name:endsection",), drop_needle=True)
        begin, end = (nodes.Output([nodes.TemplateData(text.format(**words))], lineno=line) for text in (_BEGIN, _END))
        return [begin, *body, end]


class Generator(CodeGenerator):
    """Writes the code of a template, in which what a filter of ours returns is not escaped once more."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if isinstance(node, nodes.Filter) and node.name in _SAFE:
            self.write("(")
        else:
            super()._output_child_pre(node, frame, finalize)
