"""What must not go from a log into a file or a report: secrets, addresses, names of hosts and people.

The same in diagnose-mask.js, which masks on the Diagnose page; a test holds both to the same patterns and texts. Equal
names get equal numbers, so that a reader can still tell two hosts apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

__all__ = ["MASK", "Masker"]

# Every pattern names the stretch that is hidden `hide`; each repetition is bounded, so a line costs its length.
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("secret", re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?P<hide>[^-]{1,8000})", re.ASCII)),
    ("secret", re.compile(r"\b(?P<hide>(?:hf|ghp|gho|ghu|ghs|glpat|npm|pypi|sk|pk|rk|nvapi|xox[abeprs]|wandb_v1|github_pat)[_-][A-Za-z0-9_-]{12,400})", re.ASCII)),
    ("secret", re.compile(r"\b(?P<hide>(?:AKIA|ASIA|AROA)[0-9A-Z]{16})\b", re.ASCII)),
    ("secret", re.compile(r"\b(?P<hide>AIza[0-9A-Za-z_-]{30,45})", re.ASCII)),
    ("secret", re.compile(r"\b(?P<hide>eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{4,4000}(?:\.[A-Za-z0-9_-]{0,1000})?)", re.ASCII)),
    ("secret", re.compile(r"\b(?:bearer|basic)\s{1,4}(?P<hide>[A-Za-z0-9._~+/=-]{8,4000})", re.ASCII | re.IGNORECASE)),
    ("secret", re.compile(r"://[^\s:@/]{0,100}:(?P<hide>[^\s:@/]{1,300})@", re.ASCII)),
    ("secret", re.compile(r"""[?&](?:sig|signature|x-amz-(?:signature|credential|security-token)|token|key)=(?P<hide>[^\s&"']{6,4000})""", re.ASCII | re.IGNORECASE)),
    ("secret", re.compile(r"""(?:passw(?:or)?d|passphrase|secret(?:[_-]?(?:access[_-]?)?key)?)["']?\s{0,4}[=:]\s{0,4}["']?(?P<hide>[^\s"',;&]{1,400})""", re.ASCII | re.IGNORECASE)),
    ("secret", re.compile(r"""\bpwd["']?\s{0,2}[=:]\s{0,2}["']?(?P<hide>[^\s"',;&/][^\s"',;&]{0,400})""", re.ASCII | re.IGNORECASE)),
    ("secret", re.compile(r"""(?:token|api[_-]?key|access[_-]?key|auth(?:orization)?)["']?\s{0,4}[=:]\s{0,4}["']?(?P<hide>[A-Za-z0-9._~+/=-]{8,4000})""", re.ASCII | re.IGNORECASE)),
    ("email", re.compile(r"(?<![A-Za-z0-9._%+-])(?P<hide>[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6}\.[A-Za-z]{2,24})\b", re.ASCII)),
    ("user", re.compile(r"(?:/home/|/Users/|\\Users\\|/scratch/users?/)(?P<hide>[A-Za-z0-9._][A-Za-z0-9._-]{0,63})", re.ASCII)),
    ("user", re.compile(r"""\b(?:user(?:name)?|login|USER|LOGNAME)["']?\s{0,2}[=:]\s{0,2}["']?(?P<hide>[A-Za-z_][A-Za-z0-9._-]{1,63})""", re.ASCII)),
    ("address", re.compile(r"(?<![\d.])(?P<hide>(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d))(?![\d.]*\d)", re.ASCII)),
    ("address", re.compile(r"(?<![\w:.])(?P<hide>(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})(?![\w:])", re.ASCII | re.IGNORECASE)),
    ("address", re.compile(r"(?<![\w:.])(?P<hide>(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6})(?![\w:])", re.ASCII | re.IGNORECASE)),
    ("address", re.compile(r"(?<![\w:.])(?P<hide>(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2})(?![\w:-])", re.ASCII | re.IGNORECASE)),
    ("host", re.compile(r"(?<![\w.-])(?P<hide>ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?:\.[a-z0-9-]{1,63}){0,6})", re.ASCII | re.IGNORECASE)),
    ("host", re.compile(r"(?<![\w.-])(?P<hide>(?:[a-z0-9-]{1,63}\.){1,6}(?:internal|local|localdomain|lan|corp|intra|cluster))(?![\w-])", re.ASCII | re.IGNORECASE)),
)  # fmt: skip
#: What says nothing of a place or a person.
_HARMLESS = re.compile(
    r"^(?:127\.|0\.0\.0\.0$|255\.255\.|::1$|root$|ubuntu$|user$|localhost$|None$|null$|true$|false$)", re.IGNORECASE
)
_EMPTY = re.compile(r"^(?:none|null|true|false|\*+)$", re.IGNORECASE)
#: What stands in the place of something hidden.
MASK = re.compile(r"\[(?:secret|(?:address|email|host|user)-\d+)\]", re.ASCII)
_HIDABLE = re.compile(r"(?!localhost|127\.|None$).{3,}", re.IGNORECASE | re.DOTALL)


class Masker:
    """Hides what must not leave, and also the names of *hosts*; use one for all texts that go together."""

    def __init__(self, hosts: Iterable[str] = ()) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._counts: Counter[str] = Counter()
        self.hidden: Counter[str] = Counter()
        """How often something of each kind was hidden so far: secret, email, user, address, host."""
        named = sorted((host for host in hosts if _HIDABLE.fullmatch(host)), key=len, reverse=True)
        self._patterns = (*_PATTERNS, *(("host", _host(name)) for name in named))

    def masked(self, text: str) -> str:
        """Return *text* with ``[secret]``, ``[address-1]`` ... in the place of what is hidden."""
        pieces = [(text, False)]
        for kind, pattern in self._patterns:
            split: list[tuple[str, bool]] = []
            for piece, hidden in pieces:
                split += [(piece, True)] if hidden else self._split(piece, kind, pattern)
            pieces = split
        return "".join(piece for piece, _ in pieces)

    def _split(self, text: str, kind: str, pattern: re.Pattern[str]) -> list[tuple[str, bool]]:
        pieces: list[tuple[str, bool]] = []
        end = 0
        harmless = _EMPTY if kind == "secret" else _HARMLESS
        for found in pattern.finditer(text):
            start, stop = found.span("hide")
            hidden = text[start:stop]
            if start < end or start == stop or MASK.fullmatch(hidden) or harmless.search(hidden):
                continue
            pieces += [(text[end:start], False), (self._cover(kind, hidden), True)]
            end = stop
        return [piece for piece in (*pieces, (text[end:], False)) if piece[0]]

    def _cover(self, kind: str, text: str) -> str:
        self.hidden[kind] += 1
        if kind == "secret":
            return "[secret]"
        known = (kind, text.lower())
        if known not in self._names:
            self._counts[kind] += 1
            self._names[known] = f"[{kind}-{self._counts[kind]}]"
        return self._names[known]


def _host(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9])(?P<hide>{re.escape(name)})(?![A-Za-z0-9])", re.IGNORECASE)
