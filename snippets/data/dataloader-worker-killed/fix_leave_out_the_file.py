# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Read every sample once in a process that may die; train on those that came through.

$ python fix_leave_out_the_file.py
crashes its reader: [5]
trained on 7 of 8
"""

import multiprocessing

import torch
from broken_file import Files

torch.set_num_threads(1)


def crashing(data: torch.utils.data.Dataset) -> list[int]:
    """Return the samples whose reading ends the process."""
    fork = multiprocessing.get_context("fork")
    readers = [fork.Process(target=data.__getitem__, args=(index,)) for index in range(len(data))]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    return [index for index, reader in enumerate(readers) if reader.exitcode < 0]


if __name__ == "__main__":
    files = Files()
    bad = crashing(files)
    good = torch.utils.data.Subset(files, [index for index in range(len(files)) if index not in bad])
    seen = [index for batch in torch.utils.data.DataLoader(good, batch_size=2, num_workers=1) for index in batch]
    print("crashes its reader:", bad)
    print(f"trained on {len(seen)} of {len(files)}")
