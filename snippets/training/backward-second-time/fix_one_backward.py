# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Two losses of one forward, added up: one backward walks the shared part once, with the gradient of both calls.

$ python fix_one_backward.py
same gradient as two calls with retain_graph: True
"""

import torch

torch.set_num_threads(1)


def losses(body: torch.nn.Module, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two losses of one forward."""
    features = torch.tanh(body(x))
    return features.square().mean(), (features - 1).square().mean()


if __name__ == "__main__":
    torch.manual_seed(0)
    body, x = torch.nn.Linear(4, 8), torch.randn(2, 4)
    first, second = losses(body, x)
    (first + second).backward()
    once, body.weight.grad = body.weight.grad, None

    first, second = losses(body, x)
    first.backward(retain_graph=True)
    second.backward()
    print("same gradient as two calls with retain_graph:", torch.allclose(once, body.weight.grad))
