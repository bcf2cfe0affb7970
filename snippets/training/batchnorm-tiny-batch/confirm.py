# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The ratio by batch size; accumulation over 16 batches of two does not make them a batch of 32.

$ python confirm.py
batch  2: ratio 2...
batch  2, accumulated over 16: ratio 2...
batch 32: ratio 1...
"""

from gap import two_modes
from torch import nn

if __name__ == "__main__":
    for name, batch, micro in (("batch  2", 2, 1), ("batch  2, accumulated over 16", 2, 16), ("batch 32", 32, 1)):
        train, evaluation = two_modes(lambda: nn.BatchNorm1d(32), batch, micro)
        print(f"{name}: ratio {max(train, evaluation) / min(train, evaluation):.2f}")
