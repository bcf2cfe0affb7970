# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1", "datasets>=4"]
# ///
"""A collator that makes tensors of the raw texts gets them, when the Trainer is told to remove nothing.

$ python fix_keep_columns.py
columns of a batch: ['input_ids', 'labels']
{'train_runtime': ...}
"""

import torch
from tiny import arguments, ids_of, model, texts
from transformers import Trainer


def collate(rows: list[dict[str, str]]) -> dict[str, torch.Tensor]:
    """Return a batch made of raw texts; it reads the column that would have been removed."""
    ids = torch.tensor([ids_of(row["text"]) for row in rows])
    return {"input_ids": ids, "labels": ids.clone()}


if __name__ == "__main__":
    told = arguments(remove_unused_columns=False)
    trainer = Trainer(model(), told, train_dataset=texts(), data_collator=collate)
    print("columns of a batch:", sorted(next(iter(trainer.get_train_dataloader()))))
    trainer.train()
