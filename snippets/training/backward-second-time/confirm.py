# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""retain_graph instead of detach: each step walks the chunks of all steps before, until the changed weights stop it.

With the optimizer's step left out, the graph behind the loss grows by the twelve operations of a chunk each step:

>>> growth(keep=lambda state: state)
[15, 27, 39, 51]
>>> growth(keep=lambda state: state.detach())
[15, 15, 15, 15]

With the step, retain_graph trades one error for another:

>>> train(lambda state: state, retain_graph=True, steps=2)
Traceback (most recent call last):
    ...
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: ...
"""

from collections.abc import Callable

import torch
from chunks import Cell, train

torch.set_num_threads(1)


def nodes(loss: torch.Tensor) -> int:
    """Count the operations that a backward from *loss* walks."""
    seen, todo = set(), [loss.grad_fn]
    while todo:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo += [parent for parent, _ in node.next_functions if parent is not None]
    return sum("AccumulateGrad" not in type(node).__name__ for node in seen)


def growth(keep: Callable[[torch.Tensor], torch.Tensor]) -> list[int]:
    """Return the size of the graph behind each of four losses."""
    cell, state, sizes = Cell(), torch.zeros(1, 8), []
    for _ in range(4):
        outputs, state = cell(torch.ones(3, 1, 2), keep(state))
        sizes.append(nodes(outputs.square().mean()))
    return sizes


__all__ = ["growth", "train"]
