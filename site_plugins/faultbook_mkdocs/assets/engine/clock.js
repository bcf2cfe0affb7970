// Times of log lines as whole microseconds, as faultbook.diagnosis.clock reads them.

/** @typedef {{us: number, resolution: number, zone: string, hasYear: boolean, text: string}} Instant */
/** @typedef {Record<string, string | null | undefined>} Groups */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/u;
const CLOCK = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/u;
const SECOND = 1_000_000;
const YEAR = 31_556_952 * SECOND;
export const FIRST_YEAR = 1970;
const DAY = 86_400 * SECOND;
const LAST_DAY = 31;
const FEBRUARY = 2;
const FEBRUARY_28 = 58;
const BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const EPOCH = 719_162;
export const SKEW = SECOND;

/** The instant in the year that brings it nearest to *us*, where its line gives none. @param {Instant} instant @param {number} us @returns {Instant} */
export function near(instant, us) {
  if (instant.hasYear) return instant;
  const year = Math.floor(us / YEAR) + FIRST_YEAR;
  const ways = [year - 1, year, year + 1].map((at) => inYear(instant, at));
  return ways.reduce((best, way) => (Math.abs(way.us - us) < Math.abs(best.us - us) ? way : best));
}

/** The instant, whose line gives no year, with one. @param {Instant} instant @param {number} year @returns {Instant} */
export function inYear(instant, year) {
  const day = Math.floor(instant.us / DAY);
  const shift = days(year, 1, 1) - (day > FEBRUARY_28 && !isLeap(year) ? 1 : 0);
  return { ...instant, us: instant.us + shift * DAY };
}

/** @param {Groups} groups @returns {Instant | null} */
export function readTime(groups) {
  if (groups.iso) return iso(groups.iso);
  if (groups.glog && groups.clock) {
    const month = Number(groups.glog.slice(0, -2));
    return yearless(month, Number(groups.glog.slice(-2)), groups.clock, `${groups.glog} ${groups.clock}`);
  }
  if (groups.syslog) {
    const text = groups.syslog;
    return yearless(monthOf(text.slice(0, 3)), Number(text.slice(4, 6)), text.slice(7), text);
  }
  if (groups.asctime) return asctime(groups.asctime);
  if (groups.short) {
    const text = groups.short;
    return yearless(Number(text.slice(0, 2)), Number(text.slice(3, 5)), text.slice(6), text);
  }
  if (groups.mono) {
    const [whole, part] = groups.mono.split(".");
    return { us: Number(whole) * SECOND + fraction(part), resolution: 1, zone: "boot", hasYear: true, text: groups.mono };
  }
  if (groups.usec) return { us: Number(groups.usec), resolution: 1, zone: "boot", hasYear: true, text: groups.usec };
  return null;
}

/** @param {Instant} one @param {Instant} other @param {boolean} sameClock @returns {number} */
export function apart(one, other, sameClock) {
  if ((one.zone === "boot") !== (other.zone === "boot") || (one.zone === "boot" && !sameClock)) return 0;
  if (one.zone !== other.zone && Math.abs(one.us - other.us) > 600 * SECOND) return 0;
  const slack = sameClock ? 0 : SKEW;
  if (one.us + (one.resolution - 1) + slack < other.us) return -1;
  if (other.us + (other.resolution - 1) + slack < one.us) return 1;
  return 0;
}

/** @param {string} text @returns {Instant | null} */
function asctime(text) {
  const found = clockOf(text.slice(11, 19));
  const month = monthOf(text.slice(4, 7));
  const day = Number(text.slice(8, 10));
  const year = Number(text.slice(20, 24));
  if (found === null || !isDay(month, day) || !isYear(year)) return null;
  const us = days(year, month, day) * DAY + found[0];
  return { us, resolution: found[1], zone: "local", hasYear: true, text };
}

/** @param {string} text @returns {Instant | null} */
function iso(text) {
  const found = ISO.exec(text);
  if (found === null) return null;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number);
  if (!isDay(month, day) || !isYear(year)) return null;
  let us = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 * SECOND + second * SECOND + fraction(found[7]);
  const zone = found[8];
  if (zone !== undefined && zone !== "Z") {
    const offset = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
    us -= (zone[0] === "-" ? -offset : offset) * 60 * SECOND;
  }
  return { us, resolution: resolutionOf(found[7]), zone: zone === undefined ? "local" : "utc", hasYear: true, text };
}

/** @param {number} month @param {number} day @param {string} clock @param {string} text @returns {Instant | null} */
function yearless(month, day, clock, text) {
  const found = clockOf(clock);
  if (found === null || !isDay(month, day)) return null;
  const count = days(2000, month, day) - days(2000, 1, 1);
  return { us: count * DAY + found[0], resolution: found[1], zone: "local", hasYear: false, text };
}

/** @param {string} text @returns {[number, number] | null} */
function clockOf(text) {
  const found = CLOCK.exec(text);
  if (found === null) return null;
  const seconds = (Number(found[1]) * 60 + Number(found[2])) * 60 + Number(found[3]);
  return [seconds * SECOND + fraction(found[4]), resolutionOf(found[4])];
}

/** @param {string | undefined} digits */
function fraction(digits) {
  return Number(`${digits ?? ""}000000`.slice(0, 6));
}

/** @param {string | undefined} digits */
function resolutionOf(digits) {
  return 10 ** (6 - Math.min(6, (digits ?? "").length));
}

/** @param {number} month @param {number} day */
function isDay(month, day) {
  return month >= 1 && month <= 12 && day >= 1 && day <= LAST_DAY;
}

/** @param {number} year */
function isYear(year) {
  return year >= 1970 && year < 2200;
}

/** @param {string} name */
function monthOf(name) {
  return MONTHS.indexOf(name) + 1;
}

/** Days from 1970-01-01 to a date of the Gregorian calendar. @param {number} year @param {number} month @param {number} day */
function days(year, month, day) {
  const before = year - 1;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const inside = BEFORE_MONTH[month - 1] + (month > FEBRUARY && isLeap(year) ? 1 : 0);
  return before * 365 + leaps + inside + day - 1 - EPOCH;
}

/** @param {number} year */
function isLeap(year) {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
