# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The tokenizer has a padding token, the model's config does not: a classifier refuses every batch of two.

$ python reproduce_classifier.py
Traceback (most recent call last):
...
ValueError: Cannot handle batch sizes > 1 if no padding token is defined.
"""

import torch
from transformers import LlamaConfig, LlamaForSequenceClassification
from words import VOCABULARY, tokenizer

if __name__ == "__main__":
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    model = LlamaForSequenceClassification(LlamaConfig(vocab_size=len(VOCABULARY), **sizes))
    tok = tokenizer(pad_token="<unk>")
    batch = tok(["the job has stopped", "stopped"], padding=True, return_tensors="pt", return_token_type_ids=False)
    model(**batch)
