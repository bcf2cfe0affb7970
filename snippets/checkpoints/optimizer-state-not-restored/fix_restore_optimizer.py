# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Load both state dicts: the losses are those of the run that was not interrupted.

$ python fix_restore_optimizer.py
after the resume the loss rises to 1.000 of its value at the save, at step 300
"""

import torch
from training import checkpoint, model, optimizer_of, report, train

if __name__ == "__main__":
    checkpoint("last.pt")
    saved = torch.load("last.pt")
    net = model()
    net.load_state_dict(saved["model"])
    optimizer = optimizer_of(net)
    optimizer.load_state_dict(saved["optimizer"])
    raise SystemExit(report(train(net, optimizer, 50)))
