# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""One cast where data enters the model, taken from the module that receives it.

$ python fix_cast_at_border.py
input torch.float32, output torch.bfloat16
ids stay torch.int64
"""

import torch

torch.set_num_threads(1)


def cast(batch: dict[str, torch.Tensor], dtype: torch.dtype) -> dict[str, torch.Tensor]:
    """Return *batch* with its floating-point tensors in *dtype*; ids and masks stay as they are."""
    return {name: t.to(dtype) if t.is_floating_point() else t for name, t in batch.items()}


if __name__ == "__main__":
    model = torch.nn.Linear(8, 8).to(torch.bfloat16)
    batch = {"features": torch.randn(2, 8), "ids": torch.arange(2)}
    inputs = cast(batch, model.weight.dtype)
    print(f"input {batch['features'].dtype}, output {model(inputs['features']).dtype}")
    print("ids stay", inputs["ids"].dtype)
