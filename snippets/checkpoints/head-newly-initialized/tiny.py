"""A classifier of two classes, small enough to be saved and loaded in a moment."""

import logging

import torch
from transformers import BertConfig, BertForSequenceClassification
from transformers.utils import logging as transformers_logging

transformers_logging.disable_progress_bar()


def classifier() -> BertForSequenceClassification:
    """Return a classifier, as a training would have left it."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    return BertForSequenceClassification(BertConfig(vocab_size=32, **sizes)).eval()


def scores(model: torch.nn.Module) -> torch.Tensor:
    """Return the model's scores for one text."""
    with torch.no_grad():
        return model(torch.arange(8).unsqueeze(0)).logits


def compare(path: str) -> int:
    """Load the classifier twice from *path*, and return 1 when the two disagree about one text."""
    loaded = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        loaded.append(BertForSequenceClassification.from_pretrained(path).eval())
        logging.getLogger("transformers").setLevel(logging.ERROR)  # the report comes once
    gap = (scores(loaded[0]) - scores(loaded[1])).abs().max().item()
    print(f"two loads of the same files differ by {gap:.4f} in their scores")
    return int(gap > 1e-6)
