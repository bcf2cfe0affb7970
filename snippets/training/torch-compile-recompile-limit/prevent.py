# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""After warm-up a recompilation becomes an error, which names the value that changed.

$ python prevent.py
- 0/0: self.step == 0
"""

import torch
from counting import Counting, Ramp

torch.set_num_threads(1)

if __name__ == "__main__":
    model = torch.compile(Ramp(), backend=Counting())
    model(torch.ones(2, 8))  # warm-up
    try:
        with torch.compiler.set_stance("fail_on_recompile"):
            model(torch.ones(2, 8))
    except RuntimeError as error:
        lines = str(error).splitlines()
        print(next(line.split("#")[0].strip() for line in lines if "self.step ==" in line))
