# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""With the headers of this very interpreter the stub is built, and Python can load it.

$ python fix_install_headers.py
loaded: driver
"""

import sys
import sysconfig

from stub import build

if __name__ == "__main__":
    build(include=sysconfig.get_paths()["include"])
    sys.path.insert(0, ".")
    import driver

    print("loaded:", driver.__name__)
