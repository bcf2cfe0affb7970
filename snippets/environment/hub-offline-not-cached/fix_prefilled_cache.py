# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error"}
# ///
"""The same name and no network, with a cache that a download filled before: nothing is asked.

$ python fix_prefilled_cache.py
loaded llama of 16 dimensions from the cache
"""

from pathlib import Path

from cache import put
from transformers import AutoConfig

if __name__ == "__main__":
    put(Path("hub"), "some-lab/some-model")
    config = AutoConfig.from_pretrained("some-lab/some-model", cache_dir="hub")
    print(f"loaded {config.model_type} of {config.hidden_size} dimensions from the cache")
