"""Times of log lines as whole microseconds, with what they leave open: the year, the zone, the resolution.

Arithmetic is on integers only, so that Python and JavaScript agree to the microsecond.
"""

from __future__ import annotations

import dataclasses
import re

__all__ = ["Instant", "apart", "read_time"]

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?", re.ASCII)
_CLOCK = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?", re.ASCII)
_SECOND = 1_000_000
_FEBRUARY_28 = 58  # days from the first of January
#: What two hosts' clocks may differ by although both are synchronised; NTP over a network keeps to tens of
#: milliseconds, and nobody checks that it does. Times inside it are not ordered.
SKEW = _SECOND


@dataclasses.dataclass(frozen=True, slots=True)
class Instant:
    """A time as a line states it, in microseconds since 1970, or since boot."""

    us: int
    resolution: int
    """Microseconds within which it may lie: 1,000,000 for a stamp in whole seconds."""
    zone: str
    """``utc`` (the line gives an offset), ``local`` (it gives none) or ``boot`` (since the kernel started)."""
    has_year: bool
    text: str

    def in_year(self, year: int) -> Instant:
        """Return the instant with *year* where the line gives none."""
        if self.has_year:
            return self
        day = self.us // (86400 * _SECOND)
        is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        shift = _days(year, 1, 1) - (1 if day > _FEBRUARY_28 and not is_leap else 0)
        return dataclasses.replace(self, us=self.us + shift * 86400 * _SECOND)


def read_time(groups: dict[str, str | None]) -> Instant | None:
    """Return the time that a format's groups state, or ``None`` without one; what cannot be a time is none."""
    if iso := groups.get("iso"):
        return _iso(iso)
    if (glog := groups.get("glog")) and (clock := groups.get("clock")):
        month, day = int(glog[:-2]), int(glog[-2:])
        return _yearless(month, day, clock, f"{glog} {clock}")
    if syslog := groups.get("syslog"):
        return _yearless(_month(syslog[:3]), int(syslog[4:6]), syslog[7:], syslog)
    if asctime := groups.get("asctime"):
        clock = _clock(asctime[11:19])
        month, day, year = _month(asctime[4:7]), int(asctime[8:10]), int(asctime[20:24])
        if clock is None or not (1 <= month and 1 <= day <= 31):
            return None
        return Instant(_days(year, month, day) * 86400 * _SECOND + clock[0], clock[1], "local", True, asctime)
    if short := groups.get("short"):
        return _yearless(int(short[:2]), int(short[3:5]), short[6:], short)
    if mono := groups.get("mono"):
        whole, _, part = mono.partition(".")
        return Instant(int(whole) * _SECOND + int((part + "000000")[:6]), 1, "boot", True, mono)
    if usec := groups.get("usec"):
        return Instant(int(usec), 1, "boot", True, usec)
    return None


def apart(one: Instant, other: Instant, *, same_clock: bool) -> int:
    """Return -1 when *one* is surely before *other*, 1 when after, 0 when the clocks cannot tell."""
    if (one.zone == "boot") != (other.zone == "boot") or (one.zone == "boot" and not same_clock):
        return 0
    if one.zone != other.zone and abs(one.us - other.us) > 600 * _SECOND:
        return 0  # the local time of another zone
    # A stamp cut to its resolution lies between it and the next.
    slack = 0 if same_clock else SKEW
    if one.us + (one.resolution - 1) + slack < other.us:
        return -1
    if other.us + (other.resolution - 1) + slack < one.us:
        return 1
    return 0


def _iso(text: str) -> Instant | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(found[index]) for index in range(1, 7))
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    us = ((_days(year, month, day) * 24 + hour) * 60 + minute) * 60 * _SECOND + second * _SECOND
    us += _fraction(found[7])
    zone = found[8]
    if zone is not None and zone != "Z":
        offset = int(zone[1:3]) * 60 + int(zone[-2:])
        us -= (-offset if zone[0] == "-" else offset) * 60 * _SECOND
    return Instant(us, _resolution(found[7]), "local" if zone is None else "utc", True, text)


def _yearless(month: int, day: int, clock: str, text: str) -> Instant | None:
    found = _clock(clock)
    if found is None or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    # Days since the first of January of a leap year; in_year adds those up to the year.
    days = _days(2000, month, day) - _days(2000, 1, 1)
    return Instant(days * 86400 * _SECOND + found[0], found[1], "local", False, text)


def _clock(text: str) -> tuple[int, int] | None:
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    seconds = (int(found[1]) * 60 + int(found[2])) * 60 + int(found[3])
    return seconds * _SECOND + _fraction(found[4]), _resolution(found[4])


def _fraction(digits: str | None) -> int:
    return int(((digits or "") + "000000")[:6])


def _resolution(digits: str | None) -> int:
    return 10 ** (6 - min(6, len(digits or "")))


def _month(name: str) -> int:
    return _MONTHS.index(name) + 1 if name in _MONTHS else 0


def _days(year: int, month: int, day: int) -> int:
    """Return days from 1970-01-01 to a date of the Gregorian calendar (Hinnant, chrono-compatible date algorithms)."""
    year -= month <= 2
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468
