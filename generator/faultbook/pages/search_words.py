"""The words of the search that are no terms, and those that readers use for one another.

``faultbook generate`` writes the same as a module of the browser's, so that neither side has words of its own.
"""

from __future__ import annotations

import json

__all__ = ["SAME", "STOP", "words_module"]

_STOP = """
a about after again all also although an and any anything are as at be because been before being but
by came can come comes could did do does done each even ever every for from gave get gets give gives
go goes gone got had has have having he help her here how i if in into is it its itself just keep
keeps kept let like look looks made make makes many may me might more most much must my need needs
no not nothing now of off on once one only or other our out over own please same say says see seems
seen she should since so some somehow still such than that the their them then there these they
thing this those though through to too try trying under until up us use very via want was we went
were what when where whenever which while who why will with without would yet you your
"""
#: Words that tell no failure from another.
STOP = frozenset(_STOP.split())

#: Words that readers use for one another; each list is one term. What stands first names it.
SAME = (
    (
        "oom",
        "out of memory",
        "outofmemory",
        "not enough memory",
        "insufficient memory",
        "cannot allocate memory",
        "memory exhausted",
        "memory full",
        "no memory",
    ),
    (
        "hang",
        "hung",
        "stuck",
        "freeze",
        "frozen",
        "froze",
        "deadlock",
        "stall",
        "stalled",
        "wait",
        "never returns",
        "never finishes",
        "no progress",
        "blocked",
    ),
    ("memory", "ram"),
    ("free", "idle", "unused", "spare", "unallocated", "available"),
    ("nan", "not a number", "inf", "non finite", "not finite", "infinite"),
    ("diverge", "explode", "exploding", "blow up", "blows up", "unstable"),
    (
        "slow",
        "slower",
        "slowly",
        "slowdown",
        "throughput",
        "tokens per second",
        "latency",
        "takes longer",
        "bottleneck",
        "degraded",
    ),
    ("drop", "falls", "fall", "collapse", "decrease", "goes down"),
    ("start", "startup", "start up", "launch", "boot", "begin", "init", "initialize", "initialise", "initialization"),
    ("crash", "die", "died", "dies", "killed", "abort", "segfault", "segmentation fault", "sigsegv", "terminated"),
    ("timeout", "time out", "timed out", "times out"),
    ("resume", "restart", "reload", "continue", "restore"),
    ("leak", "grow", "grows", "growing", "rise", "rises", "increase", "climb"),
    ("repeat", "duplicate", "identical", "same", "twice", "double"),
    (
        "differ",
        "different",
        "mismatch",
        "disagree",
        "inconsistent",
        "nondeterministic",
        "not reproducible",
        "not deterministic",
    ),
    ("heat", "hot", "thermal", "temperature", "overheat", "overheating", "throttle"),
    ("missing", "not found", "no such", "cannot find", "unable to find", "could not find", "couldn t find", "absent"),
    (
        "unlearned",
        "not learn",
        "not train",
        "not improve",
        "stops learning",
        "stop learning",
        "learns nothing",
        "learned nothing",
        "not learning",
        "not converge",
        "not decrease",
        "flat",
        "plateau",
    ),
    ("disk", "storage", "file system", "filesystem", "no space left", "quota"),
    ("kubernetes", "k8s", "pod", "kubelet"),
    ("container", "docker", "podman"),
    ("learning rate", "lr"),
    ("gpu", "graphics card", "cuda device", "device"),
    ("checkpoint", "ckpt", "snapshot"),
    ("nonsense", "garbage", "gibberish", "random", "wrong answer", "bad answers"),
    ("multi gpu", "several gpus", "multiple gpus", "two gpus", "many gpus", "distributed", "ddp"),
    ("shared memory", "shm"),
    ("float16", "fp16", "half precision", "half"),
    ("bfloat16", "bf16"),
    ("fp8", "float8"),
    ("tensor parallel", "tensor parallelism", "tp"),
    ("context length", "max model len", "sequence length", "seq len", "prompt too long", "too long"),
    ("end of sequence", "eos", "stop token", "end of turn"),
    ("never stops", "does not stop", "not stop", "endless", "for ever", "forever", "runs on"),
    ("pad", "padding"),
    ("seed", "rng", "random number"),
    ("validation", "eval", "evaluation", "val"),
    ("install", "pip", "wheel"),
    ("ib", "infiniband", "rdma", "roce"),
    ("rank", "worker process", "replica"),
    ("node", "host", "machine"),
    ("ignored", "no effect", "not applied"),
    ("download", "fetch", "offline", "no internet", "huggingface co"),
)


def words_module() -> str:
    """Return the text of ``search-words.js``."""
    same = ",\n".join(f"  {json.dumps(phrases)}" for phrases in SAME)
    return (
        "// Written by `faultbook generate` from generator/faultbook/pages/search_words.py; change it there.\n\n"
        "/** Words that tell no failure from another. */\n"
        f'export const STOP = new Set({json.dumps(" ".join(sorted(STOP)))}.split(" "));\n\n'
        "/** Words that readers use for one another; each list is one term. What stands first names it. */\n"
        f"export const SAME = [\n{same},\n];\n"
    )
