const second = 1_000_000;

const lengths: [microseconds: number, ...names: string[]][] = [
  [1, 'microsecond', 'microseconds'],
  [1000, 'ms', 'millisecond', 'milliseconds'],
  [second, 's', 'second', 'seconds'],
  [60 * second, 'm', 'minute', 'minutes'],
  [3600 * second, 'h', 'hour', 'hours'],
  [86_400 * second, 'd', 'day', 'days'],
];

/** Microseconds of each unit that a timespan may be written in. */
export const timespanUnits: Readonly<Record<string, number>> = Object.assign(
  // Without a prototype, so that `constructor` is no unit.
  Object.create(null) as Record<string, number>,
  Object.fromEntries(lengths.flatMap(([length, ...names]) => names.map((name) => [name, length]))),
);

/** The shortest text of a whole number of microseconds, such as `90m`. */
export function printTimespan(microseconds: number): string {
  const [length, unit] = [
    [86_400 * second, 'd'] as const,
    [3600 * second, 'h'] as const,
    [60 * second, 'm'] as const,
    [second, 's'] as const,
    [1000, 'ms'] as const,
    [1, 'microseconds'] as const,
  ].find(([candidate]) => microseconds !== 0 && microseconds % candidate === 0) ?? [second, 's'];
  return `${microseconds / length}${unit}`;
}

const written = /^(-?\d+(?:\.\d+)?)([a-z]+)$/;

/** Microseconds of a text such as `30m`; undefined when it is no span. */
export function readTimespan(text: string): number | undefined {
  const [, count, unit] = written.exec(text.trim()) ?? [];
  const length = unit === undefined ? undefined : timespanUnits[unit];
  return length === undefined ? undefined : Math.round(Number(count) * length);
}
