/** Spellings of time units that people use, by the name the engine knows. */
const spellings: Record<string, string[]> = {
  millisecond: ['ms', 'milliseconds', 'msec'],
  second: ['s', 'sec', 'secs', 'seconds'],
  minute: ['m', 'mi', 'min', 'mins', 'minutes'],
  hour: ['h', 'hh', 'hr', 'hrs', 'hours'],
  day: ['d', 'dd', 'days'],
  week: ['w', 'wk', 'weeks'],
  month: ['mm', 'mon', 'mons', 'months'],
  quarter: ['q', 'qtr', 'quarters'],
  year: ['y', 'yy', 'yyyy', 'yr', 'years'],
};

const unitOf = new Map<string, string>();
for (const [unit, words] of Object.entries(spellings)) {
  for (const word of [unit, ...words]) unitOf.set(word, unit);
}

/** The engine's name of a unit, or undefined. */
export function timeUnit(word: string): string | undefined {
  return unitOf.get(word.toLowerCase());
}

export const timeUnitNames = Object.keys(spellings);

const secondsOf: Record<string, number> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
};

/** Length of a unit of fixed length, in milliseconds. */
export function unitLengthMs(unit: string): number | undefined {
  if (unit === 'millisecond') return 1;
  const seconds = secondsOf[unit];
  return seconds === undefined ? undefined : seconds * 1000;
}

/** `unit` must come from `timeUnit`. */
export function truncatedTo(unit: string, sql: string): string {
  return `toDateTime64(date_trunc('${checked(unit)}', ${sql}, 'UTC'), 9, 'UTC')`;
}

export function shiftedBy(unit: string, countSql: string, sql: string): string {
  const name = checked(unit);
  return `(${sql} + toInterval${name[0]!.toUpperCase()}${name.slice(1)}(${countSql}))`;
}

const partFunctions: Record<string, string> = {
  year: 'toYear',
  quarter: 'toQuarter',
  month: 'toMonth',
  week: 'toISOWeek',
  day: 'toDayOfMonth',
  hour: 'toHour',
  minute: 'toMinute',
  second: 'toSecond',
  millisecond: 'toMillisecond',
};

export function partOf(unit: string, sql: string): string {
  return `toInt64(${partFunctions[checked(unit)]}(${sql}))`;
}

/** Why a slot of so many units cannot be made, or undefined. */
export function isSlotSize(count: unknown, unit: unknown): string | undefined {
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    return 'The slot size must be a whole number of at least 1.';
  if (typeof unit !== 'string' || unitLengthMs(unit) === undefined)
    return 'Slots are made of seconds, minutes, hours, days or weeks.';
  return undefined;
}

export function slotOf(sql: string, count: number, unit: string): string {
  const length = count * unitLengthMs(checked(unit))!;
  return `fromUnixTimestamp64Nano(intDiv(toUnixTimestamp64Milli(${sql}), ${length}) * ${length} * 1000000, 'UTC')`;
}

/** The engine's SQL never gets a word that is not in our list. */
function checked(unit: string): string {
  if (!Object.hasOwn(spellings, unit)) throw new Error(`Unknown time unit ${JSON.stringify(unit)}.`);
  return unit;
}
