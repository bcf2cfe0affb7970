# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Anomaly detection names the forward line that saved the tensor, not the one that overwrote it.

$ python confirm_anomaly.py
line that saved the tensor: y = torch.sigmoid(x)  # saved here
"""

import linecache
import re
import warnings

import torch

torch.set_num_threads(1)


def broken(x: torch.Tensor) -> torch.Tensor:
    """Overwrite what sigmoid saved."""
    y = torch.sigmoid(x)  # saved here
    y += 1.0
    return y.sum()


if __name__ == "__main__":
    with warnings.catch_warnings(record=True) as caught, torch.autograd.set_detect_anomaly(True):
        warnings.simplefilter("always")
        try:
            broken(torch.zeros(2, requires_grad=True)).backward()
        except RuntimeError:
            trace = next(str(w.message) for w in caught if "Traceback of forward call" in str(w.message))
            line = int(re.findall(r'", line (\d+), in broken', trace)[-1])
            print("line that saved the tensor:", linecache.getline(__file__, line).strip())
