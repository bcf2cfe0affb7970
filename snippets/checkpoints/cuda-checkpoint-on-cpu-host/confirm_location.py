# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Read where the file says that its tensors belong: the tag stands in the pickle, once for each storage.

$ python confirm_location.py
tags in the file: ['cuda:0']
with map_location: ['cpu']
"""

import pickletools
import re
import zipfile

import torch
from gpu_file import save_as_from_gpu


def tags(path: str) -> list[str]:
    """Return the locations that the pickle of *path* names; nothing of it is run."""
    with zipfile.ZipFile(path) as archive:
        name = next(name for name in archive.namelist() if name.endswith("data.pkl"))
        texts = {argument for _, argument, _ in pickletools.genops(archive.read(name)) if isinstance(argument, str)}
    return sorted(text for text in texts if re.fullmatch(r"cpu|cuda:\d+", text))


if __name__ == "__main__":
    save_as_from_gpu(torch.nn.Linear(2, 2).state_dict(), "last.pt")
    print("tags in the file:", tags("last.pt"))
    loaded = torch.load("last.pt", map_location="cpu")
    print("with map_location:", sorted({str(tensor.device) for tensor in loaded.values()}))
