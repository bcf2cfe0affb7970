# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1", "datasets>=4"]
# ///
"""The texts are tokenised into columns that forward knows, before the Trainer sees them.

$ python fix_tokenise_first.py
columns of a batch: ['input_ids', 'labels']
{'train_runtime': ...}
"""

from tiny import arguments, ids_of, model, texts
from transformers import Trainer


def tokenise(row: dict[str, str]) -> dict[str, list[int]]:
    """Return the columns that the model takes."""
    ids = ids_of(row["text"])
    return {"input_ids": ids, "labels": ids}


if __name__ == "__main__":
    raw = texts()
    data = raw.map(tokenise, remove_columns=raw.column_names)
    trainer = Trainer(model(), arguments(), train_dataset=data)
    print("columns of a batch:", sorted(next(iter(trainer.get_train_dataloader()))))
    trainer.train()
