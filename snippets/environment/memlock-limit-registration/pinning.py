"""Pin memory as registration for RDMA does: through the kernel's check against the limit of locked memory.

No adapter is needed. mlock(2) is refused with the same error, at the same limit and with the same exemption as
ibv_reg_mr(3); the kernel only counts the two apart.
"""

import ctypes
import mmap
import os
import resource

KiB = 1024
BUFFER = 4096 * KiB  # NCCL_BUFFSIZE, of which NCCL registers several for each peer


def limit_text(limit: int) -> str:
    """Write a limit as `ulimit -l` does."""
    return "unlimited" if limit == resource.RLIM_INFINITY else f"{limit // KiB} KiB"


def become_user(uid: int = 65534) -> None:
    """Give up root, which is exempt from the limit by CAP_IPC_LOCK, as a scheduler does before it starts a job."""
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)


def pin(size: int) -> mmap.mmap:
    """Lock `size` bytes of new memory, or raise what the kernel answers."""
    library = ctypes.CDLL(None, use_errno=True)
    buffer = mmap.mmap(-1, size)
    address = ctypes.addressof(ctypes.c_char.from_buffer(buffer))
    if library.mlock(ctypes.c_void_p(address), ctypes.c_size_t(size)):
        error = ctypes.get_errno()
        limit = resource.getrlimit(resource.RLIMIT_MEMLOCK)[0]
        print(
            f"pinning {size // KiB} KiB under a locked-memory limit of {limit_text(limit)}: {os.strerror(error)}",
            flush=True,
        )
        raise OSError(error, os.strerror(error))
    return buffer
