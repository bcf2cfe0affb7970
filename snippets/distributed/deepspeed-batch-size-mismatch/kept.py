"""Where DeepSpeed keeps the extension that it compiles for CPU ranks: beside its packages, once for all runs."""

import os
import sys
from pathlib import Path

os.environ.setdefault("TORCH_EXTENSIONS_DIR", str(Path(sys.prefix) / "torch_extensions"))
