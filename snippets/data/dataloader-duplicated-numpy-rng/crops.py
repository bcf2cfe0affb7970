"""A data set that draws where to crop, and a count of how many of its draws are different."""

import numpy as np
import torch

torch.set_num_threads(1)

EPOCHS, SAMPLES = 2, 8


class Crops(torch.utils.data.Dataset):
    """Eight images, each cropped at a random place."""

    def __init__(self) -> None:
        """Make the generator, once."""
        self.rng = np.random.default_rng(0)

    def __len__(self) -> int:
        """Say how many there are."""
        return SAMPLES

    def __getitem__(self, index: int) -> int:
        """Return the place of the crop."""
        return int(self.rng.integers(1 << 30))


def different(dataset: torch.utils.data.Dataset, **options: object) -> int:
    """Draw for two epochs with two workers; return how many values are different."""
    loader = torch.utils.data.DataLoader(dataset, num_workers=2, multiprocessing_context="fork", **options)
    return len({int(place) for _ in range(EPOCHS) for place in loader})


def report(count: int) -> int:
    """Print the figure; return the exit status that it deserves."""
    print(f"augmentation drew {count} different values for {EPOCHS * SAMPLES} samples")
    return 0 if count == EPOCHS * SAMPLES else 1
