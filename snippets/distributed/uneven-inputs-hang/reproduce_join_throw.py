# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""With join(throw_on_early_termination=True) the rank that ran out is named at once, on all ranks.

$ torchrun --nproc-per-node=2 --standalone reproduce_join_throw.py
...
...RuntimeError: ...exhausted...inputs...
...
"""

from shards import batches, start, step

if __name__ == "__main__":
    model = start()
    with model.join(throw_on_early_termination=True):
        for batch in batches():
            step(model, batch)
