# /// script
# requires-python = ">=3.11"
# [tool.faultbook]
# needs = {root = true}
# ///
"""What may this process pin, where it really runs? Start it the way the job starts: srun, mpirun, a container, a pod.

$ python confirm.py
soft limit 64 KiB, hard limit 64 KiB, exempt: no
this process can raise it itself: no, the hard limit is too low
"""

import resource
from pathlib import Path

from pinning import BUFFER, KiB, become_user, limit_text

CAP_IPC_LOCK = 14


def exempt() -> bool:
    """Return whether the process has the capability that makes the kernel skip the limit."""
    status = Path("/proc/self/status").read_text().splitlines()
    mask = next(line.split()[1] for line in status if line.startswith("CapEff:"))
    return bool(int(mask, 16) >> CAP_IPC_LOCK & 1)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (64 * KiB, 64 * KiB))  # for the sake of the example; remove both lines
    become_user()
    soft, hard = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    print(f"soft limit {limit_text(soft)}, hard limit {limit_text(hard)}, exempt: {'yes' if exempt() else 'no'}")
    room = hard == resource.RLIM_INFINITY or hard >= 64 * BUFFER
    print("this process can raise it itself:", "yes, with ulimit -l" if room else "no, the hard limit is too low")
