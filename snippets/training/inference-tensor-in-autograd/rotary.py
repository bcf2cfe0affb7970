"""A model that builds a table of positions in its first forward and keeps it, as rotary embeddings often do."""

import torch

torch.set_num_threads(1)


class Lazy(torch.nn.Module):
    """Builds the table when it is first needed, under whatever mode is on then."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.inner, self.table = torch.nn.Linear(8, 8), None

    def positions(self, length: int) -> torch.Tensor:
        """Return the table, which is built once."""
        if self.table is None or self.table.shape[0] < length:
            self.table = torch.cos(torch.arange(length)[:, None] * torch.arange(8) / 8)
        return self.table[:length]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inner(x) * self.positions(x.shape[0])  # a product saves both factors for backward


def evaluate(model: torch.nn.Module, mode: type = torch.inference_mode) -> None:
    """Run the check that many trainers make before the first step."""
    with mode():
        print(f"loss before training: {model(torch.ones(4, 8)).square().mean():.4f}")


def train(model: torch.nn.Module) -> None:
    """Take three steps."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(1, 4):
        loss = model(torch.ones(4, 8)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")
