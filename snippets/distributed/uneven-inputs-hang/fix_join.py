# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Inside join() the rank that ran out answers the others' all-reduces until they are done; no batch is dropped.

$ torchrun --nproc-per-node=2 --standalone fix_join.py
...steps per rank [3, 2] weights agree True
"""

from shards import batches, finish, start, step

if __name__ == "__main__":
    model, steps = start(), 0
    with model.join():
        for batch in batches():
            step(model, batch)
            steps += 1
    finish(steps, model)
