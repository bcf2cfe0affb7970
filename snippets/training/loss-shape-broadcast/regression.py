"""A linear problem that a linear layer solves exactly, and how much of it a loss lets it learn."""

from collections.abc import Callable

import torch

torch.set_num_threads(1)

Loss = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def learn(loss_of: Loss, samples: int = 256) -> int:
    """Train on targets of shape [N], print what was learned; return 1 when it is next to nothing."""
    torch.manual_seed(0)
    x = torch.randn(samples, 8)
    y = (x @ torch.randn(8, 1)).squeeze(1) + 2.0  # [N]
    model = torch.nn.Linear(8, 1)  # [N, 1]
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(300):
        loss = loss_of(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    prediction = model(x).detach().squeeze(1)
    explained = 1 - ((prediction - y).pow(2).mean() / y.var(unbiased=False)).item()
    spread = f"{prediction.mean():.2f} +- {prediction.std():.2f}"
    print(f"explained variance {explained:.3f}, predictions {spread}, loss {loss:.3f}")
    return int(explained < 0.5)
