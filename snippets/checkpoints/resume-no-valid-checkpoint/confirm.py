# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""Which names count as checkpoints, and where the argument has to be given.

$ python confirm.py
checkpoint-best: None
checkpoint-100-merged: None
epoch_1: None
checkpoint-100: found
begins at step 0
{'train_runtime': ...}
TrainingArguments(resume_from_checkpoint=...) alone:
begins at step 0
{'train_runtime': ...}
train(resume_from_checkpoint=...):
begins at step 2
{'train_runtime': ...}
"""

from pathlib import Path

from tiny import trainer
from transformers.trainer_utils import get_last_checkpoint

if __name__ == "__main__":
    for name in ("checkpoint-best", "checkpoint-100-merged", "epoch_1", "checkpoint-100"):
        (Path(name.upper()) / name).mkdir(parents=True)
        print(f"{name}:", get_last_checkpoint(name.upper()) and "found")
    trainer(2).train()
    print("TrainingArguments(resume_from_checkpoint=...) alone:")
    trainer(3, resume_from_checkpoint="out/checkpoint-2").train()
    print("train(resume_from_checkpoint=...):")
    trainer(3).train(resume_from_checkpoint="out/checkpoint-2")
