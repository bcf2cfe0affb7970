# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1", "datasets>=4"]
# ///
"""The same raw texts as a stream: the collator drops every column of every row, and the first batch is empty.

$ python reproduce_streaming.py
Traceback (most recent call last):
...
ValueError: Cannot find the batch size from empty <class 'dict'>.
"""

from tiny import arguments, model, texts
from transformers import Trainer

if __name__ == "__main__":
    Trainer(model(), arguments(), train_dataset=texts().to_iterable_dataset()).train()
