"""Risk: what a command does to what is running, read from its words and compared with the label."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.book import Book
from faultbook.place import Problem
from faultbook.rules.rule import Reach, Rule
from faultbook.vocabulary import Risk

__all__ = ["RULES", "least_risk"]

#: What a command does at least, most first. Each row is words, one of which stands in whatever the pattern finds, the
#: pattern, and what it does; the first that is found counts. To look for a word takes a hundredth of a pattern's time.
_DOES: tuple[tuple[Risk, str, str, str], ...] = (
    (Risk.AFFECTS_OTHERS, "nvidia-smi rocm-smi", r"nvidia-smi\b[^\n]*(?:--gpu-reset|\s-r\b)|\brocm-smi\b[^\n]*--gpureset", "resets a GPU"),
    (Risk.AFFECTS_OTHERS, "nvidia-smi", r"\bnvidia-smi\s+drain\b", "takes a GPU from its users"),
    (Risk.AFFECTS_OTHERS, "nvidia-smi", r"nvidia-smi\b[^\n]*(?:\s-(?:mig|pm|pl|lgc|rgc|lmc|rmc|ac|rac|e|p|dm|c)\s|--(?:compute-mode|power-limit|persistence-mode|ecc-config|reset-ecc-errors|lock-\w+|reset-\w+-clocks|multi-instance-gpu|applications-clocks)\b)", "changes a GPU's settings"),
    (Risk.AFFECTS_OTHERS, "eboot poweroff kexec shutdown init /proc/sysrq-trigger ipmitool", r"(?<!last )(?<!last -x )\b(?:[Rr]eboot|poweroff|kexec)\b|\bshutdown\s+(?:-\w|now\b|\+\d)|\binit\s+[06]\b|/proc/sysrq-trigger|\bipmitool\b[^\n]*\b(?:power|chassis)\s+(?:power\s+)?(?:off|cycle|reset|soft)\b", "restarts or stops a host"),
    (Risk.AFFECTS_OTHERS, "modprobe rmmod insmod", r"\b(?:modprobe|rmmod|insmod)\s", "loads or unloads a kernel module"),
    (Risk.AFFECTS_OTHERS, "/sys/bus/pci/ setpci", r"/sys/bus/pci/[^\n]*/(?:remove|rescan|reset|unbind|bind)\b|\bsetpci\b[^\n]*=", "removes or resets a device of the bus"),
    (Risk.AFFECTS_OTHERS, "killall pkill", r"\b(?:killall|pkill)\s", "kills processes by name, also those of others"),
    (Risk.AFFECTS_OTHERS, "fuser", r"\bfuser\s+(?:-\w+\s+)*-\w*k", "kills whoever uses a file or device"),
    (Risk.AFFECTS_OTHERS, "ray", r"\bray\s+(?:stop|down)\b", "stops every Ray process of the host"),
    (Risk.AFFECTS_OTHERS, "kubectl", r"\bkubectl\s+(?:drain|cordon|uncordon|taint|delete\s+node)\b", "takes a node from the cluster or returns it"),
    (Risk.AFFECTS_OTHERS, "scontrol", r"\bscontrol\s+(?:update|reboot|reconfigure)\b", "changes nodes of the cluster"),
    (Risk.AFFECTS_OTHERS, "scancel", r"\bscancel\b[^\n]*\s(?:-[uApwt]\b|--(?:user|account|partition|nodelist|state)\b)", "ends jobs by a filter, also those of others"),
    (Risk.AFFECTS_OTHERS, "systemctl service", r"\bsystemctl\s+(?:-\S+\s+)*(?:restart|stop|start|reload|disable|enable|mask|isolate|kill)\b|\bservice\s+\S+\s+(?:restart|stop|start)\b", "restarts or stops a service"),
    (Risk.AFFECTS_OTHERS, "docker podman nerdctl", r"\b(?:docker|podman|nerdctl)\s+(?:(?:system|image|volume|network|builder)\s+(?:prune|rm)|restart)\b", "reaches other containers"),
    (Risk.AFFECTS_OTHERS, "sysctl /proc/ /sys/", r"\bsysctl\s+-(?:w|p)\b|(?:>|\btee\s+(?:-a\s+)?)\s*/(?:proc|sys)/", "changes a setting of the host's kernel"),
    (Risk.AFFECTS_OTHERS, "dcgmi gpu-burn gpu_burn", r"\b(?:dcgmi\s+diag\s+(?:\S+\s+)*?-r\s*[234]|gpu-burn|gpu_burn)\b", "takes all GPUs of the host under load"),
    (Risk.AFFECTS_OTHERS, "mlxconfig flint mlxfwreset nvflash ibportstate ip ifdown iptables nft", r"\b(?:mlxconfig|flint|mlxfwreset|nvflash)\s|\bibportstate\b[^\n]*\b(?:disable|reset)\b|\bip\s+link\s+set\b|\bifdown\b|\b(?:iptables|nft)\s+-?\w", "changes the host's network or firmware"),
    (Risk.AFFECTS_OTHERS, "mount swapoff swapon mkfs wipefs dd", r"\b(?:umount|swapoff|swapon)\s|\bmount\s+-\w|\b(?:mkfs|wipefs)\b|\bdd\b[^\n]*\bof=/dev/(?!null\b)", "changes a disk or a mount of the host"),
    (Risk.AFFECTS_OTHERS, "dmesg journalctl", r"\bdmesg\s+(?:-\w*[cC]\b|--(?:clear|read-clear)\b)|\bjournalctl\b[^\n]*--vacuum", "removes the host's log"),
    (Risk.AFFECTS_OTHERS, "apt dnf yum zypper", r"\b(?:apt|apt-get|dnf|yum|zypper)\s+(?:-\S+\s+)*(?:install|upgrade|dist-upgrade|full-upgrade|remove|purge|autoremove|update)\b", "changes the host's packages"),
    (Risk.LOSES_STATE, "rm find os. unlink truncate ipcrm", r"(?<![-\w])rm\s+\S|\bfind\b[^\n]*-delete\b|\bshutil\.rmtree\b|\bos\.(?:remove|unlink|rmdir)\(|\.unlink\(|\btruncate\s+-s|\bipcrm\s", "removes files or shared memory"),
    (Risk.LOSES_STATE, "kill", r"\bkill\s+(?:-\w+\s+)*(?:[\d$%<]|[A-Z_]*PID\b)|\bkill\s+-(?:9|KILL|SIGKILL)\b|\bxargs\b[^\n|]*\bkill\b|\bos\.kill(?:pg)?\(", "kills a process"),
    (Risk.LOSES_STATE, "scancel kubectl helm docker podman nerdctl scontrol", r"\bscancel\b|\bkubectl\s+(?:delete|rollout\s+restart|scale)\b|\bhelm\s+(?:upgrade|rollback|uninstall)\b|\b(?:docker|podman|nerdctl)\s+(?:rm|kill|stop)\b|\bscontrol\s+requeue\b", "ends a job"),
    (Risk.LOSES_STATE, "git", r"\bgit\s+(?:reset\s+--hard|clean\s+-\w*f|checkout\s+--\s|stash\b)", "throws away or hides changes"),
    (Risk.RESTARTS_PROCESS, "pip conda mamba", r"\b(?:pip|uv\s+pip|conda|mamba)\s+(?:install|uninstall|update|remove)\b", "changes packages, which a running process does not see"),
    (Risk.RESTARTS_PROCESS, "export", r"\bexport\s+\w+=", "sets a variable that only a new process reads"),
)  # fmt: skip
#: What `grep` looks for is no command: `last | grep -E "reboot|shutdown now"` restarts nothing.
_SEARCHED_FOR = re.compile(r"\b[efz]?grep\b(?:\"[^\"\n]*\"|'[^'\n]*'|[^|;&\n])*")
_PATTERNS = tuple((risk, tuple(words.split()), re.compile(pattern), does) for risk, words, pattern, does in _DOES)
_ORDER = tuple(Risk)


def least_risk(command: str) -> tuple[Risk, str, str] | None:
    """Return the risk that *command* has at least, the words that show it, and what they do."""
    searched = _SEARCHED_FOR.sub("grep ", command) if "grep" in command else command
    for risk, words, pattern, does in _PATTERNS:
        if any(word in searched for word in words) and (found := pattern.search(searched)):
            return risk, found[0].strip(), does
    return None


def risk_understated(book: Book) -> Iterator[Problem]:
    """A fix is not labelled below what its command does.

    **Why**: somebody will paste it at three in the morning, on a node that others share.

    **Wrong**: `code: nvidia-smi --gpu-reset -i 3` with `risk: restarts-process`

    **Right**: `risk: affects-others`
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for name, fix in entry.fixes.items():
            for key, text in (("do", fix.do), ("code", fix.code), ("rollback", fix.rollback), ("verify", fix.verify)):
                found = least_risk(text or "")
                if found and _ORDER.index(fix.risk) < _ORDER.index(found[0]):
                    sentence = f"'{key}' {found[2]} ('{found[1]}'); that is {found[0]}, not {fix.risk}"
                    yield document.problem(
                        "risk-understated", ("fixes", name, "risk"), sentence, f"say 'risk: {found[0]}'"
                    )


def confirm_changes(book: Book) -> Iterator[Problem]:
    """A command that confirms changes nothing.

    **Why**: it is run before anybody knows what is wrong.

    **Wrong**: `run: nvidia-smi --gpu-reset -i 3`

    **Right**: `run: nvidia-smi -q -i 3`; what changes something is a fix.
    """
    for entry in book.entries.values():
        for index, question in enumerate(entry.confirm):
            found = least_risk(question.run or "")
            # To start a process of one's own, or to install a tool for it, leaves what runs alone.
            if found and found[0] is not Risk.RESTARTS_PROCESS:
                sentence = f"the command {found[2]} ('{found[1]}')"
                hint = "confirm by reading only; make it a fix"
                yield book.document(entry).problem("confirm-changes", ("confirm", index, "run"), sentence, hint)


RULES = (Rule("risk-understated", risk_understated, Reach.ENTRY), Rule("confirm-changes", confirm_changes, Reach.ENTRY))
