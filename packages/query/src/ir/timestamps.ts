const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9})\d*)?)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;

/** What nanoseconds in 64 bits reach; times beyond are moved to the border, which keeps comparisons right. */
const earliest = { ms: Date.UTC(1900, 0, 1), text: '1900-01-01 00:00:00.000000000' };
const latest = { ms: Date.UTC(2262, 3, 11), text: '2262-04-11 00:00:00.000000000' };

/**
 * A constant time in the form the engine and the events use: `YYYY-MM-DD HH:MM:SS.fffffffff`, UTC. A date alone is
 * midnight; no zone means UTC. Undefined when the text is no such time.
 */
export function readTimestamp(value: string): string | undefined {
  const parts = shape.exec(value.trim());
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = parts;
  const local = Date.UTC(+year!, +month! - 1, +day!, +hour, +minute, +second);
  const date = new Date(local);
  const isReal =
    date.getUTCFullYear() === +year! &&
    date.getUTCMonth() === +month! - 1 &&
    date.getUTCDate() === +day! &&
    +hour < 24 &&
    +minute < 60 &&
    +second < 60;
  if (!isReal) return undefined;
  const utc = new Date(local - offsetMs(zone));
  if (utc.getTime() < earliest.ms) return earliest.text;
  if (utc.getTime() > latest.ms) return latest.text;
  return `${utc.toISOString().slice(0, 19).replace('T', ' ')}.${fraction.padEnd(9, '0')}`;
}

function offsetMs(zone: string | undefined): number {
  if (!zone || /^(z|utc)$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone[0] === '-' ? -minutes : minutes) * 60_000;
}

/** UTC milliseconds as event time text. */
export function timestampText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23).replace('T', ' ')}000000`;
}

/** Event time text as UTC milliseconds, rounded down. */
export function millisecondsOf(timestamp: string): number {
  return Date.parse(`${timestamp.slice(0, 23).replace(' ', 'T')}Z`);
}
