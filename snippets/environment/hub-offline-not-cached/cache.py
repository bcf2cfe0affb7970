"""A hub cache as a download leaves it: blobs by hash, and a snapshot of links for each revision."""

import json
from pathlib import Path

CONFIG = {"model_type": "llama", "hidden_size": 16, "num_attention_heads": 2, "num_hidden_layers": 1}


def put(cache: Path, repository: str, revision: str = "0123456789abcdef0123456789abcdef01234567") -> None:
    """Store a configuration of *repository* in *cache*, as its branch main."""
    folder = cache / f"models--{repository.replace('/', '--')}"
    (folder / "blobs").mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "snapshots" / revision).mkdir(parents=True)
    (folder / "blobs" / "config").write_text(json.dumps(CONFIG))
    (folder / "refs" / "main").write_text(revision)
    (folder / "snapshots" / revision / "config.json").symlink_to("../../blobs/config")
