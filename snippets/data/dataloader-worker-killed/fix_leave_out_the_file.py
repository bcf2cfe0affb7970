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
    fork, bad = multiprocessing.get_context("fork"), []
    for index in range(len(data)):
        reader = fork.Process(target=data.__getitem__, args=(index,))
        reader.start()
        reader.join()
        if reader.exitcode < 0:  # minus the number of the signal
            bad.append(index)
    return bad


if __name__ == "__main__":
    files = Files()
    bad = crashing(files)
    good = torch.utils.data.Subset(files, [index for index in range(len(files)) if index not in bad])
    loader = torch.utils.data.DataLoader(good, batch_size=2, num_workers=1, multiprocessing_context="fork")
    seen = [index for batch in loader for index in batch]
    print("crashes its reader:", bad)
    print(f"trained on {len(seen)} of {len(files)}")
