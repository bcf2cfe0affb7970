# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A class of your own that keeps the network in an attribute: its name stands before every key, as Lightning's model.

$ python reproduce_trainer_class.py
Traceback (most recent call last):
...
RuntimeError: Error(s) in loading state_dict for Sequential:
...Missing key(s) in state_dict: "0.weight", "0.bias"...
...Unexpected key(s) in state_dict: "model.0.weight", "model.0.bias"...
"""

import torch

torch.set_num_threads(1)


class Trained(torch.nn.Module):
    """Holds the network as a LightningModule does."""

    def __init__(self) -> None:
        """Keep the network under the name 'model'."""
        super().__init__()
        self.model = torch.nn.Sequential(torch.nn.Linear(2, 2))


if __name__ == "__main__":
    torch.save(Trained().state_dict(), "last.pt")

    served = torch.nn.Sequential(torch.nn.Linear(2, 2))
    served.load_state_dict(torch.load("last.pt"))
