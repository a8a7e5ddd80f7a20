import { isMapping } from '../../prefilter/paths.ts';
import { type FaultPath, faultCodes } from '../fault.ts';
import type { Reader } from './reader.ts';

/** The raw pieces of a detection, each with the fault that is noted where it is something else. */
export function readMapping(
  reader: Reader,
  raw: unknown,
  path: FaultPath,
): Record<string, unknown> | undefined {
  if (isMapping(raw)) return raw;
  return reader.fault(
    faultCodes.unexpectedType,
    path,
    `This is ${kindOf(raw)}, where a mapping is expected.`,
    'Write keys and values, for instance "Key: eventName".',
  );
}

export function readList(reader: Reader, raw: unknown, path: FaultPath): readonly unknown[] | undefined {
  if (Array.isArray(raw)) return raw;
  return reader.fault(
    faultCodes.unexpectedType,
    path,
    `This is ${kindOf(raw)}, where a list is expected.`,
    'Begin each entry with "- ".',
  );
}

/** Text that is not empty. */
export function readText(reader: Reader, raw: unknown, path: FaultPath): string | undefined {
  if (typeof raw === 'string' && raw !== '') return raw;
  const found = raw === '' ? 'empty' : kindOf(raw);
  return reader.fault(
    faultCodes.textExpected,
    path,
    `This is ${found}, where text is expected.`,
    'Write text.',
  );
}

/** Notes every key that is not among those allowed. False where there is one. */
export function hasOnlyKeys(
  reader: Reader,
  raw: Record<string, unknown>,
  allowed: readonly string[],
  path: FaultPath,
  purpose: string,
): boolean {
  const others = Object.keys(raw).filter((key) => !allowed.includes(key));
  for (const key of others.slice(0, 10))
    reader.fault(
      faultCodes.notUnderstood,
      [...path, key],
      `The key "${key.slice(0, 60)}" has no place in ${purpose}.`,
      `Use ${allowed.join(', ')}.`,
    );
  return others.length === 0;
}

export function kindOf(raw: unknown): string {
  if (raw === undefined) return 'missing';
  if (raw === null) return 'null';
  if (Array.isArray(raw)) return 'a list';
  if (typeof raw === 'object') return 'a mapping';
  return { string: 'text', boolean: 'a boolean' }[typeof raw as string] ?? 'a number';
}
