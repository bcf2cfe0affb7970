# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Make room before the save, not after it, and say beforehand when there is none.

$ python fix_room_first.py
after step 2: step_1.pt step_2.pt
after step 5: step_3.pt step_4.pt step_5.pt
a save of 4096 TiB would be refused: True
"""

import shutil
from pathlib import Path

import torch

torch.set_num_threads(1)


def size_of(state: dict[str, torch.Tensor]) -> int:
    """Return the bytes that *state* takes in a file, without its small headers."""
    return sum(tensor.untyped_storage().nbytes() for tensor in state.values())


def has_room(folder: Path, size: int) -> bool:
    """Ask for a tenth more than is written; the file system keeps some for itself."""
    return shutil.disk_usage(folder).free > 1.1 * size


def save(state: dict[str, torch.Tensor], folder: Path, step: int, keep: int) -> None:
    """Delete the oldest first, so that *keep* files exist when this one is written, and none while there are fewer."""
    older = sorted(folder.glob("step_*.pt"), key=lambda path: int(path.stem[5:]))
    for path in older[: max(0, len(older) - (keep - 1))]:  # a negative end would count from the back
        path.unlink()
    if not has_room(folder, size_of(state)):
        message = f"step {step} needs {size_of(state)} bytes in {folder}"
        raise SystemExit(message)
    torch.save(state, folder / f"step_{step}.pt")


if __name__ == "__main__":
    for step in range(1, 6):
        save(torch.nn.Linear(64, 64).state_dict(), Path(), step, keep=3)
        if step in {2, 5}:
            print(f"after step {step}:", *sorted(path.name for path in Path().glob("step_*.pt")))
    print("a save of 4096 TiB would be refused:", not has_room(Path(), 1 << 52))
