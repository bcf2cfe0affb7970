# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Make the numbers from the names, once, and size the head by the same table.

$ python fix_contiguous_labels.py
labels in the file: [1, 2, 3, 5]
classes for the loss: [0, 1, 2, 3]
trained a step, loss finite: True
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    in_file = [1, 2, 3, 5, 2, 5]  # counted from 1, and nobody has a 4
    class_of = {label: index for index, label in enumerate(sorted(set(in_file)))}
    labels = torch.tensor([class_of[label] for label in in_file])

    head = torch.nn.Linear(8, len(class_of))
    loss = torch.nn.functional.cross_entropy(head(torch.randn(len(labels), 8)), labels)
    loss.backward()
    print("labels in the file:", sorted(class_of))
    print("classes for the loss:", sorted(class_of.values()))
    print("trained a step, loss finite:", bool(loss.isfinite()))
