# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""zipfile reads every record and its checksum; torch.load does not notice a hole in the weights.

$ python confirm_zip_test.py
whole: loads, zip test passed
cut in half: refused, zip test File is not a zip file
zeros in the middle: loads, zip test bad record last/data/0
"""

import zipfile
from pathlib import Path

import torch

torch.set_num_threads(1)


def zip_test(path: str) -> str:
    """Return what the checksums of the records say."""
    try:
        with zipfile.ZipFile(path) as archive:
            bad = archive.testzip()
    except zipfile.BadZipFile as error:
        return str(error)
    return f"bad record {bad}" if bad else "passed"


def is_loaded(path: str) -> bool:
    """Say whether torch.load returns."""
    try:
        torch.load(path)
    except RuntimeError:
        return False
    return True


if __name__ == "__main__":
    torch.save(torch.nn.Linear(256, 256).state_dict(), "last.pt")
    whole = Path("last.pt").read_bytes()
    files = {
        "whole": whole,
        "cut in half": whole[: len(whole) // 2],
        "zeros in the middle": whole[:5_000] + bytes(50_000) + whole[55_000:],
    }
    for what, content in files.items():
        Path("last.pt").write_bytes(content)
        print(f"{what}: {'loads' if is_loaded('last.pt') else 'refused'}, zip test {zip_test('last.pt')}")
