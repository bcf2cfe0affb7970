# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.17"]
# [tool.faultbook]
# timeout = 120
# ///
"""A name can be moved, a hash cannot: the adapter's folder keeps one of the base's weights.

$ python prevent_fingerprint.py
base-v1: the adapter's base
base-v2: refused
"""

import hashlib

import torch
from bases import fresh
from transformers import AutoModelForCausalLM


def fingerprint(name: str) -> str:
    """Return a hash over the weights of the model in *name*."""
    digest = hashlib.sha256()
    for key, tensor in sorted(AutoModelForCausalLM.from_pretrained(name).state_dict().items()):
        digest.update(key.encode() + tensor.contiguous().view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    for seed, name in enumerate(("base-v1", "base-v2")):
        fresh(seed).save_pretrained(name)
    written = fingerprint("base-v1")  # kept beside the adapter when it is saved
    for name in ("base-v1", "base-v2"):
        print(f"{name}:", "the adapter's base" if fingerprint(name) == written else "refused")
