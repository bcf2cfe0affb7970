# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The state is lost for good: let the rate rise again, so that the moments are found before they are used in full.

$ python fix_warm_up_again.py
after the resume the loss rises to 1.000 of its value at the save, at step 300
"""

import torch
from training import checkpoint, model, optimizer_of, report, train

if __name__ == "__main__":
    checkpoint("last.pt")
    net = model()
    net.load_state_dict(torch.load("last.pt")["model"])
    raise SystemExit(report(train(net, optimizer_of(net), 50, warmup=50)))
