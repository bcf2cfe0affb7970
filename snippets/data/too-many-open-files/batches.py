"""Two hundred small batches from one worker, in a process that may open ninety-six files."""

import resource
from collections.abc import Iterator
from pathlib import Path

import torch

torch.set_num_threads(1)

LIMIT = 96  # often 1024; the same happens there, after more batches


class Samples(torch.utils.data.Dataset):
    """Two hundred vectors."""

    def __len__(self) -> int:
        """Say how many there are."""
        return 200

    def __getitem__(self, index: int) -> torch.Tensor:
        """Return a vector."""
        return torch.full((4,), float(index))


def batches(limit: int = LIMIT) -> Iterator[torch.Tensor]:
    """Yield them under a limit of open files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    yield from torch.utils.data.DataLoader(Samples(), num_workers=1, multiprocessing_context="fork")


def open_files() -> int:
    """Count the descriptors of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))
