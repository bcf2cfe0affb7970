# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""What forward() builds follows its input, and the whole batch is moved at once.

$ python fix_create_on_input_device.py
output on meta
batch on {device(type='meta')}
"""

import torch

torch.set_num_threads(1)


class Positions(torch.nn.Module):
    """Adds the position of each element, and masks what lies beyond each length."""

    def forward(self, x: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        positions = torch.arange(x.shape[1], device=x.device)  # not torch.arange(n)
        padding = positions[None, :] >= lengths[:, None]
        return (x + positions).masked_fill(padding, 0.0)


def move(batch: dict[str, torch.Tensor], device: torch.device | str) -> dict[str, torch.Tensor]:
    """Return *batch* with every tensor on *device*: labels and masks too, not only the inputs."""
    return {name: tensor.to(device, non_blocking=True) for name, tensor in batch.items()}


if __name__ == "__main__":
    batch = move({"x": torch.zeros(2, 5), "lengths": torch.tensor([5, 3])}, "meta")
    print("output on", Positions().to("meta")(**batch).device)
    print("batch on", {tensor.device for tensor in batch.values()})
