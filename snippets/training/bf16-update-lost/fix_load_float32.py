# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0", "accelerate>=1.1"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error", HF_HUB_DISABLE_PROGRESS_BARS = "1"}
# timeout = 300
# ///
"""The same Trainer with the checkpoint loaded in float32; bf16=True still makes the forward bfloat16.

$ python fix_load_float32.py
...
torch.float32: ... of 24736 weights changed
at least 99 % changed: True
"""

import torch
from trainer import run

if __name__ == "__main__":
    _, changed = run(dtype=torch.float32)
    print(changed)
    enough = int(changed.split()[1]) > 0.99 * 24736
    print("at least 99 % changed:", enough)
    raise SystemExit(int(not enough))
