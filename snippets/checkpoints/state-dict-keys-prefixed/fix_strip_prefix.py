# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Take the prefixes off an old file, in whichever order the wrappers were stacked.

$ python fix_strip_prefix.py
module.0.weight -> <All keys matched successfully>
_orig_mod.module.0.weight -> <All keys matched successfully>
module._orig_mod.0.weight -> <All keys matched successfully>
"""

import torch

torch.set_num_threads(1)

WRAPPERS = ("module.", "_orig_mod.")


def strip_wrappers(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Remove wrapper names from the front of every key, and nothing from its middle."""
    while any(name.startswith(WRAPPERS) for name in state):
        for prefix in WRAPPERS:
            state = {name.removeprefix(prefix): weight for name, weight in state.items()}
    return state


if __name__ == "__main__":
    parallel, compiled = torch.nn.DataParallel, torch.compile
    for wrappers in ((parallel,), (parallel, compiled), (compiled, parallel)):
        trained = torch.nn.Sequential(torch.nn.Linear(2, 2))
        for wrap in wrappers:
            trained = wrap(trained)
        saved = trained.state_dict()
        served = torch.nn.Sequential(torch.nn.Linear(2, 2))
        print(next(iter(saved)), "->", served.load_state_dict(strip_wrappers(saved)))
