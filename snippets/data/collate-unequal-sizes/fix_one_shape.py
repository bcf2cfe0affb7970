# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Bring each image to one shape in the data set: three channels, one size.

$ python fix_one_shape.py
batch of shape [3, 3, 8, 8]
"""

import torch


class Images(torch.utils.data.Dataset):
    """Three images: a colour one, a grey one, and one of another size."""

    shapes = ((3, 8, 8), (1, 8, 8), (3, 12, 10))

    def __len__(self) -> int:
        """Say how many there are."""
        return len(self.shapes)

    def __getitem__(self, index: int) -> torch.Tensor:
        """Return an image of shape (3, 8, 8)."""
        image = torch.zeros(self.shapes[index])
        image = image.expand(3, -1, -1)  # grey: the one channel three times
        return torch.nn.functional.interpolate(image[None], size=(8, 8), mode="bilinear")[0]


if __name__ == "__main__":
    for batch in torch.utils.data.DataLoader(Images(), batch_size=3):
        print("batch of shape", list(batch.shape))
