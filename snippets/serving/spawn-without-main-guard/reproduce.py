# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A DataLoader whose workers start by spawn, used at the top level of the script: each worker runs the script again.

$ python reproduce.py
...
RuntimeError:
        An attempt has been made to start a new process before the
        current process has finished its bootstrapping phase.
...
"""

import torch

loader = torch.utils.data.DataLoader(torch.arange(4.0), num_workers=1, multiprocessing_context="spawn")
for batch in loader:
    print(batch)
