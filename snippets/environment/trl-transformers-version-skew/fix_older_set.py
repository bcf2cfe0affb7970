# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.50.3"]
# [tool.faultbook]
# group = "heavy"
# timeout = 120
# [tool.faultbook.env]
# TRANSFORMERS_VERBOSITY = "error"
# ///
"""The release that the script was written for still has the names: the old line imports, and the old argument is there.

$ python fix_older_set.py
4.50.3 has HybridCache: True, evaluation_strategy: True
"""

import inspect

import transformers
from transformers import Cache, DynamicCache, EncoderDecoderCache, HybridCache, PreTrainedModel, TrainingArguments

if __name__ == "__main__":
    imported = all((Cache, DynamicCache, EncoderDecoderCache, HybridCache, PreTrainedModel))
    old = "evaluation_strategy" in inspect.signature(TrainingArguments).parameters
    print(f"{transformers.__version__} has HybridCache: {imported}, evaluation_strategy: {old}")
