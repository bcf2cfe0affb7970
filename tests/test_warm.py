"""A command forked from a warm parent is what a fresh interpreter would have been, and leaves as little behind."""

import os
import re
import signal
import sys
import time
import uuid
from pathlib import Path

import pytest
from test_sandbox import running

from faultbook.book import load_book
from faultbook.runner import Runner, step_of
from faultbook.snippets.header import Header
from faultbook.snippets.sandbox import Limits, LostParentError, run_command
from faultbook.snippets.setting import env_in
from faultbook.snippets.warm import Parent, Warmth, can_be_warm

ROOT = Path(__file__).parent.parent
PYTHON = Path(sys.executable)

PROBE = '''"""What a script can see of its interpreter."""
import torch
import gc, inspect, json, multiprocessing, os, resource, signal, sys, threading, traceback, warnings

def child(queue):
    queue.put((__name__, sys.argv, sys.path))

if __name__ == "__main__":
    print(__name__, __file__, __doc__, __package__, __spec__, type(__loader__).__name__, sorted(globals()))
    print(sys.argv, sys.orig_argv, sys.executable, sys.flags, sys.path, sys.meta_path, sys.path_hooks)
    print(sorted(os.environ.items()), os.getcwd(), os.listdir())
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        print(stream, type(stream.buffer), stream.line_buffering, stream.write_through, stream.errors, stream.isatty())
    print(sorted(map(int, os.listdir("/proc/self/fd"))), open("/dev/null").fileno())
    print(sys.excepthook, sys.unraisablehook, sys.displayhook, threading.excepthook, sys.gettrace(), sys.getprofile())
    print([(number, str(signal.getsignal(number))) for number in signal.valid_signals()], signal.pthread_sigmask(0, ()))
    print(threading.enumerate(), threading.current_thread() is threading.main_thread())
    print(warnings.filters, gc.get_threshold(), gc.get_freeze_count(), gc.isenabled(), sys.getrecursionlimit())
    print(len(inspect.stack()), traceback.format_stack())
    print({name: resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith("RLIMIT")})
    print(os.getpgid(0) == os.getpid(), os.getsid(0) == os.getpid(), resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    print(hash("text"), torch.get_num_threads(), torch.is_grad_enabled(), torch.cuda.is_initialized())
    print([line for line in open("/proc/self/status") if line.startswith(("Umask", "SigB", "SigI", "SigC", "Cap", "NoNew"))])
    for way in ("fork", "spawn"):
        context = multiprocessing.get_context(way)
        queue = context.Queue()
        process = context.Process(target=child, args=(queue,))
        process.start()
        print(way, queue.get(timeout=250), process.join(), process.exitcode)
    print(sorted(sys.modules))
'''

