# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Whose gradients are missing, and what the same mistake does without a scaler: nothing, silently.

>>> net = model()
>>> optimizer = torch.optim.SGD(net[2].parameters(), lr=0.1)
>>> net[2] = torch.nn.Linear(4, 1)
>>> mine = {id(p) for p in net.parameters()}
>>> [id(p) in mine for group in optimizer.param_groups for p in group["params"]]
[False, False]
>>> step(net, optimizer, torch.nn.functional.mse_loss, scaled=False)  # float32, no scaler, no message
0.0

zero_grad() between backward and step leaves no gradient either:

>>> net, scaler = model(), torch.amp.GradScaler("cpu")
>>> optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
>>> scaler.scale(net(torch.ones(1, 4)).sum()).backward()
>>> optimizer.zero_grad()
>>> scaler.step(optimizer)
Traceback (most recent call last):
    ...
AssertionError: No inf checks were recorded for this optimizer.

A scaler that was never given a loss says something else:

>>> torch.amp.GradScaler("cpu").step(optimizer)
Traceback (most recent call last):
    ...
AssertionError: Attempted step but _scale is None.  This may indicate your script did not use ...

And one whose update() comes without any step, too:

>>> scaler = torch.amp.GradScaler("cpu")
>>> _ = scaler.scale(torch.ones(1))
>>> scaler.update()
Traceback (most recent call last):
    ...
AssertionError: No inf checks were recorded prior to update.
"""

import torch
from amp import model, step

__all__ = ["model", "step", "torch"]
