# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""How many requests a cache can carry to their end, which is what max_num_seqs should be near.

The part's cache of 2,048 tokens, in the CPU's blocks of 128, and requests that end at 143 tokens:

>>> safe_concurrency(cache_tokens=2048, final_lengths=[143] * 16, block=128)
7

A server of 398,256 tokens, whose log promises "9.72x" for its longest requests, with traffic of another kind:

>>> safe_concurrency(cache_tokens=398_256, final_lengths=[1500] * 95 + [12_000] * 5, block=16)
33
"""


def safe_concurrency(*, cache_tokens: int, final_lengths: list[int], block: int = 16) -> int:
    """Return how many requests of the 99th percentile of prompt plus answer fit at once, in whole blocks."""
    length = sorted(final_lengths)[min(len(final_lengths) - 1, round(len(final_lengths) * 0.99))]
    return (cache_tokens // block - 1) // -(-length // block)  # the engine keeps one block for itself
