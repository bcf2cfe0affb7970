# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""bfloat16 for the forward, float32 for what is trained, and no scaler.

$ python fix_bfloat16.py
trained in torch.float32: loss ... to ...
the loss fell: True
"""

import torch
from finetune import model, train

if __name__ == "__main__":
    losses = train(model().float(), scaled=False, dtype=torch.bfloat16)
    print("the loss fell:", losses[-1] < losses[0])
