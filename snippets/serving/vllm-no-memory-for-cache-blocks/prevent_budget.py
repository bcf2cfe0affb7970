# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""What a share leaves for the cache, before a GPU is rented. Below zero, the engine will not start.

A model of 64.4 GiB on a GPU of 79.1 GiB, with a batch that needs 2 GiB of activations:

>>> round(left_for_cache(total=79.1, share=0.8, weights=64.4, activations=2.0), 1)
-3.1
>>> round(left_for_cache(total=79.1, share=0.92, weights=64.4, activations=2.0), 1)
6.4

The share that leaves 4 GiB to the cache:

>>> round(smallest_share(total=79.1, weights=64.4, activations=2.0, cache=4.0), 2)
0.89
"""


def left_for_cache(*, total: float, share: float, weights: float, activations: float) -> float:
    """Return the GiB that remain for keys and values; all figures are GiB of one device."""
    return total * share - weights - activations


def smallest_share(*, total: float, weights: float, activations: float, cache: float) -> float:
    """Return the gpu_memory_utilization that leaves *cache*."""
    return (weights + activations + cache) / total
