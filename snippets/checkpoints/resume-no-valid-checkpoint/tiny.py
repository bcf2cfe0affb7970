"""A model of two weights, and a Trainer that saves after every step."""

import torch
from torch import nn
from transformers import Trainer, TrainerCallback, TrainingArguments
from transformers.utils import logging

logging.set_verbosity_error()
torch.set_num_threads(1)


class Line(nn.Module):
    """A line that returns its loss, as the Trainer wants it."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(1, 1)

    def forward(self, x: torch.Tensor, labels: torch.Tensor) -> dict[str, torch.Tensor]:
        """Return the squared error."""
        return {"loss": (self.layer(x) - labels).pow(2).mean()}


class Begin(TrainerCallback):
    """Says at which step a training begins."""

    def on_train_begin(self, _args: TrainingArguments, state: object, _control: object, **_: object) -> None:
        """Print the step."""
        print("begins at step", state.global_step)


def trainer(steps: int, **more: object) -> Trainer:
    """Return a Trainer for *steps* steps that writes to the folder out, with *more* arguments."""
    rows = [{"x": torch.ones(1), "labels": torch.ones(1)}] * 8
    arguments = TrainingArguments(
        "out",
        max_steps=steps,
        save_steps=1,
        report_to=[],
        disable_tqdm=True,
        use_cpu=True,
        logging_strategy="no",
        **more,
    )
    return Trainer(Line(), arguments, train_dataset=rows, callbacks=[Begin()])
