# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Which tensor parallel sizes fit a model of Llama's build, from the figures of its config.json?

The heads are only the first of four numbers that have to be divided. Qwen2-7B has 28 heads, and yet 7 and 14 do not do:

>>> tensor_parallel_sizes(heads=28, kv_heads=4, intermediate=18_944, vocabulary=152_064)
[1, 2, 4]

Phi-3-medium has 40 heads. Its 10 key-value heads rule out 4 and 8; its vocabulary of 32,064 rules out 5 and 10:

>>> tensor_parallel_sizes(heads=40, kv_heads=10, intermediate=17_920, vocabulary=32_064)
[1, 2]

The model of reproduce.py:

>>> tensor_parallel_sizes(heads=6, kv_heads=2, intermediate=256, vocabulary=320)
[1, 2]
"""


def tensor_parallel_sizes(*, heads: int, kv_heads: int, intermediate: int, vocabulary: int) -> list[int]:
    """Return each size by which vLLM can split such a model; latent attention and experts have rules of their own."""
    padded = -(-vocabulary // 64) * 64
    return [
        size
        for size in range(1, heads + 1)
        if heads % size == 0
        and (kv_heads % size == 0 if kv_heads >= size else size % kv_heads == 0)
        and intermediate % size == 0
        and padded % size == 0
    ]
