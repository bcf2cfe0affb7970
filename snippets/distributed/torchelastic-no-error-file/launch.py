"""Run a job of two ranks, of which rank 1 fails, and return what the console showed."""

import subprocess
import sys


def launch(script: str, *options: str) -> str:
    """Start *script* with torchrun and these options; return its output."""
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", *options, script]
    ended = subprocess.run(torchrun, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert ended.returncode == 1, "the job was expected to fail"
    return ended.stdout
