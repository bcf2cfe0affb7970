# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Count the shapes of the data set: many lengths want padding, one odd shape is an odd sample.

$ python confirm.py
(3, 8, 8): 5 samples, the first is number 0
(1, 8, 8): 1 sample, the first is number 3
"""

import torch

if __name__ == "__main__":
    images = [torch.zeros(1 if number == 3 else 3, 8, 8) for number in range(6)]  # number 3 is grey
    shapes: dict[tuple[int, ...], list[int]] = {}
    for number, image in enumerate(images):
        shapes.setdefault(tuple(image.shape), []).append(number)
    for shape, numbers in shapes.items():
        plural = "sample" if len(numbers) == 1 else "samples"
        print(f"{shape}: {len(numbers)} {plural}, the first is number {numbers[0]}")
