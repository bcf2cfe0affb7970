# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Slurm warns before its limit; the job saves and ends, and the next one in the chain goes on from there.

$ python fix_save_on_warning.py
warned by SIGUSR1, saved at step 6
went on at step 6, done at step 10
"""

import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    for _ in range(2):  # two jobs, as by sbatch --dependency or --requeue
        subprocess.run([sys.executable, str(Path(__file__).parent / "job.py")], check=True)
