# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# exit = 1
# ///
"""The Trainer of transformers shows such a step as a loss of 0 with a gradient norm of 0, and ends as a success.

$ python confirm_trainer.py
{'loss': ...}
{'loss': ...}
{'loss': '0', 'grad_norm': '0', ...}
{'loss': '0', 'grad_norm': '0', ...}
{'train_runtime': ...}
"""

from prompts import PROMPTS, model, row
from torch.utils.data import SequentialSampler
from transformers import Trainer, TrainingArguments


class InOrder(Trainer):
    """A Trainer that takes the rows as they come."""

    def _get_train_sampler(self, *_: object) -> SequentialSampler:
        return SequentialSampler(self.train_dataset)


if __name__ == "__main__":
    rows = [row(prompt, max_length=12) for prompt in PROMPTS]
    arguments = TrainingArguments(
        "out",
        max_steps=len(rows),
        per_device_train_batch_size=1,
        logging_steps=1,
        save_strategy="no",
        report_to=[],
        disable_tqdm=True,
        use_cpu=True,
    )
    data = [{"input_ids": ids[0], "labels": labels[0]} for ids, labels in rows]
    trainer = InOrder(model(), arguments, train_dataset=data)
    trainer.train()
    raise SystemExit(int(any(log.get("loss") == 0 for log in trainer.state.log_history)))
