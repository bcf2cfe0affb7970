# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0", "accelerate>=1.1"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error", HF_HUB_DISABLE_PROGRESS_BARS = "1"}
# timeout = 300
# ///
"""transformers 5 loads a bfloat16 checkpoint as bfloat16, and bf16=True trains those weights as they are.

$ python reproduce_trainer.py
...
torch.bfloat16: ... of 24736 weights changed
torch.float32: ... of 24736 weights changed
updates kept: 0... of those that float32 weights make
"""

import torch
from trainer import run

if __name__ == "__main__":
    moved, changed = run()
    meant, reference = run(dtype=torch.float32)
    print(changed, reference, sep="\n")
    print(f"updates kept: {moved / meant:.3f} of those that float32 weights make")
    raise SystemExit(int(moved < meant / 2))
