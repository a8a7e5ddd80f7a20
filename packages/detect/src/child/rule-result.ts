import type { WireError } from './messages.ts';

/** What one call of `run_rule` told. The rule had every chance to forge the text. */
export type RuleResult =
  | {
      kind: 'result';
      matches: unknown[];
      errors: WireError[];
      /** Index into the positions, where it was interrupted. */
      stoppedAt: number | undefined;
      /** What it changed of the names all detections share. */
      changed: string | undefined;
      ranOutOfMemory: boolean;
      characters: number;
    }
  | { kind: 'unreadable' | 'too-long'; error: string };

/** Longer ones are not read: the thread's own memory is limited. */
const longestResult = 32 * 1024 * 1024;
const longestNames = 200;

/** Never throws. Undefined where there is nothing to tell. */
export function readRuleResult(text: unknown, start: number, stop: number): RuleResult | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string') return unreadable;
  if (text.length > longestResult)
    return {
      kind: 'too-long',
      error: `ResultTooLong: what the rule gives is longer than ${longestResult} characters`,
    };
  try {
    return checked(JSON.parse(text), start, stop, text.length);
  } catch {
    return unreadable;
  }
}

const unreadable: RuleResult = {
  kind: 'unreadable',
  error:
    'UnreadableResult: what the rule gives cannot be read; does it change modules it shares with the runtime?',
};

interface Told {
  matches?: unknown;
  errors?: unknown;
  stoppedAt?: unknown;
  changed?: unknown;
}

function checked(value: unknown, start: number, stop: number, characters: number): RuleResult {
  const { matches, errors, stoppedAt, changed } = value as Told; // null throws, all else is looked at
  if (!Array.isArray(matches) || !Array.isArray(errors) || !errors.every(isError)) return unreadable;
  if (stoppedAt !== undefined && !isPlace(stoppedAt, start, stop)) return unreadable;
  return {
    kind: 'result',
    matches,
    errors,
    stoppedAt,
    changed: Array.isArray(changed) ? changed.join(', ').slice(0, longestNames) : undefined,
    ranOutOfMemory: errors.some(isMemoryError) || matches.some(hasMemoryError),
    characters,
  };
}

const isPlace = (value: unknown, start: number, stop: number): value is number =>
  Number.isInteger(value) && (value as number) >= start && (value as number) < stop;

const isError = (entry: unknown): entry is WireError =>
  typeof (entry as { error?: unknown } | null)?.error === 'string';

const isMemoryError = (entry: unknown): boolean => isError(entry) && entry.error.startsWith('MemoryError');

function hasMemoryError(match: unknown): boolean {
  const { functionErrors } = (match ?? {}) as { functionErrors?: unknown };
  return Array.isArray(functionErrors) && functionErrors.some(isMemoryError);
}
