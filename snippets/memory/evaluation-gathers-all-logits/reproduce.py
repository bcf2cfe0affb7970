# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""A metric of one number a row keeps 4096 numbers for each of its tokens, until the last batch is through.

$ python reproduce.py
{'eval_loss': ...'eval_hits': '0.000744', ...}
evaluation kept 4.0 MiB after 1 batch, 64.0 MiB after 16 batches
"""

from watch import Watch, hits, trainer

if __name__ == "__main__":
    watch = Watch()
    trainer(watch, compute_metrics=hits).evaluate()
    raise SystemExit(watch.report())
