"""Runs the ``>>>`` examples of one part in the part's own namespace: a program, for whichever interpreter the part has.

It imports nothing but the standard library. Arguments: the part's name and file, the file of ``compare``, and the text
that holds the examples. The part's module is executed under its own name, so that ``if __name__ == "__main__":`` does
not run. Ends with 1 when an example fails.
"""

from __future__ import annotations

import doctest
import runpy
import sys
from typing import Any


def main() -> int:
    """Run the examples and print what fails, as doctest does."""
    name, path, compare, text = sys.argv[1:]
    same: Any = runpy.run_path(compare)["same"]

    class Checker(doctest.OutputChecker):
        def check_output(self, want: str, got: str, optionflags: int) -> bool:
            return super().check_output(want, got, optionflags) or bool(same(want, got))

    sys.path[0] = ""  # the part's own folder, as when it runs as a script, and not the folder of this file
    namespace = runpy.run_path(path, run_name=name)
    test = doctest.DocTestParser().get_doctest(text, namespace, name, path, 0)
    runner = doctest.DocTestRunner(Checker(), optionflags=doctest.ELLIPSIS)
    runner.run(test)
    return 1 if runner.summarize(verbose=False).failed else 0


if __name__ == "__main__":
    sys.exit(main())
