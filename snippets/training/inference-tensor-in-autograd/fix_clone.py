# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Features from a frozen model in inference mode, cloned where training begins.

$ python fix_clone.py
features are inference tensors: True
copies are inference tensors: False
the head has a gradient: True
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    body, head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 1)
    with torch.inference_mode():
        features = body(torch.ones(2, 4))
    print("features are inference tensors:", features.is_inference())
    features = features.clone()  # outside the block: within it the copy is one, too
    print("copies are inference tensors:", features.is_inference())
    head(features).square().mean().backward()
    print("the head has a gradient:", head.weight.grad is not None)
