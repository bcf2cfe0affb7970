# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A total that was made in inference mode is added to after the block.

$ python reproduce_inplace.py
Traceback (most recent call last):
...
RuntimeError: Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone ...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    model, total = torch.nn.Linear(4, 1), 0
    with torch.inference_mode():
        for _ in range(3):
            total += model(torch.ones(2, 4)).mean()
    total /= 3  # outside the block
