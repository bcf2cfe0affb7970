# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error"}
# ///
"""A name of the hub, no network, and a cache that is empty: another user's, or a volume that is not mounted.

$ python reproduce.py
...
OSError: We couldn't connect to 'https://huggingface.co' to load the files, and couldn't find them in ...
"""

from transformers import AutoConfig

if __name__ == "__main__":
    AutoConfig.from_pretrained("some-lab/some-model")
