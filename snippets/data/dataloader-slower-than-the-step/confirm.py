# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""How much of the last steps is waiting in next(): most of it when the loader is too slow, next to nothing else.

$ python confirm.py
step 1 loss ... tps ...
...
waiting for the next batch takes ... of the last steps
step 1 loss ... tps ...
...
waiting for the next batch takes ... of the last steps
"""

from torch.utils.data import DataLoader
from training import BATCH, Samples, read, train

if __name__ == "__main__":
    shares = []
    for workers in (0, 2):
        loader = DataLoader(
            Samples(read), BATCH, num_workers=workers, multiprocessing_context="fork" if workers else None
        )
        shares.append(train(loader)[1])
        print(f"waiting for the next batch takes {shares[-1]:.2f} of the last steps")
    raise SystemExit(int(shares[1] > 0.3 or shares[0] < 0.5))
