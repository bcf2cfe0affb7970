# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""The size may vary where the code allows it: a batch that is pinned compiles for its one size, without an error.

$ python fix_maybe_dynamic.py
torch.Size([4, 4])
"""

import torch
from pinned import pairs
from torch._dynamo import maybe_mark_dynamic

torch.set_num_threads(1)

if __name__ == "__main__":
    x = torch.ones(8, 4)
    maybe_mark_dynamic(x, 0)
    print(torch.compile(pairs, backend="eager", fullgraph=True)(x).shape)
