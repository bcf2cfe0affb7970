# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=5"]
# ///
"""Ask the folder and this Python, not the shell's: what the checkpoint needs, and what is here.

$ python confirm.py
qwen3, written by 4.51.0: known here: True, brings code: False
own_dense, written by 4.51.0: known here: False, brings code: False
own_dense, written by ?: known here: False, brings code: True
"""

import json
from pathlib import Path

from checkpoint import folder, folder_with_code
from transformers import CONFIG_MAPPING


def say(path: str) -> None:
    """Print what the configuration in *path* says, and whether the installed release knows its type."""
    config = json.loads((Path(path) / "config.json").read_text())
    kind, written = config["model_type"], config.get("transformers_version", "?")
    print(f"{kind}, written by {written}: known here: {kind in CONFIG_MAPPING}, brings code: {'auto_map' in config}")


if __name__ == "__main__":
    say(folder("qwen3", transformers_version="4.51.0"))
    say(folder("own_dense", transformers_version="4.51.0"))
    say(folder_with_code())
