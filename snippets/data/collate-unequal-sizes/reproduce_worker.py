# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""In a worker the batch is made in shared memory that was sized from all samples; a longer first one does not fit it.

$ python reproduce_worker.py
batch of shape [2, 4]
Traceback (most recent call last):
...
RuntimeError: Trying to resize storage that is not resizable
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    sentences = [torch.arange(length) for length in (4, 4, 5, 3)]
    for batch in torch.utils.data.DataLoader(sentences, batch_size=2, num_workers=1):
        print("batch of shape", list(batch.shape), flush=True)
