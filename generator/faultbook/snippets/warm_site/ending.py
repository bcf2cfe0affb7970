"""How a child of a warm parent ends: as every interpreter does, but for what takes time and shows nothing.

Of an interpreter with torch, the end takes ten times as long as a fork: each module that the parent imported is taken
apart, whose pages the child has to copy for that, and then each static object of each library that the parent loaded.
Both are left out. All else is the interpreter's own: threads are waited for, functions of ``atexit`` are called, the
module ``__main__`` and those that the part imported itself are cleared, output is flushed, and the exit code is the one
that the interpreter found.

A part that could tell the difference ends in the long way: one that leaves something with a finaliser, a thread or a
process group behind, that names what looks at the end, or that may use a GPU.

``sitecustomize`` loads this under no name, and calls, in this order,
:func:`begin`, :func:`is_probe`, :func:`settle` and :func:`expect`.
"""

from __future__ import annotations

import _thread
import atexit
import ctypes
import gc
import os
import re
import runpy
import sys
import weakref
from types import ModuleType
from typing import Any

__all__ = ["begin", "expect", "is_probe", "settle"]

#: What a part names when its end may be looked at: finalisers, other languages' code, groups of processes.
_LOOKS = re.compile(rb"__del__|\bweakref\b|\bctypes\b|\bCDLL\b|\bcpp_extension\b|\bdistributed\b|_run_exitfuncs")
#: Modules that are cleared as ever: their objects may be the part's.
_CLEARED = frozenset({"__main__", "sys", "builtins"})
#: Where the finalisers of classes are known to let go of something and nothing else.
_QUIET = frozenset({"regex._regex_core", "torch.multiprocessing.reductions"})
_MODULES = sys.modules  # the interpreter's own, whatever a part may call so
_libc = ctypes.CDLL(None)
_kept: dict[str, ModuleType] = {}
_state = {"last": False, "expected": False}


def begin() -> None:
    """Ask to be called last at the end, which only works before anything else was imported."""
    if atexit._ncallbacks() == 0:  # noqa: SLF001 - functions are called in the reverse of their order
        atexit.register(_end)
        _state["last"] = True


def settle() -> None:
    """Take note of the modules that were imported until now; they are held for ever."""
    _kept.update((name, item) for name, item in _MODULES.items() if name not in _CLEARED)
    # A reference that nobody gives back, so that the interpreter's end finds them in use.
    hold = ctypes.pythonapi.Py_IncRef
    hold.argtypes, hold.restype = [ctypes.py_object], None
    hold(_kept)
    # torch takes back each operator that it registered in Python, which is half of the interpreter's end.
    for finalizer in tuple(getattr(weakref.finalize, "_registry", ())):
        found = finalizer.peek()
        if found is not None and str(getattr(found[1], "__module__", "")).startswith("torch."):
            finalizer.atexit = False


def is_probe() -> bool:
    """Look at how an interpreter with these imports alone ends, in a fork, where this is True and the end may come.

    When it says something or does not end well, children end in the long way.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        for descriptor in (1, 2):
            os.dup2(write, descriptor)
        os.close(read)
        os.close(write)
        runpy._run_module_as_main = lambda *_: None  # type: ignore[attr-defined]  # noqa: SLF001
        return True
    os.close(write)
    with os.fdopen(read, "rb") as said:
        words = said.read()
    if os.waitpid(child, 0)[1] or words:
        _state["last"] = False
    return False


def expect(texts: bytes) -> None:
    """Let this process end quickly when it has run the part whose files hold *texts*."""
    # Where a GPU can be seen, whatever a driver or library has to say at the end belongs to what the part shows.
    if not _state["last"] or _LOOKS.search(texts) or os.environ.get("CUDA_VISIBLE_DEVICES") != "":
        return
    _state["expected"] = True
    # Of what a process calls at its exit, what was registered last comes first: what the part's own libraries have,
    # then these two, and never what the parent's have. glibc gives on_exit's function the exit code.
    if hasattr(_libc, "on_exit"):
        _libc.on_exit(ctypes.cast(_libc._exit, ctypes.c_void_p), None)  # noqa: SLF001
        _libc.__cxa_atexit(ctypes.cast(_libc.fflush, ctypes.c_void_p), None, None)  # noqa: SLF001


def _end() -> None:
    """Take the parent's modules out of the interpreter's hands, at the end of a child in which nobody would notice."""
    if _called():
        return
    # Whoever ran the script holds its namespace, and nobody does in a fresh interpreter.
    runpy._run_module_as_main = None  # type: ignore[attr-defined]  # noqa: SLF001
    if not _state["expected"] or _thread._count() or _has_finaliser() or _has_group():  # noqa: SLF001
        return
    for name, item in _kept.items():
        if _MODULES.get(name) is item:
            del _MODULES[name]


def _called() -> bool:
    """Return whether a program called the functions of atexit itself, and goes on."""
    try:
        sys._getframe(2)  # noqa: SLF001 - two are ours
    except ValueError:
        return False
    return True


def _has_finaliser() -> bool:
    """Return whether an object that this child made could do something when it goes."""
    bases = {base for kind in set(map(type, gc.get_objects())) for base in kind.__mro__}
    return any("__del__" in base.__dict__ and base.__module__ not in _QUIET for base in bases)


def _has_group() -> bool:
    distributed: Any = _kept.get("torch.distributed")
    return distributed is not None and distributed.is_available() and bool(distributed.is_initialized())
