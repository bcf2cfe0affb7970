"""Times of log lines as whole microseconds, with what they leave open: the year, the zone, the resolution.

Arithmetic is on integers only, so that Python and JavaScript agree to the microsecond.
"""

from __future__ import annotations

import dataclasses
import re

__all__ = ["FIRST_YEAR", "Instant", "apart", "read_time"]

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?", re.ASCII)
_CLOCK = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?", re.ASCII)
_SECOND = 1_000_000
FIRST_YEAR = 1970
_YEAR = 31_556_952 * _SECOND  # on average
_YEARS = range(1970, 2200)  # microseconds since 1970 stay whole numbers in JavaScript
_LAST_DAY = 31  # of any month: a log's date is not questioned further
_FEBRUARY = 2
_FEBRUARY_28 = 58  # days from the first of January
_BEFORE_MONTH = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_EPOCH = 719_162  # days from the year 1 to 1970
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

    def near(self, us: int) -> Instant:
        """Return the instant in the year that brings it nearest to *us*, where the line gives none."""
        if self.has_year:
            return self
        year = us // _YEAR + FIRST_YEAR
        return min((self.in_year(at) for at in (year - 1, year, year + 1)), key=lambda instant: abs(instant.us - us))

    def in_year(self, year: int) -> Instant:
        """Return the instant, whose line gives no year, with *year*."""
        day = self.us // (86400 * _SECOND)
        shift = _days(year, 1, 1) - (1 if day > _FEBRUARY_28 and not _is_leap(year) else 0)
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
        return _asctime(asctime)
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


def _asctime(text: str) -> Instant | None:
    found = _clock(text[11:19])
    month, day, year = _month(text[4:7]), int(text[8:10]), int(text[20:24])
    if found is None or not _is_day(month, day) or year not in _YEARS:
        return None
    return Instant(_days(year, month, day) * 86400 * _SECOND + found[0], found[1], "local", True, text)


def _is_day(month: int, day: int) -> bool:
    return 1 <= month <= len(_MONTHS) and 1 <= day <= _LAST_DAY


def _iso(text: str) -> Instant | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(found[index]) for index in range(1, 7))
    if not _is_day(month, day) or year not in _YEARS:
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
    if found is None or not _is_day(month, day):
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
    return int("1" + "0" * (6 - min(6, len(digits or ""))))


def _month(name: str) -> int:
    return _MONTHS.index(name) + 1 if name in _MONTHS else 0


def _days(year: int, month: int, day: int) -> int:
    """Return days from 1970-01-01 to a date of the Gregorian calendar."""
    before = year - 1
    leaps = before // 4 - before // 100 + before // 400
    in_year = _BEFORE_MONTH[month - 1] + (1 if month > _FEBRUARY and _is_leap(year) else 0)
    return before * 365 + leaps + in_year + day - 1 - _EPOCH


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
