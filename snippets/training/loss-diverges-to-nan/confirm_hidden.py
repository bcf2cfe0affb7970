# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# exit = 1
# ///
"""The Trainer of transformers filters nan out of what it logs: the loss reads 0, and only the norm is nan.

$ python confirm_hidden.py
{'loss': ..., 'grad_norm': ..., 'learning_rate': ..., 'epoch': ...}
...
{'loss': '0', 'grad_norm': 'nan', 'learning_rate': ..., 'epoch': ...}
...
"""

import torch
from training import batches, model
from transformers import Trainer, TrainingArguments


class Regression(torch.nn.Module):
    """The network with its loss, as the Trainer wants it."""

    def __init__(self) -> None:
        super().__init__()
        self.net = model()

    def forward(self, x: torch.Tensor, labels: torch.Tensor) -> dict[str, torch.Tensor]:
        return {"loss": torch.nn.functional.mse_loss(self.net(x), labels)}


if __name__ == "__main__":
    torch.set_num_threads(1)
    rows = [{"x": x, "labels": y} for batch in batches() for x, y in zip(*batch, strict=True)]
    arguments = TrainingArguments(
        "out",
        learning_rate=0.3,
        lr_scheduler_type="constant",
        optim="sgd",
        optim_args="momentum=0.9",
        max_grad_norm=0.0,
        per_device_train_batch_size=64,
        max_steps=40,
        logging_steps=2,
        save_strategy="no",
        report_to=[],
        disable_tqdm=True,
        use_cpu=True,
    )
    net = Regression()
    Trainer(net, arguments, train_dataset=rows).train()
    raise SystemExit(int(not all(parameter.isfinite().all() for parameter in net.parameters())))
