# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "pip>=23"]
# ///
"""torch is installed, and the build does not see it: pip builds in an environment of its own.

$ python reproduce.py
...
      ModuleNotFoundError: No module named 'torch'
...
"""

import importlib.metadata

from project import wheel, write

if __name__ == "__main__":
    print("installed here: torch", importlib.metadata.version("torch"), flush=True)
    write()
    raise SystemExit(wheel())
