import type { PathPart, SchemaProblem } from '../problem.ts';
import { problemAt } from './document.ts';
import type { YamlReading } from './document.ts';

/** A value of the document and where it came from. */
export interface Spot {
  value: unknown;
  path: readonly PathPart[];
}

/** Typed access to unchecked data: every wrong value is noted with its place, and reading goes on. */
export interface Reader {
  problems: SchemaProblem[];
  report(spot: Spot, message: string, remedy: string, at?: 'key' | 'value'): void;
  /** The entries of a mapping. Keys outside `known` (and not `x-…`) are reported; null values are left out. */
  mapping(spot: Spot, what: string, known: readonly string[] | 'any'): Map<string, Spot> | undefined;
  list(spot: Spot | undefined, what: string): Spot[] | undefined;
  text(spot: Spot | undefined, what: string): string | undefined;
  texts(spot: Spot | undefined, what: string): string[] | undefined;
  flag(spot: Spot | undefined, what: string): boolean;
  oneOf<T extends string>(spot: Spot, what: string, choices: readonly T[]): T | undefined;
}

/** Each is looked up in the text, so the work of a text full of faults is bounded. */
const mostReported = 1_000;

export function createReader(reading: YamlReading): Reader {
  const problems: SchemaProblem[] = [];
  const report: Reader['report'] = (spot, message, remedy, at = 'value') => {
    if (problems.length >= mostReported) return;
    problems.push(problemAt(reading, spot.path, at, message, remedy));
  };
  const text = (spot: Spot | undefined, what: string): string | undefined => {
    if (spot === undefined) return undefined;
    if (typeof spot.value === 'string') return spot.value;
    report(spot, `${what} must be text, not ${kindOf(spot.value)}.`, 'Put it in quotes.');
    return undefined;
  };
  const list = (spot: Spot | undefined, what: string): Spot[] | undefined => {
    if (spot === undefined) return undefined;
    if (Array.isArray(spot.value)) {
      return spot.value.map((value: unknown, index) => ({ value, path: [...spot.path, index] }));
    }
    report(
      spot,
      `${what} must be a list, not ${kindOf(spot.value)}.`,
      'Write one item per line, each after "- ".',
    );
    return undefined;
  };
  return {
    problems,
    report,
    text,
    list,
    mapping(spot, what, known) {
      if (typeof spot.value !== 'object' || spot.value === null || Array.isArray(spot.value)) {
        report(
          spot,
          `${what} must be a mapping, not ${kindOf(spot.value)}.`,
          'Write it as "key: value" lines.',
        );
        return undefined;
      }
      const entries = new Map<string, Spot>();
      for (const [key, value] of Object.entries(spot.value)) {
        const entry = { value, path: [...spot.path, key] };
        if (known !== 'any' && !known.includes(key) && !key.startsWith('x-')) {
          report(entry, `${what} has no attribute "${key}".`, remedyForUnknown(key, known), 'key');
        } else if (value !== null && value !== undefined) entries.set(key, entry);
      }
      return entries;
    },
    texts(spot, what) {
      return list(spot, what)?.flatMap((item) => text(item, `Each item of ${what}`) ?? []);
    },
    flag(spot, what) {
      if (spot === undefined) return false;
      if (typeof spot.value === 'boolean') return spot.value;
      report(
        spot,
        `${what} must be true or false, not ${kindOf(spot.value)}.`,
        'Write true or false without quotes.',
      );
      return false;
    },
    oneOf(spot, what, choices) {
      const found = choices.find((choice) => choice === spot.value);
      if (found !== undefined) return found;
      const given = typeof spot.value === 'string' ? `"${spot.value}"` : kindOf(spot.value);
      report(spot, `${what} cannot be ${given}.`, `Use one of ${choices.join(', ')}.`);
      return undefined;
    },
  };
}

function remedyForUnknown(key: string, known: readonly string[]): string {
  const close = known.find((name) => isClose(name.toLowerCase(), key.toLowerCase()));
  if (close !== undefined) return `Did you mean "${close}"?`;
  return `Remove it, or use one of ${known.join(', ')}.`;
}

/** Same letters, or one letter more, fewer, different or two swapped: enough for typing slips. */
function isClose(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const restA = a.slice(from);
  const restB = b.slice(from);
  if (restA.slice(1) === restB || restA === restB.slice(1)) return true;
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0];
}

export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return 'a number';
}
