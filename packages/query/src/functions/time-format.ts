/** Snowflake's elements of a time format, longest first, in the engine's letters. */
const elements: readonly (readonly [RegExp, string])[] = [
  [/^YYYY/i, '%Y'],
  [/^YY/i, '%y'],
  [/^MMMM/i, '%M'],
  [/^MON/i, '%b'],
  [/^MM/i, '%m'],
  [/^DD/i, '%d'],
  [/^DY/i, '%a'],
  [/^HH24/i, '%H'],
  [/^HH12/i, '%h'],
  [/^MI/i, '%i'],
  [/^SS/i, '%S'],
  [/^FF6/i, '%f'],
  [/^(?:AM|PM)/i, '%p'],
  [/^"([^"]*)"/, ''],
  [/^[^A-Za-z"]/, ''],
  [/^T(?=HH|")/, ''],
  [/^Z$/, ''],
];

/** A format such as `YYYY-MM-DD HH24:MI` in the engine's letters; undefined where it holds something else. */
export function engineTimeFormat(format: string): string | undefined {
  let rest = format;
  let made = '';
  while (rest !== '') {
    const element = elements.find(([pattern]) => pattern.test(rest));
    const match = element?.[0].exec(rest);
    if (!element || !match) return undefined;
    made += element[1] === '' ? (match[1] ?? match[0]).replaceAll('%', '%%') : element[1];
    rest = rest.slice(match[0].length);
  }
  return made;
}

/** Why a constant is no format, or undefined. */
export function timeFormatFault(format: unknown): string | undefined {
  if (typeof format === 'string' && format.length <= 100 && engineTimeFormat(format) !== undefined)
    return undefined;
  return 'The format may hold YYYY, YY, MM, MON, MMMM, DD, DY, HH24, HH12, MI, SS, FF6, AM and text in "quotes".';
}
