# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1", "datasets>=4"]
# ///
"""The targets are in a column that forward does not know: it is removed, the ids stay, and there is no loss.

$ python reproduce_label_column.py
Traceback (most recent call last):
...
ValueError: The model did not return a loss from the inputs, only the following keys: logits. ... input_ids.
"""

from datasets import Dataset
from tiny import arguments, ids_of, model, texts
from transformers import Trainer

if __name__ == "__main__":
    rows = [ids_of(text) for text in texts()["text"]]
    data = Dataset.from_dict({"input_ids": rows, "target_ids": rows})
    Trainer(model(), arguments(), train_dataset=data).train()
