# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""What is there, outside of forward? Nothing, and not every operation says so: a sum and a saved state are wrong.

$ python confirm.py
...
outside: shape [0], of [16, 8], NOT_AVAILABLE; sum 0.0; saved as [0]
gathered: shape [16, 8], of [16, 8], AVAILABLE; sum 128.0; saved as [16, 8]
"""

import deepspeed
import torch
from zero3 import partitioned


def show(where: str, words: torch.nn.Embedding) -> None:
    """Print what can be seen of the weight."""
    weight, saved = words.weight, words.state_dict()["weight"]
    print(
        f"{where}: shape {list(weight.shape)}, of {list(weight.ds_shape)}, {weight.ds_status.name};",
        f"sum {weight.sum().item()}; saved as {list(saved.shape)}",
    )


if __name__ == "__main__":
    words = partitioned().words
    with deepspeed.zero.GatheredParameters(words.weight, modifier_rank=0):
        words.weight.data.fill_(1.0)
    show("outside", words)
    with deepspeed.zero.GatheredParameters(words.weight):
        show("gathered", words)
