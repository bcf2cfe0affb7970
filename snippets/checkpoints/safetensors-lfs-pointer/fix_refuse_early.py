# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "safetensors>=0.6"]
# ///
"""Check each file by its own header before anything is started: eight bytes and one read of JSON for each shard.

$ python fix_refuse_early.py
model-00001-of-00004.safetensors: complete
model-00002-of-00004.safetensors: a Git LFS pointer, fetch 2720 bytes
model-00003-of-00004.safetensors: 1000 of 2720 bytes, fetch it again
model-00004-of-00004.safetensors: no safetensors file, or cut within its header: 15 bytes
"""

import json
from pathlib import Path

import torch
from pointer import pointer_to
from safetensors.torch import save

torch.set_num_threads(1)


def state_of(path: Path) -> str:
    """Say whether the file is as long as its header promises."""
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(8)
        if start == b"version ":
            return f"a Git LFS pointer, fetch {file.read().split()[-1].decode()} bytes"
        length = int.from_bytes(start, "little")
        if 8 + length > size:
            return f"no safetensors file, or cut within its header: {size} bytes"
        header = json.loads(file.read(length))
    promised = 8 + length + max(item["data_offsets"][1] for name, item in header.items() if name != "__metadata__")
    return "complete" if size == promised else f"{size} of {promised} bytes, fetch it again"


if __name__ == "__main__":
    weights = save({"weight": torch.zeros(662)})
    files = (weights, pointer_to(weights).encode(), weights[:1000], b"<!doctype html>")
    for number, content in enumerate(files, start=1):
        Path(f"model-{number:05}-of-00004.safetensors").write_bytes(content)
    for path in sorted(Path().glob("*.safetensors")):
        print(f"{path}: {state_of(path)}")
