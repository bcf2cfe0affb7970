"""A feed-forward block of a model that was trained in bfloat16: one output channel is large, and a norm follows."""

from collections.abc import Callable, Iterator

import torch

torch.set_num_threads(1)

LARGEST = torch.finfo(torch.float16).max  # 65504


class Block(torch.nn.Module):
    """Widen, narrow, add to the residual stream, normalise, predict."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.wi, self.wo = torch.nn.Linear(32, 256), torch.nn.Linear(256, 32)
        self.norm, self.head = torch.nn.RMSNorm(32), torch.nn.Linear(32, 1)
        with torch.no_grad():
            self.wo.weight[5] = 1600.0  # sums to 135259 in one row of the first batch; bfloat16 holds that

    def narrow(self, hidden: torch.Tensor) -> torch.Tensor:
        """Return the output of the narrowing matrix; the fixes replace this."""
        return self.wo(hidden)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.norm(x + self.narrow(torch.relu(self.wi(x)))))


def batches() -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield ten batches, the same in every run."""
    generator = torch.Generator().manual_seed(1)
    for _ in range(10):
        x = torch.randn(64, 32, generator=generator)
        yield x, x[:, :1]


def watch(model: torch.nn.Module) -> Callable[[], list[tuple[str, int, int]]]:
    """Count what is not finite in each module's output; the result gives (name, bad, all) in their order."""
    seen: dict[str, list[int]] = {}

    def hook(name: str, output: torch.Tensor) -> None:
        counts = seen.setdefault(name, [0, 0])
        counts[0] += int((~output.isfinite()).sum())
        counts[1] += output.numel()

    for name, module in model.named_modules():
        if name:
            module.register_forward_hook(lambda _module, _input, output, name=name: hook(name, output))
    return lambda: [(name, *counts) for name, counts in seen.items()]


def train(model: torch.nn.Module, dtype: torch.dtype) -> int:
    """Train under autocast with a loss scaler (float16 only), print the verdict, return an exit status."""
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    scaler = torch.amp.GradScaler("cpu", enabled=dtype is torch.float16)
    report, applied = watch(model), 0
    for x, y in batches():
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=dtype):
            prediction = model(x)
        before = model.head.weight.detach().clone()
        scaler.scale(torch.nn.functional.mse_loss(prediction.float(), y)).backward()
        scaler.step(optimizer)
        scaler.update()
        applied += not torch.equal(before, model.head.weight)
    found = report()
    name, bad, total = next((item for item in found if item[1]), found[0])
    place = f", first in {name}" if bad else ""
    print(f"outputs that are not finite: {bad} of {total}{place}, in {str(dtype).removeprefix('torch.')}")
    print(f"steps applied: {applied} of 10" + (f", loss scale {scaler.get_scale():g}" if scaler.is_enabled() else ""))
    return int(bad > 0)
