"""A small book of a printer's failures, and logs that show them."""

from __future__ import annotations

from diagnosing import signature

__all__ = [
    "BOOK", "DUSTY", "EMPTY", "HINT", "INK", "JAM", "JAMMED", "STEPS", "WAIT", "WAITED", "XID", "entries", "first", "stamp"
]  # fmt: skip

JAM = signature("jam", "the printer has jammed on tray <tray:int>")
INK = signature("ink", "the cartridge is out of ink at page <page:int>")
WAIT = signature("queue", "the queue has waited for the printer", role="collateral")
HINT = signature("dust", "there may be dust in the printer", strength="hint")
BOOK = (JAM, INK, WAIT, HINT)
JAMMED = "ERROR the printer has jammed on tray 7\n"
EMPTY = "ERROR the cartridge is out of ink at page 12\n"
WAITED = "ERROR the queue has waited for the printer\n"
DUSTY = "WARNING there may be dust in the printer\n"
STEPS = "".join(f"step {number} loss 2.1\n" for number in range(5))
XID = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus."


def entries(found):
    return [item.entry for item in found.diagnoses]


def first(found):
    event = found.initiating.event
    return found.logs[event.file].extract.name, event.line


def stamp(time, text, host=""):
    return f"2025-11-03 {time} {host}{text}\n"
