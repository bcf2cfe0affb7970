# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error"}
# ///
"""A path instead of a name: no cache, no revision and no hub come into it.

$ python fix_local_folder.py
loaded llama of 16 dimensions from model
"""

import json
from pathlib import Path

from cache import CONFIG
from transformers import AutoConfig

if __name__ == "__main__":
    folder = Path("model")
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CONFIG))
    if not (folder / "config.json").is_file():  # a name that is no folder would be asked of the hub
        raise SystemExit(f"{folder} is no model folder")
    config = AutoConfig.from_pretrained(folder)
    print(f"loaded {config.model_type} of {config.hidden_size} dimensions from {folder}")
