# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""What weights_only=False can do: unpickling calls whatever function the file names.

$ python confirm.py
classes the file asks for: ['...mkdir']
folder made by weights_only=True: False
folder made by weights_only=False: True
"""

import os
import pickle
from pathlib import Path

import torch

torch.set_num_threads(1)


class Intruder:
    """A stand-in for an object in a file from a stranger: loading it makes a folder."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Name the call that unpickling will make."""
        return os.mkdir, ("intruder",)


if __name__ == "__main__":
    torch.save({"weight": torch.zeros(2), "note": Intruder()}, "stranger.pt")
    print("classes the file asks for:", torch.serialization.get_unsafe_globals_in_checkpoint("stranger.pt"))
    try:
        torch.load("stranger.pt")
    except pickle.UnpicklingError:
        print("folder made by weights_only=True:", Path("intruder").exists())
    torch.load("stranger.pt", weights_only=False)
    print("folder made by weights_only=False:", Path("intruder").exists())
