# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Evaluation adds up loss tensors: each one keeps the graph of its batch, and the graph keeps the activations.

$ python reproduce.py
activations held for backward: 2.1 MiB after 1 step, 42.5 MiB after 20 steps
"""

from held import Held, network

if __name__ == "__main__":
    model, x = network()
    held, total = Held(model), 0.0
    with held.watch():
        for _ in range(20):
            loss = model(x).pow(2).mean()
            total = total + loss  # a tensor with a history, not a number
            held.note()
    raise SystemExit(held.report())
