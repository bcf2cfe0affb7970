"""What Git leaves in the place of a file that Git LFS keeps elsewhere."""

import hashlib


def pointer_to(content: bytes) -> str:
    """Return the pointer text of *content*: the version line, its sha256 and its size."""
    digest = hashlib.sha256(content).hexdigest()
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(content)}\n"
