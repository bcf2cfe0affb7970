# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Two optimizers of which one has nothing to do in this step: only the other is stepped.

$ python fix_step_who_took_part.py
body moved: True
head moved: False
"""

import torch
from amp import model

if __name__ == "__main__":
    net = model()
    optimizers = {name: torch.optim.SGD(net[place].parameters(), lr=0.1) for name, place in (("body", 0), ("head", 2))}
    before = {name: o.param_groups[0]["params"][0].detach().clone() for name, o in optimizers.items()}
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    with torch.autocast("cpu", dtype=torch.float16):
        features = net[0](torch.ones(2, 4))
    scaler.scale(features.float().square().mean()).backward()  # an auxiliary loss: the head takes no part
    for optimizer in optimizers.values():
        if any(p.grad is not None for group in optimizer.param_groups for p in group["params"]):
            scaler.step(optimizer)
    scaler.update()
    for name, optimizer in optimizers.items():
        print(f"{name} moved:", not torch.equal(before[name], optimizer.param_groups[0]["params"][0]))
