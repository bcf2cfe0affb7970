r"""What transports, launchers, processes and loggers put before a message: data that Python and JavaScript both read.

Each format is a pattern anchored at the start of what is left of the line; its group ``rest`` is what remains. Outer
formats are stripped again and again, record formats once. The patterns keep to what both languages read the same with
``\d`` and ``\w`` ASCII and ``.`` taking anything. Samples of each are in ``tests/conformance/lines.json``.

Sources: the manuals of kubectl, Docker, Slurm, Open MPI, Ray, systemd and util-linux; the code of PyTorch (c10/util/Logging,
torch/distributed/elastic), NCCL (src/debug.cc), vLLM (logger.py), SGLang, DeepSpeed, NeMo, Lightning and Megatron-LM; and
runs of torchrun, DeepSpeed, Open MPI 4.1.4 and dmesg.
"""

from __future__ import annotations

import dataclasses
import functools
import re

__all__ = ["FORMATS", "Format"]


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | re.DOTALL)


@dataclasses.dataclass(frozen=True, slots=True)
class Format:
    """One way to write a prefix."""

    name: str
    starts: str
    """What it may begin with, as in a class of a pattern: lines that begin otherwise need not be tried."""
    pattern: str
    """Named groups are those of a Context, and ``rest``; of a time: iso, glog, clock, syslog, asctime, short, mono, usec."""
    record: bool = False
    """Written by the logger itself, once a line, innermost; without it the prefix is a transport's or a launcher's."""
    common: bool = False
    """So plain that it counts only in a file where most kept lines have it, such as ``3: `` of srun."""

    @property
    def compiled(self) -> re.Pattern[str]:
        """The pattern as Python reads it."""
        return _compiled(self.pattern)


_ISO = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
_ASCTIME = r"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}"
_REST = r"(?P<rest>.*)$"

