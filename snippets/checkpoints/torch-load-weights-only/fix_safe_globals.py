# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""List what the file asks for without loading it, then allow exactly those classes.

$ python fix_safe_globals.py
the file asks for: ['argparse.Namespace']
loaded: Namespace(lr=0.001, epochs=3)
still refused outside the block: True
"""

import argparse
import pickle

import torch

torch.set_num_threads(1)


def is_refused(path: str) -> bool:
    """Say whether the defaults of torch.load still refuse the file."""
    try:
        torch.load(path)
    except pickle.UnpicklingError:
        return True
    return False


if __name__ == "__main__":
    arguments = argparse.Namespace(lr=1e-3, epochs=3)
    torch.save({"model": torch.nn.Linear(2, 2).state_dict(), "args": arguments}, "last.pt")

    print("the file asks for:", torch.serialization.get_unsafe_globals_in_checkpoint("last.pt"))
    with torch.serialization.safe_globals([argparse.Namespace]):
        print("loaded:", torch.load("last.pt")["args"])
    print("still refused outside the block:", is_refused("last.pt"))
