# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""A script of the years of transformers 4 hands its tokenizer to the Trainer under the name that it had there.

$ python reproduce.py
Traceback (most recent call last):
...
TypeError: Trainer.__init__() got an unexpected keyword argument 'tokenizer'
"""

from torch import nn
from transformers import Trainer, TrainingArguments

if __name__ == "__main__":
    Trainer(nn.Linear(1, 1), TrainingArguments("out", use_cpu=True), tokenizer=None)