FORMATS = (
    # Transports.
    Format(
        "cri",
        "0-9",
        rf"^(?P<iso>\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|[+-]\d\d:\d\d)) (?P<stream>stdout|stderr) [FP] {_REST}",
    ),
    Format("kubectl-prefix", r"\[", rf"^\[pod/(?P<pod>[^/\]]+)/(?P<container>[^\]]+)\] {_REST}"),
    Format("kubectl-timestamps", "0-9", rf"^(?P<iso>\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{9}}Z) {_REST}"),
    Format("journal-short-iso", "0-9", rf"^(?P<iso>\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) (?P<host>[A-Za-z0-9][\w.-]*) (?P<ident>[^ :\[]+)(?:\[(?P<pid>\d{{1,9}})\])?: (?:\[ *(?P<mono>\d{{1,9}}\.\d{{1,9}})\] )?{_REST}"),
    Format("dmesg-iso", "0-9", rf"^(?P<iso>\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d,\d{{6}}[+-]\d\d:\d\d) {_REST}"),
    Format("dmesg-levels", "kuds", rf"^(?P<facility>kern|user|daemon|syslog) *:(?P<severity>emerg|alert|crit|err|warn|notice|info|debug) *: (?:\[ *(?P<mono>\d{{1,9}}\.\d{{1,9}})\] )?{_REST}"),
    Format("dmesg", r"\[", rf"^\[ *(?P<mono>\d{{1,9}}\.\d{{6}})\] {_REST}"),
    Format("dmesg-ctime", r"\[", rf"^\[(?P<asctime>{_ASCTIME})\] {_REST}"),
    Format("kmsg", "0-9", rf"^(?P<priority>\d{{1,3}}),\d+,(?P<usec>\d{{1,15}}),[^;]{{0,64}};{_REST}"),
    Format("syslog", "A-Z", rf"^(?P<syslog>[A-Z][a-z]{{2}} [ \d]\d \d\d:\d\d:\d\d) (?P<host>[A-Za-z0-9][\w.-]*) (?P<ident>[^ :\[]+)(?:\[(?P<pid>\d{{1,9}})\])?: (?:\[ *(?P<mono>\d{{1,9}}\.\d{{1,9}})\] )?{_REST}"),
    Format("compose", "A-Za-z0-9", rf"^(?P<container>[A-Za-z0-9][\w.-]*) +\| {_REST}", common=True),
    Format("compose-exit", "A-Za-z0-9", r"^(?P<container>[A-Za-z0-9][\w.-]*-\d{1,4}) (?P<rest>exited with code \d{1,4})$"),
    Format("stern", "a-z0-9", rf"^(?P<pod>[a-z0-9][a-z0-9.-]*-[a-z0-9]+) (?P<container>[a-z][a-z0-9-]*) {_REST}", common=True),
    # Launchers.
    Format("mpirun-timestamp", "A-Z", rf"^(?P<asctime>{_ASCTIME})\[\d+,(?P<task>\d{{1,9}})\]<(?P<stream>stdout|stderr|stddiag)>: ?{_REST}"),
    Format("mpirun", r"\[", rf"^\[\d+,(?P<task>\d{{1,9}})\]<(?P<stream>stdout|stderr|stddiag)>: ?{_REST}"),
    Format("srun", " 0-9", rf"^ *(?P<task>\d{{1,5}}): {_REST}", common=True),
    Format("mpich", r"\[", rf"^\[(?P<task>\d{{1,5}})\] {_REST}", common=True),
    Format("pdsh", "A-Za-z0-9", rf"^(?P<host>[A-Za-z][A-Za-z0-9.-]*\d|\d+\.\d+\.\d+\.\d+): {_REST}", common=True),
    # Which of the two meanings '[rank3]:' has is decided in line.py.
    Format("tee", r"\[", rf"^\[(?P<role>[A-Za-z_]+)(?P<local_rank>\d{{1,5}})\]:{_REST}"),
    Format("lightning", r"\[", rf"^\[rank: (?P<rank>\d{{1,6}})\] {_REST}"),
    Format("vllm-process", "(", rf"^\((?P<process>(?:APIServer|EngineCore|Worker|VllmWorker|ApiServer)\w*(?: [A-Z]{{2}}\d+)*)(?: rank=(?P<rank>\d{{1,9}}))? pid=(?P<pid>\d{{1,9}})\) ?{_REST}"),
    Format("skypilot", "(", rf"^\((?P<process>[\w-]+)(?:, rank=(?P<rank>\d{{1,9}}))?, pid=(?P<pid>\d{{1,9}})(?:, ip=(?P<host>[\w.:]+))?\) ?{_REST}"),
    Format("ray", "(", rf"^\((?P<process>[\w.<>:]+) pid=(?P<pid>\d{{1,9}})(?:, ip=(?P<host>[\w.:]+))?\) ?{_REST}"),
    Format("raylet", "(", rf"^\((?P<process>raylet|gcs_server|dashboard_agent|autoscaler)(?: pid=(?P<pid>\d{{1,9}}))?(?:, ip=(?P<host>[\w.:]+))?\) ?{_REST}"),
    # Records.
    Format("ray-core", r"\[", rf"^\[(?P<iso>{_ISO}) (?P<severity>[DIWEF]) (?P<pid>\d{{1,9}}) \d+\] (?:\([\w ]+\) )?(?P<source>[\w./]+:\d+): {_REST}", record=True),
    Format("c10", r"\[", rf"^\[(?P<severity>[IWEF])(?P<glog>\d{{3,4}}) (?P<clock>\d\d:\d\d:\d\d\.\d+) (?P<source>[\w./]+:\d+)\] {_REST}", record=True),
    Format("c10-old", r"\[", rf"^\[(?P<severity>[IWEF]) (?P<source>[\w./]+:\d+)\] {_REST}", record=True),
    Format("elastic", "VIWEF", rf"^(?P<severity>[VIWEF])(?P<glog>\d{{4}}) (?P<clock>\d\d:\d\d:\d\d\.\d+) +(?P<pid>\d{{1,9}}) (?P<source>[^ \]]+:\d+)\] (?:\[rank(?P<rank>\d{{1,9}})\]: ?)?{_REST}", record=True),
    Format("elastic-old", r"\[", rf"^\[(?P<iso>{_ISO})\] (?P<source>torch\.distributed[\w.]*): \[(?P<severity>[A-Z]+)\] {_REST}", record=True),
    Format("nccl", r"\[A-Za-z0-9", rf"^(?:\[(?P<iso>{_ISO})\] )?(?P<host>[A-Za-z0-9][\w.-]*):(?P<pid>\d{{1,9}}):\d+ \[(?P<device>-?\d{{1,9}})\] (?:(?P<source>[\w./]+:\d+) )?(?:\(\w+\) )?(?=NCCL [A-Z]+ ){_REST}", record=True),
    Format("vllm", "DIWEC", rf"^(?P<severity>DEBUG|INFO|WARNING|ERROR|CRITICAL) (?P<short>\d\d-\d\d \d\d:\d\d:\d\d) \[?(?P<source>[\w./-]+\.py:\d+)\] ?{_REST}", record=True),
    Format("deepspeed", r"\[", rf"^\[(?P<iso>{_ISO})\] \[(?P<severity>[A-Z]+)\] \[(?P<source>[\w./]+:\d+:[\w<>]+)\] (?:\[Rank (?P<rank>\d{{1,9}})\] )?{_REST}", record=True),
    Format("sglang", r" \[", rf"^ ?\[(?P<iso>{_ISO})(?P<coordinates>(?: (?:DP|TP|PP|EP)\d+)*)\] {_REST}", record=True),
    Format("nemo", r"\[", rf"^\[NeMo (?P<severity>[DIWE]) (?P<iso>{_ISO}) (?P<source>[\w./]+:\d+)\] ?{_REST}", record=True),
    Format("transformers", r"\[", rf"^\[(?P<severity>DEBUG|INFO|WARNING|ERROR|CRITICAL)\|(?P<source>[\w./-]+:\d+)\] (?P<iso>{_ISO}) >> {_REST}", record=True),
    Format("python-logging", "0-9", rf"^(?P<iso>{_ISO}) ?-? ?(?:\[?[\w.]+\]? - )?(?:\[?(?P<severity>DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|FATAL)\]?)? ?(?:-|:|\|)? ?{_REST}", record=True),
    Format("level", r"\[DIWECF", rf"^\[?(?P<severity>DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|FATAL)\]?(?::| -|:? +)(?=[^ ]){_REST}", record=True),
)  # fmt: skip
