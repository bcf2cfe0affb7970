# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.*"]
# ///
"""Which CUDA builds of this PyTorch have kernels for a GPU? PyTorch knows its own list; no GPU is needed to ask it.

Volta, Ampere of the A10, Hopper, and Blackwell in an RTX 5090:

>>> for capability in (70, 86, 90, 120):
...     print(capability, builds_for(capability, machine="x86_64"))
70 ['12.6']
86 ['12.6', '12.9', '13.0', '13.2']
90 ['12.6', '12.9', '13.0', '13.2']
120 ['12.9', '13.0', '13.2']

A kernel for 8.0 serves 8.6 but not the 8.7 of a Jetson, one for 8.6 does not serve 8.0, and neither serves 9.0:

>>> [runs(code=80, device=86), runs(code=80, device=87), runs(code=86, device=80), runs(code=86, device=90)]
[True, False, False, False]
"""

from torch import cuda


def runs(*, code: int, device: int) -> bool:
    """Return whether a kernel built for capability *code* runs on a GPU of capability *device*, by PyTorch's table."""
    return cuda._code_compatible_with_device(device, code)  # noqa: SLF001 - the check of PyTorch's own warning


def builds_for(device: int, *, machine: str) -> list[str]:
    """Return the CUDA versions for which PyTorch publishes a build with kernels for *device*."""
    return [
        version
        for version, machines in cuda.PYTORCH_RELEASES_CODE_CC.items()
        if any(runs(code=code, device=device) for code in machines[machine])
    ]
