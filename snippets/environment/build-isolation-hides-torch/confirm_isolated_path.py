# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "pip>=23"]
# ///
"""Ask the build itself where it looks: the isolated one has folders of its own and not this environment's.

$ python confirm_isolated_path.py
with isolation, the build can import torch: False
without, the build can import torch: True
"""

from pathlib import Path

from project import wheel, write

PROBE = """import importlib.util
open("../answer.txt", "w").write(str(importlib.util.find_spec("torch") is not None))
"""

if __name__ == "__main__":
    write()
    Path("kernels/setup.py").write_text(PROBE)
    for what, options in (("with isolation", ()), ("without", ("--no-build-isolation",))):
        wheel("--quiet", *options)
        print(f"{what}, the build can import torch: {Path('answer.txt').read_text()}")
