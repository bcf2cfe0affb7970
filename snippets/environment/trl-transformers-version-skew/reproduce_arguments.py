# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""The same for an argument of the training that has another name by now.

$ python reproduce_arguments.py
Traceback (most recent call last):
...
TypeError: TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'...
"""

from transformers import TrainingArguments

if __name__ == "__main__":
    TrainingArguments("out", evaluation_strategy="steps")
