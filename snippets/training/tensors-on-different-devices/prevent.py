# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A check for CI without a GPU: a stray tensor is found by a dispatch mode, even where the meta device lets it pass.

$ python prevent.py
on meta alone: no error
with the check: aten.mm.default takes tensors on cpu and meta
"""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

torch.set_num_threads(1)


class OneDevice(TorchDispatchMode):
    """Refuses each operation that mixes devices; numbers (0-d CPU tensors) and copies are let through."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        tensors = [leaf for leaf in tree_leaves((args, kwargs or {})) if isinstance(leaf, torch.Tensor)]
        devices = sorted({str(tensor.device) for tensor in tensors if tensor.dim() > 0})
        if len(devices) > 1 and func is not torch.ops.aten.copy_.default:
            raise AssertionError(f"{func} takes tensors on {' and '.join(devices)}")
        return func(*args, **(kwargs or {}))


if __name__ == "__main__":
    stray = torch.ones(4, 4)  # a projection that stayed on the CPU
    x = torch.ones(2, 4, device="meta")
    x @ stray
    print("on meta alone: no error")
    try:
        with OneDevice():
            x @ stray
    except AssertionError as error:
        print("with the check:", error)
