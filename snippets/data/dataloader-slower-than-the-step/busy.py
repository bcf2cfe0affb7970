"""Work on the processor, such as tokenising a long document, that stands in the loader's way."""

import time

import torch
from training import CACHED

WORK_SECONDS = 0.03


def tokenise(index: int) -> torch.Tensor:
    """Return a sample; from the long documents on it costs processor time."""
    if index >= CACHED:
        end = time.thread_time() + WORK_SECONDS
        while time.thread_time() < end:
            pass
    return torch.full((8,), index % 7 / 7)