#: Ways to end, and to say something on the way.
ENDINGS = {
    "uncaught": "def f(n):\n    return 1 / n\ntry:\n    f(0)\nexcept ZeroDivisionError as error:\n    raise ValueError('gone') from error",
    "exit with a number": "import sys; print('a'); sys.exit(3)",
    "exit with a text": "import sys; print('a'); sys.exit('gone wrong')",
    "os._exit": "import os; print('a', end=''); os._exit(4)",
    "SIGKILL": "import os; print('a', flush=True); os.kill(os.getpid(), 9)",
    "SIGTERM": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    "SIGINT": "import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(5)",
    "SIGSEGV with a dump": "import faulthandler, os; faulthandler.enable()\ndef f():\n    os.kill(os.getpid(), 11)\nf()",
    "its own excepthook": "import sys; sys.excepthook = lambda *args: print('hook', args[0], args[2].tb_frame.f_code.co_name, args[2].tb_lineno, args[2].tb_next)\nraise ValueError",
    "a thread that fails": "import threading; t = threading.Thread(target=lambda: 1 / 0, name='t'); t.start(); t.join()",
    "atexit and a thread": "import atexit, threading; atexit.register(print, 'last'); threading.Thread(target=lambda: (threading.main_thread().join(), print('thread'))).start(); print('first')",
    "a warning": "import warnings\ndef f():\n    warnings.warn('old', DeprecationWarning, stacklevel=2)\nf(); warnings.warn('user')",
    "an exception group": "raise ExceptionGroup('all', [ValueError(1), TypeError(2)])",
    "a frame's own stack": "import traceback, logging; traceback.print_stack(); logging.warning('x', stack_info=True)",
    "a syntax error within": "exec(compile('a b', 'other.py', 'exec'))",
    "arguments": "import sys; print(sys.argv)",
    "reading standard input": "print(repr(input()))",
    "unraisable": "class A:\n    def __del__(self): raise ValueError\na = A(); del a",
    "a finaliser at the end": "class A:\n    def __del__(self): print('gone', __name__)\na = A(); print('last')",
    "a finaliser in a cycle": "class A:\n    def __del__(self): print('gone')\na = A(); a.a = a; b = [A()]; del a",
    "a finaliser that a library holds": "import logging\nclass A:\n    def __del__(self): print('gone')\nlogging.held = A()",
    "a finaliser that fails": "class A:\n    def __del__(self): raise ValueError('at the end')\na = A()",
    "a finaliser given later": "def f():\n    try: yield\n    finally: print('closed')\ng = f(); next(g)",
    "a finaliser without a word of it": "import types\nA = type('A', (), {'__' + 'del__': lambda self: print('gone')})\na = A()",
    "weak references": "import weakref\nclass A: pass\na, b = A(), A(); weakref.finalize(a, print, 'finalised'); r = weakref.ref(b, lambda _: print('dead'))",
    "atexit that fails": "import atexit, sys; atexit.register(lambda: 1 / 0); atexit.register(print, 'before'); sys.exit(5)",
    "atexit that exits": "import atexit, sys; atexit.register(sys.exit, 7); print('a'); sys.exit(5)",
    "atexit that uses modules": "import atexit, logging, json\n@atexit.register\ndef f():\n    import json.tool, collections; print(json.dumps(1), 'logging' in __import__('sys').modules)",
    "atexit by hand": "import atexit; atexit.register(print, 'called'); atexit._run_exitfuncs(); import logging, json, html; print(html.escape('<'))",
    "a thread that nobody joins": "import threading; threading.Thread(target=lambda: (threading.main_thread().join(), print('thread'))).start(); raise ValueError",
    "a daemon thread": "import threading; e = threading.Event(); threading.Thread(target=lambda: e.wait(50), daemon=True).start(); print('a')",
    "exit with none": "import sys; sys.exit()",
    "exit with a large number": "import sys; sys.exit(256 + 9)",
    "exit with a negative number": "import sys; sys.exit(-1)",
    "exit with an object": "import sys\nclass A:\n    def __str__(self): return 'said'\nsys.exit(A())",
    "output that cannot be flushed": "import os, sys; sys.stdout = open(1, 'w', closefd=False); print('a'); os.close(1)",
    "its own output": "import sys\nclass Out:\n    def __init__(self, out): self.out = out\n    def write(self, text): return self.out.write(text.upper())\n    def flush(self): pass\nsys.stdout = Out(sys.stdout); print('a')",
    "a file that nobody closes": "import warnings; warnings.simplefilter('always'); f = open('left', 'w'); f.write('text')",
    "a folder that nobody removes": "import tempfile, os; d = tempfile.TemporaryDirectory(); import atexit; atexit._clear; os.mkdir(d.name + '/a')",
    "a child that goes on": "import os, sys\npid = os.fork()\nif pid == 0: sys.exit(3)\nprint(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))",
    "a loop that nobody closes": "import asyncio, warnings; warnings.simplefilter('always')\nasync def f(): pass\nc = f(); loop = asyncio.new_event_loop()",
    "C's own output": "import ctypes; libc = ctypes.CDLL(None); libc.printf(b'C says %d', 3)",
    "C's own end": "import ctypes, sys; libc = ctypes.CDLL(None); f = ctypes.CFUNCTYPE(None)(lambda: None); libc.puts(b'one'); sys.exit(4)",
    "C's exit": "import ctypes; libc = ctypes.CDLL(None); libc.puts(b'one'); libc.exit(6)",
    "modules that it imports itself": "import sys, pathlib\npathlib.Path('own.py').write_text('class A:\\n    def __init__(self, n): self.n = n\\n    def __getattr__(self, n): raise AttributeError\\nx = A(1)')\nimport own; print(own.x.n)",
}  # fmt: skip


