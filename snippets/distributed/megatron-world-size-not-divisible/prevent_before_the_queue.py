# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Both divisions, for the submit script: no GPU and no Megatron is needed to know the answer.

>>> faults(ranks=12, tensor=4, pipeline=2)
['12 ranks / (tensor 4 * pipeline 2 * context 1) leaves 4']
>>> faults(ranks=16, tensor=4, pipeline=2)
[]
>>> faults(ranks=16, tensor=4, pipeline=2, expert=4)
['16 ranks / (expert tensor 4 * expert 4 * pipeline 2) leaves 16']
>>> faults(ranks=16, tensor=4, pipeline=2, expert=4, expert_tensor=1)
[]
"""


def faults(
    *,
    ranks: int,
    tensor: int = 1,
    pipeline: int = 1,
    context: int = 1,
    expert: int = 1,
    expert_tensor: int | None = None,
) -> list[str]:
    """Return what does not divide; the experts' tensor size is that of the rest unless it is given."""
    inner = expert_tensor or tensor
    grids = {f"tensor {tensor} * pipeline {pipeline} * context {context}": tensor * pipeline * context}
    if expert > 1:
        grids[f"expert tensor {inner} * expert {expert} * pipeline {pipeline}"] = inner * expert * pipeline
    return [f"{ranks} ranks / ({name}) leaves {ranks % size}" for name, size in grids.items() if ranks % size]
