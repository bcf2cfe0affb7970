"""A log that a thread of the main process writes to, and that the data set writes to as well."""

import threading
import time

import torch

torch.set_num_threads(1)

LOCK = threading.Lock()  # inside a metrics client, a thread pool, a C library


class Samples(torch.utils.data.Dataset):
    """Four samples, each noted in the log."""

    def __len__(self) -> int:
        """Say how many there are."""
        return 4

    def __getitem__(self, index: int) -> int:
        """Note the sample and return it."""
        with LOCK:
            return index


def write_metrics() -> None:
    """Hold the lock for a second at a time, as a slow upload does."""
    while True:
        with LOCK:
            time.sleep(1)


def start_thread() -> None:
    """Start the thread, and come back when it holds the lock."""
    threading.Thread(target=write_metrics, daemon=True).start()
    while not LOCK.locked():
        time.sleep(0.01)
