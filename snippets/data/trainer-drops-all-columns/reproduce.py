# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1", "datasets>=4"]
# ///
"""Raw texts go to the Trainer: no column has the name of an argument of forward, so none is left.

$ python reproduce.py
Traceback (most recent call last):
...
ValueError: No columns in the dataset match the model's forward method signature: (...ignored: [text]. ...
"""

from tiny import arguments, model, texts
from transformers import Trainer

if __name__ == "__main__":
    Trainer(model(), arguments(), train_dataset=texts()).train()
