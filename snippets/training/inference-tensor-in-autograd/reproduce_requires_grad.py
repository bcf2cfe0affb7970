# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""An input that was prepared in inference mode is to get a gradient itself, as for saliency or an attack.

$ python reproduce_requires_grad.py
Traceback (most recent call last):
...
RuntimeError: Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    model = torch.nn.Linear(4, 1)
    with torch.inference_mode():
        image = torch.ones(2, 4) / 255
    image.requires_grad_()
    model(image).sum().backward()
