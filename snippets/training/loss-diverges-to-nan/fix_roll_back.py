# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The norm at ten times its median stops the run; it goes on from the weights before, at a thirtieth of the rate.

$ python fix_roll_back.py
step 1 loss ... grad norm ...
...
the norm grew: back to the weights before step ..., at 0.01
step 1 loss ... grad norm ...
...
step 200 loss ... grad norm ...
every loss is finite, and the last are under a tenth of the first: True
"""

import copy
import statistics

import torch
from training import model, plain, train, verdict


class GrownError(Exception):
    """The norm of the gradients has left its range."""


class Watch:
    """Keeps the weights of some steps ago, and raises before a step whose norm is ten times the median."""

    def __init__(self, back: int) -> None:
        self.norms: list[float] = []
        self.kept: list[dict[str, torch.Tensor]] = []
        self.back = back

    def __call__(self, net: torch.nn.Module, optimizer: torch.optim.Optimizer) -> float:
        norm = torch.nn.utils.get_total_norm([parameter.grad for parameter in net.parameters()]).item()
        if self.norms and not norm < 10 * statistics.median(self.norms):  # nan is not below anything
            raise GrownError
        self.norms.append(norm)
        self.kept.append(copy.deepcopy(net.state_dict()))
        return plain(net, optimizer)


if __name__ == "__main__":
    net, watch = model(), Watch(back=1)
    try:
        train(net, lr=0.3, guard=watch)
    except GrownError:
        step = max(0, len(watch.kept) - watch.back)
        print(f"the norm grew: back to the weights before step {step + 1}, at 0.01")
        net.load_state_dict(watch.kept[step])
    status = verdict(train(net, lr=0.01, guard=plain))
    print(f"every loss is finite, and the last are under a tenth of the first: {status == 0}")
    raise SystemExit(status)
