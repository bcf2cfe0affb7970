# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""model.compile() compiles the module that you hold instead of returning a wrapper: no name changes.

$ python fix_compile_in_place.py
['0.weight', '0.bias']
<All keys matched successfully>
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    trained = torch.nn.Sequential(torch.nn.Linear(2, 2))
    trained.compile()
    torch.save(trained.state_dict(), "last.pt")

    loaded = torch.load("last.pt")
    print(list(loaded))
    print(torch.nn.Sequential(torch.nn.Linear(2, 2)).load_state_dict(loaded))
