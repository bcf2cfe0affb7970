"""How long `faultbook check` takes beside the schema check that people use instead, in one run, as a ratio.

The peer, check-jsonschema, only holds the entries against the same JSON Schema: no samples, no relations, no proof.
Both are whole processes, run in turn so that a slow moment of the machine hits both.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 7


def seconds(command: list[str]) -> float:
    """Return the wall time of one run of *command*; it must exit cleanly."""
    started = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Run both in turn and print medians and their ratio."""
    tools = Path(sys.executable).parent
    entries = [str(path) for path in sorted((ROOT / "entries").glob("*/*.yaml"))]
    ours = [str(tools / "faultbook"), "check"]
    peer_path = shutil.which("check-jsonschema", path=str(tools))
    if peer_path is None:
        sys.exit("the peer is missing; install it with: pip install check-jsonschema")
    peer = [peer_path, "--schemafile", "entries/entry.schema.json", *entries]
    mine, theirs = [], []
    for _ in range(RUNS):
        mine.append(seconds(ours))
        theirs.append(seconds(peer))
    a, b = statistics.median(mine), statistics.median(theirs)
    print(f"{len(entries)} entries, median of {RUNS} runs in turn")
    print(f"faultbook check    {a:6.2f} s   (least {min(mine):.2f}, most {max(mine):.2f})")
    print(f"check-jsonschema   {b:6.2f} s   (least {min(theirs):.2f}, most {max(theirs):.2f})")
    print(f"ratio              {a / b:6.2f}")


if __name__ == "__main__":
    main()
