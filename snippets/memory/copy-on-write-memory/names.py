"""Three hundred thousand file names, read by two workers that were forked; and what those two had to copy."""

import multiprocessing
from pathlib import Path

import numpy as np
import torch

torch.set_num_threads(1)

COUNT, WORKERS, PAGE, MiB = 300_000, 2, 4096, 1 << 20


def file_names() -> list[str]:
    """Return the names, as a listing of a directory would give them."""
    return [f"/data/images/train/class_{i % 1000:04d}/picture_{i:08d}.jpg" for i in range(COUNT)]


class Names(torch.utils.data.Dataset):
    """Names in whatever holds them; a sample is the length of one, so that nothing else is read or made."""

    def __init__(self, names: object) -> None:
        """Keep what holds them."""
        self.names = names

    def __len__(self) -> int:
        """Say how many there are."""
        return COUNT

    def __getitem__(self, index: int) -> int:
        """Read one."""
        return len(self.names[index])


def private(pid: int) -> int:
    """Return the bytes that a process does not share with any other, of those that it wrote to."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Private_Dirty"))


def copied(dataset: torch.utils.data.Dataset) -> int:
    """Read every sample once, in random order; return by how many private bytes each worker grew."""
    order = torch.randperm(COUNT, generator=torch.Generator().manual_seed(0)).tolist()
    plan = [[0]] * 4 * WORKERS  # a short epoch first, after which the workers are warm and wait
    loader = torch.utils.data.DataLoader(
        dataset,
        batch_sampler=plan,
        collate_fn=sum,
        num_workers=WORKERS,
        multiprocessing_context="fork",
        persistent_workers=True,  # they are still there when an epoch is over
    )
    list(loader)
    workers = [worker.pid for worker in multiprocessing.active_children()]
    before = sum(map(private, workers))
    plan[:] = [part.tolist() for part in np.array_split(order, 60)]
    list(loader)
    return max(0, sum(map(private, workers)) - before) // WORKERS


def report(dataset: torch.utils.data.Dataset, held: int) -> int:
    """Print the figure; return the exit status that it deserves."""
    share = copied(dataset) / held
    print(f"each worker copied {share:.2f} of the {held / MiB:.0f} MiB of names that it only read")
    return 1 if share > 0.3 else 0
