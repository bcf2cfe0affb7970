# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Write only tensors and plain containers: then no reader, anywhere, has to allow anything.

$ python fix_plain_values.py
the file asks for: []
loaded: {'lr': 0.001, 'epochs': 3}
"""

import argparse

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    arguments = argparse.Namespace(lr=1e-3, epochs=3)
    torch.save({"model": torch.nn.Linear(2, 2).state_dict(), "args": vars(arguments)}, "last.pt")

    print("the file asks for:", torch.serialization.get_unsafe_globals_in_checkpoint("last.pt"))
    print("loaded:", torch.load("last.pt")["args"])
