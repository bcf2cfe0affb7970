# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A run that is longer than any job may be, as a chain: each job stops in time to save, and the next goes on.

$ python fix_chain_of_jobs.py
job 1: steps 1 to 113, saved at minute 116
job 2: steps 114 to 226, saved at minute 116
job 3: steps 227 to 300, done at minute 77
"""

from pathlib import Path

LIMIT, STEP, SAVE, START = 120, 1, 1, 2  # minutes of a job, a step, a save, and the start
RESERVE = 3
STEPS, CHECKPOINT = 300, Path("checkpoint")


def job(number: int) -> bool:
    """Train within the limit; return whether the run is done. The clock is counted and not waited for."""
    clock, step = START, int(CHECKPOINT.read_text()) if CHECKPOINT.exists() else 0
    first = step + 1
    while step < STEPS and clock + STEP + SAVE + RESERVE <= LIMIT - 1:
        step, clock = step + 1, clock + STEP
    CHECKPOINT.write_text(str(step))
    clock += SAVE
    word = "done" if step == STEPS else "saved"
    print(f"job {number}: steps {first} to {step}, {word} at minute {clock}")
    return step == STEPS


if __name__ == "__main__":
    for number in range(
        1, 10
    ):  # sbatch --dependency=afterany:JOBID, since a job that ended at its limit has not ended well
        if job(number):
            break
