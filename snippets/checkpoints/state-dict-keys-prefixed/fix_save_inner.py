# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Save what is inside the wrappers, and load before wrapping: the file has the names of the class.

$ python fix_save_inner.py
['0.weight', '0.bias']
<All keys matched successfully>
"""

import torch

torch.set_num_threads(1)


def unwrap(model: torch.nn.Module) -> torch.nn.Module:
    """Return the module that DistributedDataParallel, DataParallel and torch.compile were given."""
    while True:
        if hasattr(model, "_orig_mod"):
            model = model._orig_mod  # noqa: SLF001 - the name that torch.compile gives it
        elif isinstance(model, torch.nn.DataParallel | torch.nn.parallel.DistributedDataParallel):
            model = model.module
        else:
            return model


if __name__ == "__main__":
    trained = torch.compile(torch.nn.DataParallel(torch.nn.Sequential(torch.nn.Linear(2, 2))))
    torch.save(unwrap(trained).state_dict(), "last.pt")

    loaded = torch.load("last.pt")
    print(list(loaded))
    print(torch.nn.Sequential(torch.nn.Linear(2, 2)).load_state_dict(loaded))
