# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""What a promise of so many tokens costs, before any GPU is rented.

The model of reproduce.py, for which vLLM says 0.12 GiB, and the shape of Llama-3.1-8B:

>>> kv_bytes_per_token(layers=2, kv_heads=2, head_dim=64)
1024
>>> round(kv_bytes_per_token(layers=2, kv_heads=2, head_dim=64) * 131_072 / 2**30, 3)
0.125
>>> kv_bytes_per_token(layers=32, kv_heads=8, head_dim=128) * 131_072 / 2**30
16.0

Two ranks of tensor parallelism halve what each of them holds, and so does a cache of 8 bits:

>>> kv_bytes_per_token(layers=32, kv_heads=8, head_dim=128, ranks=2, number_bytes=1) * 131_072 / 2**30
4.0
"""


def kv_bytes_per_token(*, layers: int, kv_heads: int, head_dim: int, number_bytes: int = 2, ranks: int = 1) -> int:
    """Return the bytes that one token's keys and values take on each rank, for full attention in every layer."""
    return 2 * layers * -(-kv_heads // ranks) * head_dim * number_bytes
