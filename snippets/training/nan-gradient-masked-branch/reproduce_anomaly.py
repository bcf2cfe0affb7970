# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same step under anomaly detection: it stops at the root, and the warning above names its line.

$ python reproduce_anomaly.py
step 1 loss ...
step 2 loss ...
step 3 loss ...
step 4 loss ...
...UserWarning: Error detected in SqrtBackward0. Traceback of forward call that caused the error:
...
RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.
"""

import torch
from pairs import train
from reproduce import distance

if __name__ == "__main__":
    with torch.autograd.set_detect_anomaly(True):
        train(distance)
