"""Risk: what a command does to what is running, read from its words and compared with the label."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.book import Book
from faultbook.place import Problem
from faultbook.rules.rule import Rule
from faultbook.vocabulary import Risk

__all__ = ["RULES", "least_risk"]

#: What a command does at least, most first. Each row is a pattern and what it does.
_DOES: tuple[tuple[Risk, str, str], ...] = (
    (Risk.AFFECTS_OTHERS, r"nvidia-smi\b[^\n]*(?:--gpu-reset|\s-r\b)", "resets a GPU"),
    (Risk.AFFECTS_OTHERS, r"nvidia-smi\b[^\n]*(?:\s-mig\b|\s-pm\b|\s-pl\b|\s-lgc\b|\s-c\s|--compute-mode)", "changes a GPU's settings"),
    (Risk.AFFECTS_OTHERS, r"\b(?:reboot|shutdown|poweroff|kexec)\b|\bipmitool\b[^\n]*\bpower\b", "restarts or stops a host"),
    (Risk.AFFECTS_OTHERS, r"\b(?:modprobe\s+-r|rmmod|insmod|modprobe)\b", "loads or unloads a kernel module"),
    (Risk.AFFECTS_OTHERS, r"/sys/bus/pci/[^\n]*/(?:remove|rescan|reset)\b", "removes a device from the bus"),
    (Risk.AFFECTS_OTHERS, r"\b(?:killall|pkill)\b", "kills processes by name, also those of others"),
    (Risk.AFFECTS_OTHERS, r"\bfuser\s+-\S*k", "kills whoever uses a file or device"),
    (Risk.AFFECTS_OTHERS, r"\bkubectl\s+(?:drain|cordon|taint|delete\s+node)\b", "takes a node from the cluster"),
    (Risk.AFFECTS_OTHERS, r"\bscontrol\s+(?:update|reboot)\b|\bscancel\b[^\n]*\s-u\b", "changes nodes or others' jobs"),
    (Risk.AFFECTS_OTHERS, r"\bsystemctl\s+(?:restart|stop|start|disable|mask|isolate)\b", "restarts or stops a service"),
    (Risk.AFFECTS_OTHERS, r"\b(?:docker|podman|nerdctl)\s+(?:system\s+prune|restart)\b", "reaches other containers"),
    (Risk.AFFECTS_OTHERS, r"\bsysctl\s+-w\b|>\s*/proc/sys/", "changes a setting of the host's kernel"),
    (Risk.AFFECTS_OTHERS, r"\b(?:mkfs|wipefs|dd\s+if=)\b", "overwrites a disk"),
    (Risk.LOSES_STATE, r"\brm\s+-\w*[rRf]|\bfind\b[^\n]*-delete\b|\bshutil\.rmtree\b|\bos\.(?:remove|unlink)\(", "removes files"),
    (Risk.LOSES_STATE, r"\bkill\s+(?:-\w+\s+)?[\d$%]|\bos\.kill(?:pg)?\(|\bkill\s+-(?:9|KILL)\b", "kills a process"),
    (Risk.LOSES_STATE, r"\bscancel\b|\bkubectl\s+delete\b|\b(?:docker|podman)\s+(?:rm|kill|stop)\b", "ends a job"),
    (Risk.LOSES_STATE, r"\bgit\s+(?:reset\s+--hard|clean\s+-\w*f)", "throws away changes"),
)  # fmt: skip
_PATTERNS = tuple((risk, re.compile(pattern, re.IGNORECASE), does) for risk, pattern, does in _DOES)
_ORDER = tuple(Risk)


def least_risk(command: str) -> tuple[Risk, str, str] | None:
    """Return the risk that *command* has at least, the words that show it, and what they do."""
    for risk, pattern, does in _PATTERNS:
        if found := pattern.search(command):
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
            for key, text in (("code", fix.code), ("rollback", fix.rollback), ("verify", fix.verify)):
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
            if found := least_risk(question.run or ""):
                sentence = f"the command {found[2]} ('{found[1]}')"
                hint = "confirm by reading only; make it a fix"
                yield book.document(entry).problem("confirm-changes", ("confirm", index, "run"), sentence, hint)


RULES = (Rule("risk-understated", risk_understated), Rule("confirm-changes", confirm_changes))
