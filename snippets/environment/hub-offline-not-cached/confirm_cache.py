# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error"}
# ///
"""Ask where this process looks, and what is there, without a request.

$ python confirm_cache.py
offline: True, cache at ...hub
empty cache: None
with the model in it: .../snapshots/0123456789abcdef0123456789abcdef01234567/config.json
"""

from pathlib import Path

from cache import put
from huggingface_hub import constants, try_to_load_from_cache

if __name__ == "__main__":
    print(f"offline: {constants.HF_HUB_OFFLINE}, cache at {constants.HF_HUB_CACHE}")
    print("empty cache:", try_to_load_from_cache("some-lab/some-model", "config.json", cache_dir="hub"))
    put(Path("hub"), "some-lab/some-model")
    print("with the model in it:", try_to_load_from_cache("some-lab/some-model", "config.json", cache_dir="hub"))
