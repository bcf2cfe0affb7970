# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "datasets>=4", "huggingface-hub>=1"]
# ///
"""Where do the caches lie when nobody says? In the home folder, whose quota is the smallest.

$ python confirm_places.py
models and data sets as downloaded: ~/.cache/huggingface/hub
data sets as prepared: ~/.cache/huggingface/datasets
torch.hub: ~/.cache/torch/hub
"""

from pathlib import Path

import datasets
import huggingface_hub.constants
import torch

if __name__ == "__main__":
    places = {
        "models and data sets as downloaded": huggingface_hub.constants.HF_HUB_CACHE,
        "data sets as prepared": datasets.config.HF_DATASETS_CACHE,
        "torch.hub": torch.hub.get_dir(),
    }
    for what, place in places.items():
        print(f"{what}:", str(place).replace(str(Path.home()), "~"))
