// Which rank a process id is, as faultbook.diagnosis.pids says: hosts and containers of one job give the same ids.

/**
 * @typedef {import("./line.js").Line} Line
 * @typedef {{file: number, host: string | null}} Place
 */

/** Where a line's process id counts. @param {number} file @param {Line} line @returns {Place} */
export function placeOf(file, line) {
  return { file, host: line.pod || short(line.host) };
}

/** A host's name without its domain. @param {string | null} host @returns {string | null} */
export function short(host) {
  return host !== null && /^[A-Za-z]/u.test(host) ? host.split(".")[0] : host;
}

/** Ranks by process id and place. */
export class Pids {
  constructor() {
    /** @type {Map<number, {place: Place, rank: number}[]>} */
    this.known = new Map();
  }

  /** @param {number} pid @param {Place} place @param {number} rank */
  note(pid, { file, host }, rank) {
    const known = this.known.get(pid) ?? [];
    this.known.set(pid, known);
    if (!known.some(({ place }) => place.file === file && place.host === host)) known.push({ place: { file, host }, rank });
  }

  /** The rank of a process: of the same host, else of the same log, else the only one of that number. @param {number | null} pid @param {Place} at @returns {number | null} */
  rank(pid, at) {
    const known = pid === null ? [] : this.known.get(pid) ?? [];
    const here = at.host === null ? undefined : known.find(({ place }) => place.host === at.host);
    const open = known.filter(({ place }) => place.host === null || at.host === null);
    const found = here ?? open.find(({ place }) => place.file === at.file);
    if (found !== undefined) return found.rank;
    return new Set(open.map(({ rank }) => rank)).size === 1 ? open[0].rank : null;
  }
}
