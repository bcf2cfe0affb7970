# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Pickle each thing that a worker is given, and the attributes of the data set one by one.

$ python confirm.py
dataset.names: fine
dataset.lock: TypeError, cannot pickle '_thread.lock' object
collate_fn: PicklingError, Can't pickle <function <lambda> at ...>: ...
worker_init_fn: fine
"""

import pickle
import threading
from collections.abc import Iterator

import torch


class Names(torch.utils.data.Dataset):
    """Four names, and a lock around something."""

    def __init__(self) -> None:
        """Make them."""
        self.names = ["a", "b", "c", "d"]
        self.lock = threading.Lock()

    def __len__(self) -> int:
        """Say how many there are."""
        return len(self.names)

    def __getitem__(self, index: int) -> str:
        """Return a name."""
        with self.lock:
            return self.names[index]


def verdicts(loader: torch.utils.data.DataLoader) -> Iterator[str]:
    """Say of each thing whether it can be sent to a worker that starts afresh."""
    parts = {f"dataset.{name}": value for name, value in vars(loader.dataset).items()}
    for name, value in {**parts, "collate_fn": loader.collate_fn, "worker_init_fn": loader.worker_init_fn}.items():
        try:
            pickle.dumps(value)
        except (AttributeError, TypeError, pickle.PicklingError) as error:
            yield f"{name}: {type(error).__name__}, {error}"
        else:
            yield f"{name}: fine"


first = lambda batch: batch[0]  # noqa: E731

if __name__ == "__main__":
    print(*verdicts(torch.utils.data.DataLoader(Names(), collate_fn=first, num_workers=1)), sep="\n")
