"""Put what a part really printed into its docstring, unless that would break what its page says."""

from __future__ import annotations

from faultbook.snippets.compare import difference
from faultbook.snippets.run import Outcome, Printed

__all__ = ["accepted_text"]


def accepted_text(outcome: Outcome) -> tuple[str | None, str, str]:
    """Return the part's text with its expected output replaced, the difference, and why it is refused if it is.

    Only a difference in output is accepted: a part that did not fail, took too long, or is diagnosed otherwise is
    wrong, and no docstring makes it right.
    """
    other = [reason for reason in outcome.reasons if "printed something else" not in reason]
    if other:
        return None, "", f"the part is wrong in another way: {other[0].splitlines()[0]}"
    text = outcome.part.text
    shown: list[str] = []
    for printed in reversed(outcome.printed):
        if printed.matches:
            continue
        replaced = _replaced(text, printed)
        if replaced is None:
            return None, "", f"the output of '$ {printed.block.command}' cannot stand in a docstring"
        shown.insert(0, difference(printed.block.expected, printed.output))
        text = replaced
    return text, "\n".join(shown), ""


def _replaced(text: str, printed: Printed) -> str | None:
    if '"""' in printed.output or "\\" in printed.output or "\x00" in printed.output:
        return None
    lines = text.splitlines(keepends=True)
    start = printed.block.line
    end = start
    while end < len(lines) and not lines[end].startswith(('"""', "$ ", ">>> ")):
        end += 1
    after = lines[end:]
    gap = [] if after and after[0].startswith('"""') else ["\n"]
    body = [line.rstrip() + "\n" for line in printed.output.rstrip("\n").splitlines()]
    return "".join([*lines[:start], *body, *gap, *after])
