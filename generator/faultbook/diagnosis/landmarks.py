r"""Lines that mean something in any log, whatever the book holds: data that Python and JavaScript both read.

A landmark is found by one of its literals and decided by its pattern, which is searched for in the message of the line
(prefixes and terminal escapes removed). The wording is the software's own; where it comes from is said beside it.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from enum import StrEnum

__all__ = ["LANDMARKS", "Kind", "Landmark"]


class Kind(StrEnum):
    """What a landmark says of its process."""

    TRACEBACK = "traceback"
    EXCEPTION = "exception"
    FAULT = "fault"
    """Something broke here, and the line says what."""
    DEATH = "death"
    """A process ended badly; the line does not say why."""
    ECHO = "echo"
    """Printed only since something else failed."""
    ERROR = "error"
    """A record at level error; healthy programs write such too."""
    RETRY = "retry"
    """It failed and is tried again, or done without."""
    END = "end"
    """The work came to its end."""
    SERVING = "serving"
    """A request was answered."""
    PROGRESS = "progress"
    """A step was done."""
    FACT = "fact"
    """Ranks, process ids and addresses."""


_QUIET = frozenset({Kind.PROGRESS, Kind.SERVING, Kind.RETRY, Kind.END, Kind.ERROR})
_AT_THE_START = frozenset({"world-size", "rank-of-process", "nccl-comm", "lightning-member"})


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | re.DOTALL)


@dataclasses.dataclass(frozen=True, slots=True)
class Landmark:
    """One kind of line."""

    name: str
    kind: Kind
    literals: tuple[str, ...]
    pattern: str
    few: str = ""
    """The group of which each value need be seen a few times only."""
    also: tuple[str, ...] = ()
    """Texts of which the line holds one, too, where the pattern holds: sooner asked than it."""

    @property
    def quiet(self) -> bool:
        """Whether a healthy log may have it on every line: it is looked for at a log's edges only."""
        return self.kind in _QUIET or self.name in _AT_THE_START

    @property
    def anywhere(self) -> bool:
        """Whether the pattern may match anywhere in a line, so that it can be asked before the line's prefixes are read."""
        return "^" not in self.pattern.replace("[^", "[") and (not self.quiet or self.kind is Kind.END)

    @property
    def compiled(self) -> re.Pattern[str]:
        """The pattern as Python reads it."""
        return _compiled(self.pattern)


#: The name of an exception at the start of a message, as Python's traceback module prints it.
EXCEPTION = r"^(?P<type>(?:[A-Za-z_]\w*\.){0,8}[A-Z]\w{0,80}(?:Error|Exception|Interrupt|Exit|Fault|Timeout|Failure|Died|Full|Empty|NotFound|Cancelled|Aborted|Unavailable|Killed))(?:: (?P<message>.*))?$"

