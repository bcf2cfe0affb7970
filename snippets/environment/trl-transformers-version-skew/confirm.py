# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1", "peft>=0.17"]
# [tool.faultbook]
# timeout = 120
# ///
"""Ask the installed library which names it has, and the packages which of its releases they allow.

$ python confirm.py
tokenizer: not an argument of Trainer
processing_class: an argument of Trainer
evaluation_strategy: not an argument of TrainingArguments
eval_strategy: an argument of TrainingArguments
HybridCache: not a name of transformers
peft asks for: transformers
"""

import inspect
from importlib import metadata

import transformers
from transformers import Trainer, TrainingArguments

if __name__ == "__main__":
    for owner, names in (
        (Trainer, "tokenizer processing_class"),
        (TrainingArguments, "evaluation_strategy eval_strategy"),
    ):
        known = inspect.signature(owner).parameters
        for name in names.split():
            print(f"{name}: {'an' if name in known else 'not an'} argument of {owner.__name__}")
    print("HybridCache:", "a" if hasattr(transformers, "HybridCache") else "not a", "name of transformers")
    print("peft asks for:", *(line for line in metadata.requires("peft") if line.startswith("transformers")))