ENDINGS_WITH_TORCH = {
    "a finaliser at the end": "import torch\nclass A:\n    def __del__(self): print('gone', torch, __name__)\na = A(); torch.held = A()",
    "uncaught": "import torch\ntorch.ones(2) @ torch.ones(3)",
    "workers that still run": """
import torch
from torch.utils.data import DataLoader
if __name__ == "__main__":
    ended = iter(DataLoader(range(8), num_workers=1))
    print(next(ended))
    raise KeyError("within")
""",
    "a group that nobody leaves": """
import torch.distributed as dist
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
print(dist.get_world_size())
""",
}


def parent_with(module):
    parent = Parent(PYTHON, (module,), lambda folder: env_in(folder, PYTHON, Header(), "cpu", ()))
    assert parent.refused is None
    return parent


@pytest.fixture(scope="module")
def parent():
    parent = parent_with("torch")
    yield parent
    parent.close()


@pytest.fixture(scope="module")
def small_parent():
    parent = parent_with("logging")
    yield parent
    parent.close()


def run(parent, code, *, warm=True, **limits):
    parent.empty()
    work = parent.folder / "work"
    (work / "part.py").write_text(code)
    env = env_in(parent.folder, PYTHON, Header(), "cpu", ())
    words = [str(PYTHON), "part.py", "one", "two words"]
    return run_command(words, work, env, Limits(**{"seconds": 300, **limits}), parent.start if warm else None)


def test_a_script_sees_the_same_interpreter(parent):
    cold, warm = run(parent, PROBE, warm=False), run(parent, PROBE)

    def lines(ended):
        return re.sub(r"0x[0-9a-f]{6,}|at \d{6,}|\d{10,}", "...", ended.output).splitlines()

    assert lines(warm) == lines(cold)
    assert len(lines(warm)) > 15
    assert (warm.status, cold.status, warm.network) == (0, 0, cold.network)


def ends(parent, code):
    ended = [run(parent, code, warm=warm) for warm in (False, True)]
    return [(each.status, re.sub(r"0x[0-9a-f]+", "", each.output)) for each in ended]


@pytest.mark.parametrize("name", ENDINGS)
def test_a_script_ends_in_the_same_way(small_parent, name):
    cold, warm = ends(small_parent, "import logging\n" + ENDINGS[name])

    assert warm == cold


@pytest.mark.parametrize("name", ENDINGS_WITH_TORCH)
def test_a_script_with_torch_ends_in_the_same_way(parent, name):
    cold, warm = ends(parent, ENDINGS_WITH_TORCH[name])

    assert warm == cold
    assert warm[1]


def pages_copied(parent, code):
    """Return how many pages the processes of one run had to copy; the parent counts them when it runs the next."""

    def counted():
        return int(Path(f"/proc/{parent._process.pid}/stat").read_text().rpartition(")")[2].split()[8])

    run(parent, code)
    run(parent, code)
    before = counted()
    run(parent, code)
    return counted() - before


def test_what_the_parent_imported_is_not_taken_apart_unless_somebody_looks(parent):
    quick = pages_copied(parent, "import torch\nx = torch.ones(3)")

    assert quick * 3 < pages_copied(parent, "import torch\nx = torch.ones(3)  # __del__")
    assert quick * 2 < pages_copied(parent, "import torch\ndef f():\n    yield\ng = f(); next(g)")


def test_each_child_draws_its_own_chance(parent):
    code = "import random, torch, numpy, uuid\nprint(random.random(), torch.rand(1), numpy.random.rand(), uuid.uuid4())"
    first, second = run(parent, code).output, run(parent, code).output

    assert not set(first.split()) & set(second.split())


def test_a_child_finds_nothing_of_the_one_before(parent):
    run(parent, "import os, torch\nopen('left', 'w'); open(os.environ['HOME'] + '/left', 'w')\ntorch.left = 1")
    after = run(parent, "import os, torch\nprint(os.listdir(), os.listdir(os.environ['HOME']), hasattr(torch, 'left'))")

    assert after.output == "['part.py'] [] False\n"


def test_a_child_that_hangs_is_stopped_with_all_that_it_started(parent):
    marker = uuid.uuid4().hex
    grandchild = f"import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)  # {marker}"
    code = f"import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', {grandchild!r}], start_new_session=True)\ntime.sleep(600)"
    started = time.monotonic()
    ended = run(parent, code, seconds=3)

    assert (ended.timed_out, ended.killed) == (True, 1)
    assert time.monotonic() - started < 60
    assert running(marker) == []