LANDMARKS = (
    Landmark("traceback", Kind.TRACEBACK, ("Traceback (most recent call last):",), r"Traceback \(most recent call last\):"),
    Landmark("exception", Kind.EXCEPTION, ("Error: ", "Exception: ", "KeyboardInterrupt", "OutOfMemoryError", "Interrupt: ", "Timeout: "), EXCEPTION),
    # Kernel and driver. NVRM prints Xids (open-gpu-kernel-modules, osinit.c and nv.c); Linux the rest (mm/oom_kill.c, arch/x86/mm/fault.c).
    Landmark("xid", Kind.FAULT, ("NVRM: Xid (",), r"^NVRM: Xid \((?:PCI:)?(?P<pci>[\da-fA-F:.]+)[^)]*\): (?P<xid>\d+)(?:, pid='?(?P<pid>\d+))?"),
    Landmark("sxid", Kind.FAULT, (": SXid (PCI:",), r"^nvidia-nvswitch\d+: SXid \(PCI:(?P<pci>[\da-fA-F:.]+)\): (?P<sxid>\d+)"),
    Landmark("gpu-lost", Kind.FAULT, ("fallen off the bus",), r"^NVRM: .*fallen off the bus"),
    Landmark("oom-kill", Kind.FAULT, ("ut of memory: Killed process ",), r"^(?:Memory cgroup o|O)ut of memory: Killed process (?P<pid>\d+) \((?P<process>[^)]*)\)"),
    Landmark("slurm-oom", Kind.FAULT, ("oom-kill event(s)", "oom_kill event"), r"Detected \d+ oom[-_]kill event"),
    Landmark("oom-killed-pod", Kind.FAULT, ("OOMKilled",), r"OOMKilled"),
    Landmark("kernel-segfault", Kind.FAULT, (": segfault at ",), r"(?P<process>[\w.-]{1,40})\[(?P<pid>\d+)\]: segfault at "),
    Landmark("trap", Kind.FAULT, ("traps: ",), r"traps: (?P<process>[\w.-]+)\[(?P<pid>\d+)\] (?:trap|general protection)"),
    Landmark("machine-check", Kind.FAULT, ("[Hardware Error]", "Uncorrected error", "AER: Uncorrect"), r"\[Hardware Error\]|Uncorrected error|AER: Uncorrect"),
    Landmark("filesystem", Kind.FAULT, ("EXT4-fs error", "XFS (", "I/O error, dev ", "blk_update_request"), r"EXT4-fs error|XFS \((?:(?!XFS \().)*(?:rror|hutdown)|I/O error, dev "),
    Landmark("link-down", Kind.FAULT, ("Link down", "link down", "port_inactive", "LINK_DOWN"), r"mlx5_core (?:(?!mlx5_core ).)*[Ll]ink down|NIC Link is [Dd]own|port_inactive|: [Ll]ink (?:is )?[Dd]own"),
    Landmark("fabric", Kind.FAULT, ("fabricmanager", "FabricManager", "Fabric Manager"), r"[Ff]abric ?[Mm]anager(?:(?!abric ?[Mm]anager).)*(?:[Ee]rror|[Ff]atal|[Ff]ailed)", also=("rror", "atal", "ailed")),
    # Processes.
    Landmark("python-fatal", Kind.FAULT, ("Fatal Python error: ",), r"Fatal Python error: "),
    Landmark("abort-message", Kind.FAULT, ("  what():  ",), r"^ *what\(\):  "),
    Landmark("glibc", Kind.FAULT, ("double free or corruption", "corrupted size vs. prev_size", "malloc(): ", "free(): invalid", "stack smashing detected"), r"double free or corruption|corrupted size vs\. prev_size|malloc\(\): |free\(\): invalid|stack smashing detected"),
    Landmark("shared-library", Kind.FAULT, ("error while loading shared libraries: ",), r"error while loading shared libraries: "),
    Landmark("device-assert", Kind.FAULT, ("Assertion `", "Assertion '"), r"(?:: |^)Assertion [`'](?:(?!: Assertion ).)*failed"),
    Landmark("disk", Kind.FAULT, ("No space left on device", "Disk quota exceeded", "Stale file handle", "Read-only file system"), r"No space left on device|Disk quota exceeded|Stale file handle|Read-only file system"),
    Landmark("arguments", Kind.FAULT, (": error: ",), r"^[\w./-]+(?:\.py|torchrun|vllm|python3?)?(?: serve)?: error: (?:unrecognized|argument|the following|ambiguous|invalid|one of|Error|too few)"),
    Landmark("compiler", Kind.FAULT, ("error: ", "fatal error: ", "ptxas fatal", "cannot find -l", "undefined reference to"), r"/ld: cannot find -l|undefined reference to `|^\S+:\d+(?::\d+)?: (?:fatal )?error: |^\S+\(\d+\): error: |ptxas fatal|^(?:nvcc|gcc|g\+\+|clang|ld|cc1plus)\b.*error: |^/usr/bin/ld: cannot"),
    Landmark("command-missing", Kind.FAULT, (": not found", "command not found"), r"^(?:/bin/)?(?:ba|da)?sh: .*: not found$|command not found"),
    Landmark("ray-oom", Kind.FAULT, ("running low on memory", "due to memory pressure"), r"running low on memory|killed due to memory pressure"),
    Landmark("slurm-cancelled", Kind.FAULT, ("CANCELLED AT ",), r"\*\*\* (?:JOB|STEP) \S+ (?:ON (?P<host>\S+) )?CANCELLED AT \S+ DUE TO (?P<why>[A-Z ]+?) \*\*\*"),
    Landmark("slurm-node", Kind.FAULT, ("DUE TO NODE FAILURE", "Node failure on "), r"DUE TO NODE FAILURE|Node failure on (?P<host>\S+)"),
    Landmark("port-in-use", Kind.FAULT, ("ddress already in use",), r"[Aa]ddress already in use"),
    Landmark("rust-panic", Kind.FAULT, ("panicked at ",), r"thread '[^']*'(?: \(\d+\))? panicked at "),
    Landmark("go-panic", Kind.FAULT, ("panic: ",), r"^panic: "),
    Landmark("probe", Kind.FAULT, ("iveness probe failed", "tartup probe failed", "failed liveness probe", "failed startup probe"), r"(?:[Ll]iveness|[Ss]tartup) probe failed|failed (?:liveness|startup) probe"),
    Landmark("preempted", Kind.FAULT, ("Evicted", "evicted", "preempt", "Preempt", "PREEMPT", "pot interruption"), r"\bEvicted\b|[Pp]od .{0,80}\bevicted|DUE TO PREEMPTION|\b[Pp]reemption (?:notice|event|signal|warning)|\b(?:job|node|instance|VM|[Ss]pot)\b.{0,40}\b[Pp]reempted|/preempted\b|[Ss]pot .{0,60}\b(?:interruption|terminated|reclaimed)"),
    # NCCL prints errors at level WARN (src/debug.cc).
    Landmark("nccl-warn", Kind.ERROR, ("NCCL WARN ",), r"^NCCL WARN (?P<message>.*)"),
    # torch.distributed (ProcessGroupNCCL.cpp, TCPStore.cpp, elastic/agent and elastic/multiprocessing).
    Landmark("watchdog", Kind.DEATH, ("Watchdog caught collective operation timeout",), r"Watchdog caught collective operation timeout: WorkNCCL\(SeqNum=(?P<seq>\d+), OpType=(?P<op>\w+)"),
    Landmark("watchdog-counters", Kind.FACT, ("last enqueued NCCL work: ", "last enqueued work: "), r"last enqueued (?:NCCL )?work: (?P<enqueued>-?\d+), last completed (?:NCCL )?work: (?P<completed>-?\d+)"),
    Landmark("c10d-rank", Kind.FACT, ("[PG ID ", "[PG GUID", "[Rank ", "[rank "), r"\[(?:PG (?:ID )?(?P<group>\S+)(?: PG GUID (?P<guid>[^\]]{1,80}?))? )?[Rr]ank (?P<rank>\d+)\]", few="rank"),
    Landmark("watchdog-echo", Kind.ECHO, ("To avoid data inconsistency, we are taking the entire process down", "Some NCCL operations have failed or timed out", "Observed flight recorder dump signal", "Process group watchdog thread terminated", "Received a dump signal", "watchdog thread terminated with exception", "ProcessGroupNCCL preparing to dump debug info"), r"taking the entire process down|Some NCCL operations have failed or timed out|[Oo]bserved flight recorder dump signal|atchdog thread terminated with exception|Received a dump signal|ProcessGroupNCCL preparing to dump debug info"),
    Landmark("peer-gone", Kind.ECHO, ("onnection reset by peer", "onnection closed by peer", "Broken pipe", "remote process exited", "emote peer has closed", "Connection closed by remote peer", "Socket closed", "failed to recv, got 0 bytes", "Failed to recv, got 0 bytes", "connection refused by peer"), r"onnection reset by peer|onnection closed by (?:remote )?peer|Broken pipe|remote process exited|emote peer has closed|[Ff]ailed to recv, got 0 bytes|Socket closed"),
    Landmark("elastic-signal", Kind.ECHO, ("closing signal SIG", "death signal", "got signal: ", "Sending process "), r"Sending process \d+ closing signal|Received \d+ death signal|got signal: (?:15|2|Signals\.SIG)"),
    Landmark("elastic-summary", Kind.ECHO, ("ChildFailedError", "SignalException"), r"ChildFailedError|SignalException"),
    Landmark("elastic-root", Kind.FACT, ("Root Cause (first observed failure)",), r"^Root Cause \(first observed failure\)"),
    Landmark("elastic-others", Kind.FACT, ("Failures:",), r"^Failures:$"),
    Landmark("elastic-field", Kind.FACT, ("  rank      :", "  exitcode  :", "  host      :", "  time      :", "  error_file:", "  traceback :"), r"^ +(?P<key>time|host|rank|exitcode|error_file|traceback) *: (?P<value>.*)$"),
    Landmark("elastic-exit", Kind.DEATH, ("failed (exitcode: ",), r"failed \(exitcode: (?P<code>-?\d+)\) local_rank: (?P<local_rank>\d+) \(pid: (?P<pid>\d+)\)"),
    # Launchers.
    Landmark("srun-task", Kind.DEATH, ("srun: error: ",), r"^srun: error: (?P<host>[^ :]+): tasks? (?P<task>[\d,\[\]-]+): (?P<what>.*)"),
    Landmark("slurm-cancel", Kind.ECHO, ("CANCELLED AT ", "Force Terminated", "Job step aborted"), r"CANCELLED AT |Force Terminated|Job step aborted"),
    Landmark("mpirun-signal", Kind.DEATH, ("mpirun noticed that process rank ",), r"mpirun noticed that process rank (?P<rank>\d+) with PID \d+ on node (?P<host>\S+) exited on signal (?P<signal>\d+)"),
    Landmark("mpirun-summary", Kind.ECHO, ("process returned", "Primary job  terminated"), r"Primary job +terminated normally|process(?:es)? returned"),
    Landmark("deepspeed-exit", Kind.DEATH, ("exits with return code = ",), r"(?:--local_rank=(?P<local_rank>\d+)\b(?:(?!--local_rank=).)*)?exits with return code = (?P<code>-?\d+)"),
    Landmark("deepspeed-kill", Kind.ECHO, ("Killing subprocess ",), r"Killing subprocess \d+"),
    Landmark("exit-code", Kind.DEATH, ("xit code: ", "xit code ", "xited with code ", "xit status ", "xitCode", "xitcode"), r"[Ee]xit(?:ed)?(?: with)?(?: non-zero)?(?: exit)?(?: code|Code|code| status)[ :=(]{1,3}(?P<code>-?\d+)"),
    Landmark("killed", Kind.DEATH, ("Killed", "killed by signal", "SIGKILL"), r"(?:^|\d )Killed(?: {2,}|$)|: Killed\b|killed by signal|\(SIGKILL\)|signal 9\b"),
    Landmark("crashed", Kind.DEATH, ("Segmentation fault", "Bus error", "core dumped", "Illegal instruction", "Floating point exception", "SIGSEGV", "SIGBUS", "SIGABRT"), r"Segmentation fault|Bus error|core dumped|Illegal instruction|Floating point exception|\bSIG(?:SEGV|BUS|ABRT|ILL|FPE)\b"),
    Landmark("terminate", Kind.ECHO, ("terminate called after throwing",), r"^terminate called after throwing"),
    Landmark("cancelled", Kind.FAULT, ("DUE TO TIME LIMIT", "reached its time limit"), r"DUE TO TIME LIMIT|reached its time limit"),
    # Engines.
    Landmark("engine-echo", Kind.ECHO, ("Engine core initialization failed", "EngineDeadError", "EngineCore encountered a fatal error", "Engine process failed to start", "WorkerProc initialization failed", "died unexpectedly", "shutting down executor", "Executor failed", "EngineCore encountered an issue", "AsyncEngineDeadError", "Background loop", "EngineCore failed to start", "EngineCore hit an exception", "WorkerProc hit an exception", "WorkerProc failed to start", "Scheduler hit an exception", "sigquit received", "SIGQUIT received", "Child process unexpectedly failed", "Rank 0 scheduler is dead", "Application startup failed"), r"Engine core initialization failed|EngineDeadError|EngineCore encountered a(?:n issue| fatal error)|Engine process failed to start|WorkerProc initialization failed|died unexpectedly|[Ee]xecutor failed|Background loop (?:has errored|is stopped)|EngineCore failed to start|hit an exception|WorkerProc failed to start|[Ss][Ii][Gg][Qq][Uu][Ii][Tt] received|Child process unexpectedly failed|scheduler is dead|Application startup failed"),
    Landmark("ray-echo", Kind.ECHO, ("ActorDiedError", "RayActorError", "WorkerCrashedError", "RayTaskError", "The actor is dead", "Worker unexpectedly exits", "orker died", "actor died", "worker died or was killed"), r"RayTaskError\(\w{1,80}\): .{0,200}?\(pid=(?P<pid>\d{1,9})|ActorDiedError|RayActorError|WorkerCrashedError|The actor is dead|Worker (?:unexpectedly )?exits|[Ww]orker died|actor died"),
    Landmark("pool-echo", Kind.ECHO, ("BrokenProcessPool", "process terminated with", "ProcessExitedException", "ProcessRaisedException", "CalledProcessError", "exited unexpectedly"), r"BrokenProcessPool|process \d+ terminated with|ProcessExitedException|ProcessRaisedException|CalledProcessError"),
    Landmark("dataloader-worker", Kind.DEATH, ("DataLoader worker (pid",), r"DataLoader worker \(pid\(?s?\)? ?[\d, ]+\)? (?:exited unexpectedly|is killed by signal)"),
    # Levels.
    Landmark("error-record", Kind.ERROR, ("ERROR", "CRITICAL", "FATAL", "[E1", "[E0", "[E2", "[E3", "[E4", "[E5", "[E6", "[E7", "[E8", "[E9", "[E Proc"), r""),
    Landmark("failed-line", Kind.ERROR, ("rror: ", "rror loading", "ailed to ", "ould not ", "nable to ", "atal: ", "ATAL: ", " failed", "Error Code"), r"^(?:[\w .-]{0,60}: )?(?:[Ee]rror|[Ff]atal|FATAL)\b(?: loading\b.*|: |.*\bfailed)|\b[Ff]ailed to \w|\b[Cc]ould not \w|\b[Uu]nable to \w|\bError Code \d|\bfailed(?:\.|:|$)"),
    # What says that all is well again.
    Landmark("retry", Kind.RETRY, ("etry", "etrying", "alling back", "falling back", "allback", "kipping", "ecovered", "econnect", "will be ignored", "gnoring", "esuming", "attempt "), r"\b[Rr]etry(?:ing)?\b|[Ff]all(?:ing)?[ -]?back|\b[Ss]kipp(?:ing|ed)\b|\b[Rr]ecovered\b|\b[Rr]econnect|\b[Ii]gnor(?:ed|ing)\b|\b[Rr]esum(?:ing|ed)\b|attempt \d+"),
    Landmark("finished", Kind.END, ("omplete", " passed", "inished", "uccess", " done", "Done", "train_runtime", "stopped: `max_", "exiting program", "ended normally", "all epochs", "hutting down cleanly"), r"^(?!.*(?:FAILED|\b[Ff]ailed\b|with errors?\b|non-zero|[Uu]nsuccessful|\b(?:did|does|has) not\b)).*?(?:\b(?:[Tt]raining|[Tt]rain|[Ff]ine-?tuning|[Ee]valuation|[Ee]val|[Rr]un|[Jj]ob|[Ss]cript|[Ee]xport|[Cc]onversion|[Bb]enchmark|[Ss]weep|[Pp]retraining|[Ww]orkload|[Tt]ests?|[Bb]atch inference|[Aa]ll (?:steps|epochs|tasks|work|jobs|requests))(?: (?:has|is|was|have|run|loop|job|been)){0,4}(?: successfully)?(?::)? (?:[Cc]ompleted?|[Ff]inished|[Dd]one|succeeded|[Ss]uccess(?:ful(?:ly)?)?|ended normally)\b|\b(?:[Ff]inished|[Cc]ompleted|[Dd]one)(?: with)? (?:training|fine-?tuning|evaluation|run|job)|\d passed\b|'train_runtime'|train_runtime|stopped: `max_(?:epochs|steps)=|\[?exiting program (?:at|after) |[Aa]ll done|^[Dd]one[.!]?$|^SUCCESS|COMPLETED)"),
    Landmark("exit-zero", Kind.END, ("xit code 0", "xit code: 0", "xited with code 0", "xitcode 0", "exits successfully", "exit 0", "xit status 0", "xit code=0", "xitCode: 0", "xitcode: 0", "xitcode=0"), r"[Ee]xit(?:ed)?(?: with)?(?: code|code|Code| status)?[ :=]{1,2}0\b|exits successfully"),
    Landmark("stopped-well", Kind.END, ("Application shutdown complete", "Finished server process", "hutdown complete", "racefully", "lean shutdown"), r"Application shutdown complete|Finished server process|[Ss]hutdown complete|[Ss]hut(?:ting)? down gracefully|[Gg]raceful(?:ly)? (?:shutdown complete|stopped|exited)|[Cc]lean shutdown"),
    Landmark("answered", Kind.SERVING, ('HTTP/1.1" 200', "request: POST /", 'HTTP/1.0" 200', '" 200 ', "eneration throughput: ", "gen throughput (token/s)", "throughput (token/s)", "Application startup complete", "is fired up and ready to roll", "Uvicorn running on", "erver is ready", "tarted server"), r'HTTP/1\.[01]" 200|" 200 |request: (?:GET|POST) [^ ]+ [^ ]+ 200|eneration throughput: [1-9]|gen throughput \(token/s\)|[Tt]he server is fired up|Application startup complete|Uvicorn running on'),
    Landmark("step", Kind.PROGRESS, ("iteration ", "'loss':", "loss=", "loss:", "loss =", "it/s]", "s/it]", "it/s,", "s/it,", "step ", "step:", "step=", "Step ", "poch ", "tokens/s", "tok/s", "loss "), r"\biteration +\d+|'loss': |\bloss ?[=:] ?|\bloss +\d|\d(?:it/s|s/it)[\],]|\b[Ss]tep[ :=/]+\d|\b[Ee]poch[ :=]*\[?\d|tok(?:ens?)?/s"),
    # Who is who.
    Landmark("nccl-comm", Kind.FACT, (" nranks ",), r"\brank (?P<rank>\d+) nranks (?P<world>\d+) cudaDev (?P<device>\d+)(?: nvmlDev \d+)? busId (?P<bus>[\da-fA-F]+)"),
    Landmark("rank-of-process", Kind.FACT, ("pid=", "pid "), r"\b(?:global_|world_)?[Rr]ank[ :=]{1,2}(?P<rank>\d+)\b.{0,60}\b[Pp][Ii][Dd][ :=]{1,2}(?P<pid>\d+)|\b[Pp][Ii][Dd][ :=]{1,2}(?P<pid2>\d+)\)?,? .{0,40}\b(?:global_|world_)?[Rr]ank[ :=]{1,2}(?P<rank2>\d+)"),
    Landmark("lightning-member", Kind.FACT, ("MEMBER: ",), r"GLOBAL_RANK: (?P<rank>\d+), MEMBER: \d+/(?P<world>\d+)"),
    Landmark("world-size", Kind.FACT, ("orld size", "orld_size", "ORLD_SIZE", "nproc_per_node"), r"[Ww]orld[ _-]?[Ss]ize[\x22\x27]?[ :=]{1,3}(?P<world>\d+)|WORLD_SIZE[\x22\x27]?[ :=]{1,3}(?P<world2>\d+)"),
    Landmark("interrupt", Kind.FAULT, ("KeyboardInterrupt", "Received SIGINT", "Received 2 death signal", "Signals.SIGINT death signal"), r"^KeyboardInterrupt|Received SIGINT|Received (?:2|Signals\.SIGINT) death signal"),
)  # fmt: skip
