"""A quota that is used up: from here on the kernel answers each write to a file with EDQUOT, as a full quota makes it.

A filter of system calls stands in for the quota, which only a file system that was made for it could give. What a
program and its libraries then do is the same, since all they get of either is the errno.
"""

import ctypes
import errno
import os
import struct

LOAD, JUMP_IF_EQUAL, JUMP_IF_GREATER, RETURN = 0x20, 0x15, 0x25, 0x06
ALLOW, FAIL = 0x7FFF0000, 0x00050000
WRITE = {"x86_64": 1, "aarch64": 64}
NUMBER, FIRST_ARGUMENT = 0, 16  # where a filter finds the system call and its descriptor
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2


class Program(ctypes.Structure):
    """The kernel's ``struct sock_fprog``."""

    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def use_up() -> None:
    """Refuse further bytes to any file; standard output and error stay open."""
    steps = [
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_EQUAL, 0, 3, WRITE[os.uname().machine]),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (JUMP_IF_GREATER, 0, 1, 2),
        (RETURN, 0, 0, FAIL | errno.EDQUOT),
        (RETURN, 0, 0, ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    libc = ctypes.CDLL(None, use_errno=True)
    program = Program(len(steps), ctypes.addressof(code))
    if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or libc.prctl(SECCOMP, FILTER, ctypes.byref(program)):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
