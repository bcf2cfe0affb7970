"""Hides three packages from every process of a part, the engine's own children too; PYTHONPATH brings it in.

A text model needs none of them, and the builds that an index serves by default ask for a CUDA build of torch.
"""

import sys

sys.modules |= dict.fromkeys(("torchaudio", "torchcodec", "torchvision"))  # type: ignore[arg-type]
