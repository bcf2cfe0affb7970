# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Replace put_ by a form whose result is defined, on the GPU too: put_ has none there, index_put_ has.

$ python fix_deterministic_form.py
sum at equal places: [3.0, 3.0, 0.0, 0.0]
last value wins: [2.0, 3.0, 0.0, 0.0]
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.use_deterministic_algorithms(True)
    places, values = torch.tensor([0, 0, 1]), torch.tensor([1.0, 2.0, 3.0])
    print("sum at equal places:", torch.zeros(4).index_put_((places,), values, accumulate=True).tolist())

    last = torch.tensor([max(i for i, place in enumerate(places) if place == wanted) for wanted in places.unique()])
    print("last value wins:", torch.zeros(4).index_put_((places[last],), values[last]).tolist())
