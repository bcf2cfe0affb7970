# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "datasets>=4", "huggingface-hub>=1"]
# ///
"""Three variables before the first import; a data set is then prepared without a byte in the home folder.

$ python fix_move_caches.py
data sets as prepared: scratch/huggingface/datasets
torch.hub: scratch/torch/hub
files in the home folder: 0; rows that can be read: 1000
"""

import os
from pathlib import Path

SCRATCH = Path("scratch").absolute()
os.environ["HF_HOME"] = str(SCRATCH / "huggingface")  # hub and datasets lie below it
os.environ["TORCH_HOME"] = str(SCRATCH / "torch")
os.environ["XDG_CACHE_HOME"] = str(SCRATCH / "cache")  # what else keeps to the convention, pip for one

import datasets  # noqa: E402 - the variables are read at import
import torch  # noqa: E402

if __name__ == "__main__":
    datasets.disable_progress_bars()
    rows = datasets.Dataset.from_generator(lambda: ({"text": str(number)} for number in range(1000)))
    print("data sets as prepared:", Path(datasets.config.HF_DATASETS_CACHE).relative_to(Path.cwd()))
    print("torch.hub:", Path(torch.hub.get_dir()).relative_to(Path.cwd()))
    left = [path for path in Path.home().rglob("*") if path.is_file()]
    print(f"files in the home folder: {len(left)}; rows that can be read: {len(rows)}")
