import type { Argument, Parameter } from './define.ts';
import { regexFault } from './pattern.ts';

/** What may follow text and pattern: where to begin, which occurrence, letters, and which group. */
export const regexpOptions: Parameter[] = [
  { name: 'position', type: 'literalNumber', optional: true },
  { name: 'occurrence', type: 'literalNumber', optional: true },
  { name: 'letters', type: 'literalText', optional: true },
  { name: 'group', type: 'literalNumber', optional: true },
];

type Constant = string | number | boolean | null | undefined;

/** Why the pattern or what follows it is not acceptable, or undefined. */
export function regexpFault(
  pattern: Constant,
  { position = 1, occurrence = 1, letters = '', group = 0 }: Record<string, Constant>,
): string | undefined {
  const isCount = (value: Constant, least: number) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 1_000_000;
  if (!isCount(position, 1)) return 'The position must be a whole number of at least 1.';
  if (!isCount(occurrence, 0)) return 'The occurrence must be a whole number of at least 0.';
  if (typeof letters !== 'string' || !/^[cimse]*$/.test(letters))
    return "The letters after a pattern may be c, i, m, s and e, such as 'ie'.";
  if (!isCount(group, 0)) return 'The group must be a whole number of at least 0.';
  return regexFault(pattern);
}

/** The pattern with the flags the letters stand for; of c and i the last one counts. */
export function flaggedPattern(pattern: Argument, letters: Argument | undefined): string {
  const asked = typeof letters?.constant === 'string' ? letters.constant : '';
  const flags = ['i', 'm', 's'].filter((flag) =>
    flag === 'i' ? asked.lastIndexOf('i') > asked.lastIndexOf('c') : asked.includes(flag),
  );
  return flags.length === 0 ? pattern.sql : `concat('(?${flags.join('')})', ${pattern.sql})`;
}

/** The text from a position on. */
export function fromPosition(s: Argument, position: Argument | undefined): string {
  const at = Number(position?.constant ?? 1);
  return at > 1 ? `substringUTF8(ifNull(${s.sql}, ''), ${at})` : `ifNull(${s.sql}, '')`;
}

/** Every occurrence as an array of the whole and its groups. */
export function occurrences(s: Argument, pattern: Argument, position?: Argument, letters?: Argument): string {
  return `extractAllGroupsVertical(${fromPosition(s, position)}, concat('(', ${flaggedPattern(pattern, letters)}, ')'))`;
}

/** Place of the group asked for in what `occurrences` gives; the letter e alone asks for the first. */
export function groupPlace(letters: Argument | undefined, group: Argument | undefined): number {
  if (group) return Number(group.constant) + 1;
  return typeof letters?.constant === 'string' && letters.constant.includes('e') ? 2 : 1;
}
