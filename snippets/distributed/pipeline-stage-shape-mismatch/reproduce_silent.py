# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Without DETAIL the smaller batch passes, and rows of the batch before come out with it.

$ torchrun --nproc-per-node=2 --standalone reproduce_silent.py
...pipeline output: 8 rows for 6 samples, stale_rows=2...
"""

from two_stages import Pipeline

if __name__ == "__main__":
    pipeline = Pipeline()
    pipeline.run(8, 1.0)
    output = pipeline.run(6, 2.0)
    if output is None:
        pipeline.finish()
    stale = int((output[:, 0] == 1.0).sum())
    print(f"pipeline output: {len(output)} rows for 6 samples, stale_rows={stale}", flush=True)
    pipeline.finish(1 if stale else 0)
