# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "safetensors>=0.6"]
# ///
"""The first eight bytes are the length of the header; read as text they say what the file is.

$ python confirm_first_bytes.py
weights: 2720 bytes, header of 64, begins '@.......{"weight"'
pointer: 129 bytes, header of 2336927755350992246, begins 'version https://g'
web page: 2015 bytes, header of 8104636974849335612, begins '<!doctype html>  '
cut off: 1000 bytes, header of 64, begins '@.......{"weight"'
torch.save: ... bytes, header of 578712552184433488, begins 'PK...............'
"""

import io
import struct
from pathlib import Path

import torch
from pointer import pointer_to
from safetensors.torch import save

torch.set_num_threads(1)


def describe(path: Path) -> str:
    """Return size, header length and the first bytes, with dots for what is no text."""
    start = path.read_bytes()[:17]
    text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in start[:17])
    return f"{path.stat().st_size} bytes, header of {struct.unpack('<Q', start[:8])[0]}, begins {text!r}"


if __name__ == "__main__":
    weights = save({"weight": torch.zeros(662)})
    archive = io.BytesIO()
    torch.save({"weight": torch.zeros(662)}, archive)
    files = {
        "weights": weights,
        "pointer": pointer_to(weights).encode(),
        "web page": b"<!doctype html> " + b" " * 1999,
        "cut off": weights[:1000],
        "torch.save": archive.getvalue(),
    }
    for what, content in files.items():
        Path("model.safetensors").write_bytes(content)
        print(f"{what}: {describe(Path('model.safetensors'))}")
