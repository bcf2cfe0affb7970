"""``{% section "id", "Title", "readers" %}``: a section of a template that folds.

Its head and its end are known when the template is compiled, so a page joins them as it does the text around them.
"""

from __future__ import annotations

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import escape

__all__ = ["BEGIN", "END", "Folding"]

#: It stands open in the file, so that nothing is hidden without a script; *readers* are those for whom it begins open.
BEGIN = '<section class="fb-section"><details data-for="{readers}" open><summary><h2 id="{id}">{title}</h2></summary>\n'
END = (
    '\n</details><a class="headerlink" href="#{id}" title="Link to this section" aria-label="Link to {title}">'
    "\N{PILCROW SIGN}</a></section>"
)


class Folding(Extension):
    """Knows the tag ``section``, whose words are constants."""

    tags = {"section"}  # noqa: RUF012 -- as Jinja declares it

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """Return the section's head, what stands in it, and its end."""
        line = next(parser.stream).lineno
        values = (escape(item.as_const()) for item in parser.parse_tuple().find_all(nodes.Const))
        words = dict(zip(("id", "title", "readers"), values, strict=True))
        body = parser.parse_statements(("name:endsection",), drop_needle=True)
        begin, end = (nodes.Output([nodes.TemplateData(text.format(**words))], lineno=line) for text in (BEGIN, END))
        return [begin, *body, end]
