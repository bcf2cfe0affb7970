"""A warm parent: an interpreter that has imported what parts import first, and forks a child for each command.

``warm.py`` starts it as ``python -m faultbook <socket> <file of supervise> <module>...`` with this folder on
PYTHONPATH, so that it runs while the interpreter starts. A child simply returns: the interpreter goes on, and runs the
child's script instead of the module of ``-m``, in ``__main__`` and with no frame of ours below it. So tracebacks,
``sys.excepthook``, the exit code, atexit and the end of the interpreter are those of ``python script.py``. What is left
of us: two calls less of the recursion limit in Python 3.11, and ``__file__``, which stays until the interpreter ends.

Each message on the socket brings three descriptors (output, report, and a pipe with the JSON object of ``supervise``)
and is answered with the process id of the supervisor. The parent ends when its socket does.
"""

from __future__ import annotations

import array
import ctypes
import fcntl
import functools
import gc
import importlib
import importlib.machinery
import importlib.util
import json
import os
import re
import runpy
import socket
import struct
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_HERE = os.path.dirname(__file__)  # noqa: PTH120
_LOOKS_AT_OBJECTS = re.compile(rb"\b(gc|objgraph)\b")
_HIGH = 512  # our own descriptors stand above those that a part may open
_FIONREAD = 0x541B  # of <asm-generic/ioctls.h>; the module that names it would be in each child


def _serve() -> None:
    """Import, say that it is done, and fork for each message; returns in children only."""
    _, number, supervise_file, *modules = sys.argv
    connection = socket.socket(fileno=fcntl.fcntl(int(number), fcntl.F_DUPFD_CLOEXEC, _HIGH))
    os.close(int(number))
    supervise = _load(supervise_file)
    ending = _load(os.path.join(_HERE, "ending.py"))  # noqa: PTH118
    ending.begin()
    try:
        for name in modules:
            importlib.import_module(name)
    except BaseException as error:  # noqa: BLE001 - whatever it is, parts are to see it in a fresh interpreter
        reason: str | None = f"{type(error).__name__}: {error}"
    else:
        reason = _what_forks_badly()
    # A child need not look through what was imported when it collects garbage, at its end three times over.
    gc.collect()
    gc.freeze()
    if reason is None and ending.is_probe():
        return
    ending.settle()
    connection.send(json.dumps({"refused": reason}).encode()[:60000])
    while True:
        message, (output, report, given) = _receive(connection)
        if not message:
            _reap()
            os._exit(0)
        with os.fdopen(given, "rb") as pipe:
            spec = json.load(pipe)
        _reap()
        server = os.getpid()
        supervisor = os.fork()
        if supervisor == 0:
            connection.close()
            if not _supervise(supervise, ending, spec, output, report, server):
                return
            os._exit(0)
        os.close(output)
        os.close(report)
        connection.send(str(supervisor).encode())


