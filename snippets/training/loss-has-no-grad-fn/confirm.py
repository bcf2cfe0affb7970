# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Where the graph ends: the first value without a grad_fn, looking from the weights to the loss.

Setting requires_grad on that loss makes the message go away, and nothing else:

>>> model = torch.nn.Linear(8, 3)
>>> loss = stages(model)["loss"].requires_grad_(True)
>>> loss.backward()
>>> [parameter.grad for parameter in model.parameters()]
[None, None]

$ python confirm.py
scores grad_fn AddmmBackward0
probabilities grad_fn SoftmaxBackward0
classes grad_fn None
loss grad_fn None
"""

import torch

torch.set_num_threads(1)


def stages(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Return each value on the way to the loss."""
    scores = model(torch.randn(16, 8))
    probabilities = scores.softmax(dim=1)
    classes = probabilities.argmax(dim=1)
    loss = torch.nn.functional.mse_loss(classes.float(), torch.ones(16))
    return {"scores": scores, "probabilities": probabilities, "classes": classes, "loss": loss}


if __name__ == "__main__":
    for name, tensor in stages(torch.nn.Linear(8, 3)).items():
        print(name, "grad_fn", tensor.grad_fn and tensor.grad_fn.name())
