# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A recurrent layer compares the two formats itself, and says how to convert.

$ python reproduce_recurrent.py
Traceback (most recent call last):
...
ValueError: RNN input dtype (torch.float32) does not match weight dtype (torch.bfloat16). Convert input: ...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    encoder = torch.nn.LSTM(8, 4).to(torch.bfloat16)
    encoder(torch.randn(3, 2, 8))
