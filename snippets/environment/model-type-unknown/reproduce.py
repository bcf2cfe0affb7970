# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=5"]
# ///
"""A checkpoint of an architecture that the installed release has no code for.

$ python reproduce.py
...
KeyError: 'own_dense'
...
ValueError: The checkpoint you are trying to load has model type `own_dense` but Transformers does not recognize ...
...
"""

from checkpoint import folder
from transformers import AutoConfig

if __name__ == "__main__":
    AutoConfig.from_pretrained(folder("own_dense"))
