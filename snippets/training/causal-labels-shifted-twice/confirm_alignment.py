# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Two checks that need no training: labels against inputs in place, and the model's loss against one shift by hand.

$ python confirm_alignment.py
labels that are the input of their position: 1.00, of shifted labels 0.00
the model's loss is one shift of its labels: True; of shifted labels once: False
"""

import torch
from counting import model, sequences, shifted


def in_place(ids: torch.Tensor, labels: torch.Tensor) -> float:
    """Return the share of scored labels that are the input of the same position."""
    scored = labels != -100
    return (labels[scored] == ids[scored]).float().mean().item()


if __name__ == "__main__":
    ids, net = sequences(), model().eval()
    ready = shifted(ids)
    shares = f"{in_place(ids, ids):.2f}, of shifted labels {in_place(ids, ready):.2f}"
    print(f"labels that are the input of their position: {shares}")
    once = torch.nn.functional.cross_entropy(net(ids).logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    right, wrong = (torch.allclose(net(ids, labels=labels).loss, once) for labels in (ids, ready))
    print(f"the model's loss is one shift of its labels: {right}; of shifted labels once: {wrong}")
