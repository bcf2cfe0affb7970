# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""The names of today, chosen by what the installed release has: one script for both.

$ python fix_current_names.py
eval_strategy and processing_class: a Trainer that evaluates by steps
"""

import inspect

from torch import nn
from transformers import Trainer, TrainingArguments


def known(owner: type, *names: str) -> str:
    """Return the first of *names* that *owner* takes as an argument."""
    return next(name for name in names if name in inspect.signature(owner).parameters)


if __name__ == "__main__":
    when = known(TrainingArguments, "eval_strategy", "evaluation_strategy")
    reader = known(Trainer, "processing_class", "tokenizer")
    arguments = TrainingArguments("out", use_cpu=True, **{when: "steps"})
    trainer = Trainer(nn.Linear(1, 1), arguments, eval_dataset=[], **{reader: None})
    print(f"{when} and {reader}: a {type(trainer).__name__} that evaluates by {trainer.args.eval_strategy.value}")
