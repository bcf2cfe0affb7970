# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The first run writes down what it held out; later ones read it.

$ python fix_saved_split.py
validation loss before the restart 5..., after it 5...
share of the validation set that was trained on: 0.00
"""

import json
import sys
from pathlib import Path

import torch
from splits import VALIDATION, train

HELD_OUT = Path("validation_ids.json")  # beside the checkpoint


def drawn_once(rows: int, _: int) -> set[int]:
    """Draw, if nobody has."""
    if not HELD_OUT.exists():
        HELD_OUT.write_text(json.dumps(torch.randperm(rows)[:VALIDATION].tolist()))
    return set(json.loads(HELD_OUT.read_text()))


if __name__ == "__main__":
    sys.exit(train(drawn_once))
