# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The largest output of each module in float32, beside what float16 can hold.

float16 ends at 65504, bfloat16 where float32 does:

>>> torch.tensor(135259.0).half(), torch.tensor(135259.0).bfloat16()
(tensor(inf, dtype=torch.float16), tensor(135168., dtype=torch.bfloat16))

Clamping keeps the numbers finite, and gives another result without a gradient where it cut:

>>> x = torch.tensor(135259.0, requires_grad=True)
>>> x.clamp(max=64504).backward()
>>> x.grad
tensor(0.)

A norm written in float16 loses its sum of squares for a value of 256 already:

>>> torch.tensor(256.0).half().square()
tensor(inf, dtype=torch.float16)

$ python confirm.py
wi: largest output 2.8
wo: largest output 135259.1, above 65504
norm: largest output 5.7
head: largest output 0.5
"""

import torch
from block import LARGEST, Block, batches

if __name__ == "__main__":
    model = Block()

    def show(name: str, output: torch.Tensor) -> None:
        """Print the largest magnitude of an output."""
        largest = output.abs().max().item()
        print(f"{name}: largest output {largest:.1f}" + (f", above {LARGEST:.0f}" if largest > LARGEST else ""))

    for name, module in model.named_modules():
        if name:
            module.register_forward_hook(lambda _module, _input, output, name=name: show(name, output))
    model(next(batches())[0])