def _supervise(
    supervise: ModuleType, ending: ModuleType, spec: dict[str, Any], output: int, report: int, server: int
) -> bool:
    """Supervise the command in this fork; return False in the command itself."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor, target in ((null, 0), (output, 1), (output, 2)):
        os.dup2(descriptor, target)
    for descriptor in (null, output):
        os.close(descriptor)
    try:
        # Above the numbers that the part's own files get, as in a fresh interpreter.
        high = fcntl.fcntl(report, fcntl.F_DUPFD_CLOEXEC, _HIGH)
        os.close(report)
        if os.getppid() != server:
            os._exit(1)
        return bool(supervise.supervise(spec, high, functools.partial(_become, spec, ending)))
    except BaseException:  # noqa: BLE001 - the caller finds the report empty
        os._exit(1)


def _become(spec: dict[str, Any], ending: ModuleType) -> None:
    """Make the interpreter what it would be when it had been started with the words of the command.

    Its environment, folders and hash seed already are: the parent was started with those of the command.
    """
    executable, script, *arguments = spec["argv"]
    path = os.path.abspath(script)  # noqa: PTH100 - as the interpreter makes it, which does not resolve links
    sys.argv[:] = [script, *arguments]
    sys.orig_argv[:] = [executable, script, *arguments]
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            code = compile(file.read(), path, "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError):  # the interpreter itself says it best
        os.execve(executable, spec["argv"], spec["env"])
    main = sys.modules["__main__"].__dict__
    _thaw(main)
    main["__file__"], main["__cached__"] = path, None
    main["__loader__"] = importlib.machinery.SourceFileLoader("__main__", path)
    texts = _texts()
    if _LOOKS_AT_OBJECTS.search(texts):  # it has to see those of its imports
        gc.unfreeze()
    ending.expect(texts)
    # What an import drew from chance, each interpreter draws for itself. (The module random sees to it alone.)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    if "torch" in sys.modules:
        sys.modules["torch"].default_generator.seed()
    # The interpreter calls this in place of running the module of -m. It is no Python function, so there is no frame.
    evaluate = ctypes.PyDLL(None).PyEval_EvalCode
    evaluate.restype = ctypes.py_object
    given = ctypes.py_object(code), ctypes.py_object(main), ctypes.py_object(main)
    runpy._run_module_as_main = functools.partial(evaluate, *given)  # type: ignore[attr-defined]  # noqa: SLF001


def _thaw(namespace: dict[str, Any]) -> None:
    """Give the namespace back to the garbage collector, which finds at the end what only goes round in it."""
    for function in (ctypes.pythonapi.PyObject_GC_UnTrack, ctypes.pythonapi.PyObject_GC_Track):
        function.argtypes, function.restype = [ctypes.py_object], None
        function(namespace)


def _texts() -> bytes:
    """Return what the scripts of this folder hold."""
    texts = []
    for name in os.listdir():  # noqa: PTH208
        if name.endswith(".py"):
            with open(name, "rb") as file:  # noqa: PTH123
                texts.append(file.read())
    return b"\n".join(texts)


def _what_forks_badly() -> str | None:
    """Return why children of this process would differ from fresh interpreters, or ``None``."""
    printed = array.array("i", [0])
    fcntl.ioctl(1, _FIONREAD, printed)
    if printed[0]:
        return "the imports print something"
    if any("/dev/nvidia" in _link(number) for number in os.listdir("/proc/self/fd")):  # noqa: PTH208
        return "the imports open a GPU"
    probe = os.fork()
    if probe == 0:
        torch = sys.modules.get("torch")
        os._exit(int(torch is not None and torch.cuda._is_in_bad_fork()))  # noqa: SLF001
    if os.waitpid(probe, 0)[1]:
        return "the imports start CUDA"
    # Looked at after a fork, before which OpenBLAS ends its threads; a child starts them again when it needs them.
    if threads := sorted(_threads() - {os.getpid()}):
        return f"the imports start {len(threads)} threads"
    return None if _childless() else "the imports start processes"


def _threads() -> set[int]:
    """Return the threads of this process, but for those of jemalloc (in pyarrow), which knows how to fork."""
    found = set()
    for number in os.listdir("/proc/self/task"):  # noqa: PTH208
        with open(f"/proc/self/task/{number}/comm", encoding="utf-8") as file:  # noqa: PTH123
            if not file.read().startswith("jemalloc"):
                found.add(int(number))
    return found


def _link(number: str) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{number}")  # noqa: PTH115
    except OSError:
        return ""


def _childless() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def _receive(connection: socket.socket) -> tuple[bytes, tuple[int, int, int]]:
    message, ancillary, *_ = connection.recvmsg(1, socket.CMSG_SPACE(3 * array.array("i").itemsize))
    for _, _, data in ancillary:
        one, two, three = struct.unpack("3i", data)
        return message, (one, two, three)
    return b"", (-1, -1, -1)


def _load(file: str) -> ModuleType:
    """Return the module in *file* without a name in ``sys.modules``."""
    spec = importlib.util.spec_from_file_location("_faultbook_supervise", file)
    assert spec is not None  # noqa: S101
    assert spec.loader is not None  # noqa: S101
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _hide() -> Callable[[], None]:
    """Take this folder out of the interpreter's view; return what puts the machine's own sitecustomize in our place."""
    sys.path.remove(_HERE)
    sys.path_importer_cache.pop(_HERE, None)
    del os.environ["PYTHONPATH"]
    own = importlib.machinery.PathFinder.find_spec("sitecustomize")
    if own is None or own.loader is None:

        def absent() -> None:
            raise ImportError(name="sitecustomize")  # site takes it for granted

        return absent
    module = importlib.util.module_from_spec(own)
    own.loader.exec_module(module)
    return lambda: sys.modules.__setitem__("sitecustomize", module)


_end = _hide()
_serve()
_end()
