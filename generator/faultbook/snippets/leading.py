"""What a part imports before it does anything else: a warm parent may have imported that already, and nothing more.

What torch and transformers import by themselves when their first optimizer or model is made counts as theirs.
An import that comes after a statement with an effect (an environment variable that is set, a filter of warnings, a
module that is replaced) is left to the part.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from faultbook.snippets.part import Part

__all__ = ["HEAVY", "leading_imports"]

#: Modules that take long enough to import, in the order in which a parent imports them.
HEAVY = ("torch", "transformers", "accelerate", "datasets", "peft")
#: What transformers loads only when one of these names is asked of it, which takes longer than the package itself.
_LAZY = (
    ("transformers.modeling_utils", re.compile(r".*For[A-Z]\w*|(?!TF|Flax)\w*Model(WithLMHead)?|Trainer")),
    ("transformers.trainer", re.compile(r"(Seq2Seq)?Trainer")),
)
#: What torch imports when an optimizer is made, which takes as long as torch itself; and what might notice that it was.
_COMPILER = "torch._dynamo"
_OPTIMIZES = re.compile(r"\boptim\b|\b\w*Trainer\b")
_NOTICES = re.compile(r"\benviron\b|\bputenv\b|torch\.compile|_dynamo|inductor|_logging|sys\.modules")
_HARMLESS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Pass)


def leading_imports(part: Part) -> tuple[str, ...]:
    """Return the heavy modules that *part* declares and imports first, in a fixed order; those of siblings count."""
    declared: set[str] = {canonicalize_name(Requirement(text).name) for text in part.dependencies}
    found = {name for name, _ in _leading(ast.parse(part.text), part.path.parent, set())}
    found &= _offered(declared)
    texts = [part.text, *(module.read_text("utf-8") for module in part.modules)]
    if "torch" in found and any(map(_OPTIMIZES.search, texts)) and not any(map(_NOTICES.search, texts)):
        found.add(_COMPILER)
    return tuple(sorted(found, key=_order))


def _offered(declared: set[str]) -> set[str]:
    tops = {name for name in HEAVY if name in declared}
    return tops | {name for name, _ in _LAZY if name.partition(".")[0] in tops}


def _order(name: str) -> tuple[int, str]:
    return HEAVY.index(name.partition(".")[0]), name


def _leading(tree: ast.Module, folder: Path, seen: set[Path]) -> Iterator[tuple[str, bool]]:
    """Yield each module that is imported before anything else is done; the last has False when something is then."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from (inner := list(_imported(alias.name, (), folder, seen)))
                if inner and not inner[-1][1]:
                    return
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = tuple(alias.name for alias in node.names)
            yield from (inner := list(_imported(node.module, names, folder, seen)))
            if inner and not inner[-1][1]:
                return
        elif not _is_harmless(node):
            yield "", False
            return


def _imported(module: str, names: tuple[str, ...], folder: Path, seen: set[Path]) -> Iterator[tuple[str, bool]]:
    top = module.partition(".")[0]
    file = folder / f"{top}.py"
    if file.is_file():
        if file not in seen:
            seen.add(file)
            yield from _leading(ast.parse(file.read_text("utf-8")), folder, seen)
        return
    yield top, True
    if module == "transformers":
        yield from ((lazy, True) for lazy, wanted in _LAZY if any(wanted.fullmatch(name) for name in names))


def _is_harmless(node: ast.stmt) -> bool:
    """Return whether a statement only defines something: no later import can notice it."""
    if isinstance(node, _HARMLESS):
        parts: list[ast.expr] = [*getattr(node, "decorator_list", ()), *getattr(node, "bases", ())]
        return not any(isinstance(item, ast.Call) for root in parts for item in ast.walk(root))
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        plain = all(isinstance(target, ast.Name) for target in node.targets)
        return plain and not any(isinstance(item, ast.Call | ast.Await) for item in ast.walk(node.value))
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Name) and not any(isinstance(item, ast.Call) for item in ast.walk(node))
    return False
