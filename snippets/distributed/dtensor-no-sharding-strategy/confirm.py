# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13,<2.14"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Which of the operators that you need has a rule? Run each once on a mesh of one process.

$ python confirm.py
cumsum: has a rule
searchsorted: no rule
unfold: no rule
nonzero: fails otherwise, RuntimeError
"""

import torch
from histogram import inputs

if __name__ == "__main__":
    edges, values = inputs()
    calls = {
        "cumsum": lambda: values.cumsum(0),
        "searchsorted": lambda: torch.searchsorted(edges, values),
        "unfold": lambda: values.unfold(0, 2, 1),
        "nonzero": lambda: values.nonzero(),
    }
    for name, call in calls.items():
        try:
            call()
        except NotImplementedError:
            print(f"{name}: no rule")
        except RuntimeError as error:
            print(f"{name}: fails otherwise,", type(error).__name__)
        else:
            print(f"{name}: has a rule")
