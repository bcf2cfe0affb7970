# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same module under fullgraph=True: the ninth step raises.

$ python reproduce_fullgraph.py
...torch._dynamo hit config.recompile_limit (8)
...
torch._dynamo.exc.FailOnRecompileLimitHit: Hard failure due to fullgraph=True
"""

import torch
from counting import Counting, Ramp

torch.set_num_threads(1)

if __name__ == "__main__":
    model = torch.compile(Ramp(), backend=Counting(), fullgraph=True)
    for _ in range(40):
        model(torch.ones(2, 8))
