# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Resume with the weights alone: AdamW begins anew, at a rate for an optimizer that has found its scales.

$ python reproduce.py
after the resume the loss rises to 1.7... of its value at the save, at step 301
"""

import torch
from training import checkpoint, model, optimizer_of, report, train

if __name__ == "__main__":
    checkpoint("last.pt")
    net = model()
    net.load_state_dict(torch.load("last.pt")["model"])
    raise SystemExit(report(train(net, optimizer_of(net), 50)))