def test_a_child_has_its_limits(parent):
    ended = run(parent, "x = bytearray(700 * 2**20); print(len(x))", memory=512 * 2**20)

    assert ended.status != 0
    assert "734003200" not in ended.output
    assert run(parent, "import sys\nwhile True: sys.stdout.write('x' * 2**20)").flooded


def test_imports_that_can_be_noticed_are_refused():
    def refusal(module):
        parent = Parent(PYTHON, (module,), lambda folder: env_in(folder, PYTHON, Header(), "cpu", ()))
        return parent.refused

    assert refusal("this") == "the imports print something"
    assert refusal("no_such_module") == "ModuleNotFoundError: No module named 'no_such_module'"


def test_a_parent_that_is_gone_is_said_so():
    parent = Parent(PYTHON, ("json",), lambda folder: env_in(folder, PYTHON, Header(), "cpu", ()))
    os.kill(parent._process.pid, signal.SIGKILL)
    parent._process.wait()
    with pytest.raises(LostParentError):
        run(parent, "print(1)")
    parent.close()


def test_a_parent_ends_with_its_owner_and_takes_its_child_along(tmp_path):
    marker = uuid.uuid4().hex
    owner = f"""
import os, sys, time
from pathlib import Path
from faultbook.snippets.warm import Parent
from faultbook.snippets.setting import env_in
from faultbook.snippets.header import Header
python = Path(sys.executable)
parent = Parent(python, ("json",), lambda folder: env_in(folder, python, Header(), "cpu", ()))
(parent.folder / "work/part.py").write_text("import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)  # {marker}'])")
spec = dict(argv=[str(python), "part.py"], cwd=str(parent.folder / "work"), env={{}}, timeout=600, limits={{}}, groups=[], network=False)
parent.start(spec, 1, os.open("report", os.O_CREAT | os.O_WRONLY))
time.sleep(1.5)
os._exit(0)
"""
    ended = run_command(
        [sys.executable, "-c", owner], tmp_path, {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}, Limits(seconds=20)
    )

    assert (ended.status, ended.timed_out) == (0, False)
    for _ in range(100):
        if not running(marker):
            break
        time.sleep(0.05)
    assert running(marker) == []


def test_what_torch_reads_of_the_environment_as_it_is_imported_a_parent_has_read_too():
    header = Header(env={"OMP_NUM_THREADS": "1", "TORCH_DISTRIBUTED_DEBUG": "DETAIL"})
    parent = Parent(PYTHON, ("torch",), lambda folder: env_in(folder, PYTHON, header, "cpu", ()))
    code = "import torch, torch.distributed as d\nprint(torch.__config__.parallel_info(), torch.get_num_threads(), d.get_debug_level())"
    ended = []
    for start in (None, parent.start):
        parent.empty()
        (parent.folder / "work/part.py").write_text(code)
        env = env_in(parent.folder, PYTHON, header, "cpu", ())
        ended.append(
            run_command([str(PYTHON), "part.py"], parent.folder / "work", env, Limits(seconds=300), start).output
        )
    parent.close()

    assert ended[0] == ended[1]
    assert ended[0].endswith(" 1 DebugLevel.DETAIL\n")


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("training/autograd-inplace-modified", "reproduce"),
        ("training/autograd-inplace-modified", "confirm_version"),
        ("training/weight-decay-on-norms", "confirm"),
        ("data/tokenizer-no-pad-token", "reproduce"),
    ],
)
def test_the_books_parts_have_the_same_records_both_ways(slug, name, runner, warmth):
    step = step_of(ROOT, slug, name, "cpu")
    assert can_be_warm(step.part, step.part.header)
    cold, warm = runner.run(step).record, runner.run(step, warmth=warmth).record

    def told(record):
        return record.model_dump_json(exclude={"seconds", "time"})

    assert told(warm) == told(cold)
    assert warm.passed
    assert len(warmth._parents) > 0


@pytest.fixture(scope="module")
def runner():
    return Runner(load_book(ROOT)[0])


@pytest.fixture(scope="module")
def warmth():
    warmth = Warmth()
    yield warmth
    warmth.close()
