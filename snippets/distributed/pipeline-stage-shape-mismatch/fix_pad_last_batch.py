# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Fill the last batch up to the full size, and cut the padding off what comes out.

$ torchrun --nproc-per-node=2 --standalone fix_pad_last_batch.py
...6 rows for 6 samples, all of this batch: True
"""

from two_stages import Pipeline

if __name__ == "__main__":
    pipeline, size, samples = Pipeline(), 8, 6
    pipeline.run(size, 1.0)
    output = pipeline.run(size, 2.0)  # rows 6 and 7 are padding; mask them in a loss
    if output is not None:
        output = output[:samples]
        print(len(output), "rows for 6 samples, all of this batch:", bool((output == 2.0).all()), flush=True)
    pipeline.finish()
