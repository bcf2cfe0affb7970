"""A data set of which one file makes its C decoder crash."""

import ctypes

import torch


class Files(torch.utils.data.Dataset):
    """Eight files; number 5 is broken."""

    def __len__(self) -> int:
        """Say how many there are."""
        return 8

    def __getitem__(self, index: int) -> int:
        """Decode a file."""
        if index == 5:
            ctypes.string_at(0)  # what a decoder does that trusts a broken header
        return index
