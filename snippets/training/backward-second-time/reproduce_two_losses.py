# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Two losses of one forward, each with a backward of its own: the first frees what the second needs.

$ python reproduce_two_losses.py
Traceback (most recent call last):
...
RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors ...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    body, head_a, head_b = torch.nn.Linear(4, 8), torch.nn.Linear(8, 1), torch.nn.Linear(8, 1)
    features = torch.tanh(body(torch.randn(2, 4)))
    head_a(features).square().mean().backward()
    head_b(features).square().mean().backward()  # through the same tanh and the same body
