# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""A server that asks what was missing, and does not answer with a model whose weights are not all from the file.

$ python fix_refuse_missing_keys.py
encoder alone: refused, missing classifier.bias classifier.weight
whole model: served
"""

import logging

from tiny import classifier
from transformers import BertForSequenceClassification


def load(path: str) -> str:
    """Return what a server would do with the files in *path*."""
    _model, info = BertForSequenceClassification.from_pretrained(path, output_loading_info=True)
    missing = sorted(info["missing_keys"])
    return f"refused, missing {' '.join(missing)}" if missing else "served"


if __name__ == "__main__":
    logging.getLogger("transformers").setLevel(logging.ERROR)
    trained = classifier()
    trained.bert.save_pretrained("encoder")
    trained.save_pretrained("whole")
    print("encoder alone:", load("encoder"))
    print("whole model:", load("whole"))
