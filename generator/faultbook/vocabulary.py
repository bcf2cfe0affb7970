"""The closed vocabularies of an entry: each word with one line of meaning.

The meaning is data: the schema, the authoring page and the hints of problems show it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

__all__ = [
    "Area",
    "Figure",
    "HoleKind",
    "Layer",
    "Made",
    "Phase",
    "Relation",
    "Risk",
    "Role",
    "Severity",
    "Status",
    "Strength",
    "When",
    "Word",
    "is_measured",
]


class Word(StrEnum):
    """A word of a closed vocabulary; ``meaning`` says in one line what it stands for."""

    meaning: str

    def __new__(cls, value: str, meaning: str = "") -> Self:
        """Make the word of *value* and keep its meaning beside it."""
        word = str.__new__(cls, value)
        word._value_ = value
        word.meaning = meaning
        return word

    @property
    def label(self) -> str:
        """Return the word as a reader sees it: ``restarts-process`` becomes ``restarts process``."""
        return self.value.replace("-", " ")


class Area(Word):
    """The folder of an entry, and the first part of its address."""

    TRAINING = ("training", "the optimisation itself: loss, gradients, schedules, numerics")
    DATA = ("data", "loading, tokenising, batching and splitting data")
    MEMORY = ("memory", "device and host memory of a framework's process")
    KERNELS = ("kernels", "compiled kernels: speed, precision and code generation")
    DISTRIBUTED = ("distributed", "several processes: collectives, launchers, sharding")
    CHECKPOINTS = ("checkpoints", "writing and reading weights and training state")
    SERVING = ("serving", "inference engines and their servers")
    HARDWARE = ("hardware", "devices, drivers, links, and the host under them")
    ENVIRONMENT = ("environment", "packages, versions, containers, networks and credentials")


class Layer(Word):
    """Where the cause lies, which is often not where the message comes from."""

    HARDWARE = ("hardware", "a device, a link or a host")
    DRIVER = ("driver", "a kernel module or firmware")
    RUNTIME = ("runtime", "CUDA, NCCL, a compiler or an operating system service")
    FRAMEWORK = ("framework", "PyTorch, vLLM or another library")
    CONFIGURATION = ("configuration", "a setting, a launch flag or a version choice")
    DATA = ("data", "what is read in")
    MODEL = ("model", "the user's own model or training code")


class Made(Word):
    """How the logs of an incident came to be."""

    RUN = ("run", "printed by a real run")
    WRITTEN = ("written", "written in the exact format of the programs that it shows")


class Phase(Word):
    """When the failure shows."""

    BUILD = ("build", "installing or compiling")
    TRAINING = ("training", "training or fine-tuning")
    SERVING = ("serving", "inference and serving")


class Severity(Word):
    """What the failure costs when nobody acts."""

    LOW = ("low", "an annoyance: a warning or some lost speed")
    MEDIUM = ("medium", "one run or one request fails, at once and with a message")
    HIGH = ("high", "a job dies, a server is down, or results are silently worse")
    CRITICAL = ("critical", "many jobs or machines, lost data, or wrong results that look right")


class Status(Word):
    """How far an entry has come; 'proven' is computed from its records and never typed."""

    DRAFT = ("draft", "written, not yet read by a second person")
    REVIEWED = ("reviewed", "read against its sources by a second person")


class Role(Word):
    """What a matching line says about cause and effect."""

    INITIATING = ("initiating", "printed by what failed first")
    COLLATERAL = ("collateral", "only downstream of another process's or host's failure")


class Strength(Word):
    """How much a signature says on its own."""

    CERTAIN = ("certain", "only this failure prints it")
    LIKELY = ("likely", "nearly always this failure; a look-alike is known or possible")
    HINT = ("hint", "fits this failure among several; needs other evidence")


class Relation(Word):
    """How one entry stands to another."""

    CONFUSED_WITH = ("confused_with", "looks alike and is something else; holds in both directions")
    CAUSES = ("causes", "leads to the other; the other says caused_by")
    CAUSED_BY = ("caused_by", "follows from the other; the other says causes")
    SEE = ("see", "worth reading next; holds in both directions")


class Risk(Word):
    """What a fix or a command may do to what is running, least first."""

    READ_ONLY = ("read-only", "changes nothing that runs")
    RESTARTS_PROCESS = ("restarts-process", "needs the reader's own process to be started again")
    LOSES_STATE = ("loses-state", "ends work in flight, or removes files")
    AFFECTS_OTHERS = ("affects-others", "reaches other users' jobs, a whole device, or a host")


class HoleKind(Word):
    """What a typed hole of a line template takes."""

    SIZE = ("size", "a number and a unit of bytes: 888.00 MiB, 16 GiB, 512 bytes")
    DURATION = ("duration", "a number and a unit of time: 600043 milliseconds, 30 s, 10 min")
    INT = ("int", "a whole number, with or without a sign")
    FLOAT = ("float", "a number, also 1e-05, nan and inf")
    HEX = ("hex", "a hexadecimal number, with or without 0x")
    WORD = ("word", "a run of characters without white space")
    PATH = ("path", "a file path without white space")


class Figure(Word):
    """A number that trainers and servers print again and again."""

    LOSS = ("loss", "the training loss")
    GRAD_NORM = ("grad-norm", "the norm of the gradients")
    LOSS_SCALE = ("loss-scale", "the scale of the loss in mixed precision")
    THROUGHPUT = ("throughput", "tokens or samples a second, or TFLOP/s, of training")
    SERVING_THROUGHPUT = ("serving-throughput", "tokens a second of a server")
    MFU = ("mfu", "model FLOPs utilisation")
    STEP_TIME = ("step-time", "the time of one step")


class When(Word):
    """What of a figure shows a failure."""

    NOT_FINITE = ("not-finite", "it is nan or inf from a line on")
    FALLS = ("falls", "it stays below a factor of the baseline from a line on")
    RISES = ("rises", "it stays above a factor of the baseline from a line on")
    FLAT = ("flat", "it does not change over thirty lines or more")


def is_measured(signature: str) -> bool:
    """Return whether a signature of this name is of a line that the entry's own part prints, and no other software."""
    return signature == "measured" or signature.startswith("measured-")
