import type { Condition } from '../conditions/condition.ts';
import { type FaultPath, faultCodes } from '../fault.ts';
import type { Quantifier } from '../quantifiers.ts';
import { specifierKeys } from '../specifier.ts';
import type { Expression } from '../tree.ts';
import type { Given } from '../given.ts';
import { readBareSpecifier, readSpecifier, specifierKeysIn } from './read-specifier.ts';
import { readValue, readValues } from './read-value.ts';
import type { Reader } from './reader.ts';
import { hasOnlyKeys } from './shapes.ts';

type Raw = Record<string, unknown>;

/** `Condition: AlwaysTrue`. */
export function readAbsolute(
  reader: Reader,
  raw: Raw,
  name: string,
  holds: boolean,
  path: FaultPath,
): Expression | undefined {
  if (reader.isFilter) return notInFilters(reader, name, path);
  if (Object.keys(raw).length === 1) return { kind: 'absolute', name, holds };
  return reader.fault(
    faultCodes.absolute,
    path,
    `${name} is about no field.`,
    'Remove everything but the condition.',
  );
}

/** A list comprehension: expressions about the elements of a list. */
export function readElements(
  reader: Reader,
  raw: Raw,
  quantifier: Quantifier,
  path: FaultPath,
  readParts: (raw: unknown, path: FaultPath) => Expression[],
): Expression | undefined {
  const { name } = quantifier;
  if (reader.isFilter) return notInFilters(reader, name, path);
  const isKnown = hasOnlyKeys(reader, raw, [...specifierKeys, 'Condition', 'Expressions'], path, name);
  const key = readSpecifier(reader, raw, path);
  const inner = [...path, 'Expressions'];
  const list = raw['Expressions'];
  if (!Array.isArray(list) || list.length === 0)
    return reader.fault(
      faultCodes.listComprehension,
      inner,
      `${name} has no expressions about the elements.`,
      'List at least one under Expressions.',
    );
  const parts = readParts(list, inner);
  return isKnown && key ? { kind: 'elements', key, quantifier, parts } : undefined;
}

/** A condition about one field, or between two. */
export function readTest(
  reader: Reader,
  raw: Raw,
  condition: Condition,
  name: string,
  path: FaultPath,
): Expression | undefined {
  if (reader.isFilter && !condition.inFilters) return notInFilters(reader, name, path);
  if (specifierKeysIn(raw).length === 0 && condition.takes === 'value' && Object.hasOwn(raw, 'Values'))
    return readComparison(reader, raw, condition, name, path);
  const takes = { nothing: 'Value', value: 'Value', values: 'Values' }[condition.takes];
  const isKnown = hasOnlyKeys(reader, raw, [...specifierKeys, 'Condition', takes], path, name);
  const key = readSpecifier(reader, raw, path);
  const given = readGiven(reader, raw, condition, path);
  if (!isKnown || !key || given === 'faulty') return undefined;
  return { kind: 'test', key, condition, name, given: given.value };
}

function readGiven(
  reader: Reader,
  raw: Raw,
  condition: Condition,
  path: FaultPath,
): { value: Given } | 'faulty' {
  if (condition.takes === 'nothing') {
    // Old files write "Value: true" here. Anything else would look as if it changed the meaning.
    if (raw['Value'] === undefined || raw['Value'] === true) return { value: raw['Value'] };
    reader.fault(
      faultCodes.existence,
      [...path, 'Value'],
      `${condition.name} takes no value.`,
      'Remove it; for the contrary use the opposite condition.',
    );
    return 'faulty';
  }
  const read =
    condition.takes === 'value'
      ? readValue(reader, raw['Value'], condition, [...path, 'Value'])
      : readValues(reader, raw['Values'], condition, [...path, 'Values']);
  return read === undefined ? 'faulty' : { value: read };
}

function readComparison(
  reader: Reader,
  raw: Raw,
  condition: Condition,
  name: string,
  path: FaultPath,
): Expression | undefined {
  if (reader.isFilter || !condition.mayCompareKeys)
    return reader.fault(
      reader.isFilter ? faultCodes.notInFilters : faultCodes.multiKey,
      path,
      `${name} does not stand between two fields${reader.isFilter ? ' in an inline filter' : ''}.`,
      'Give a key, and a value.',
    );
  const isKnown = hasOnlyKeys(reader, raw, ['Condition', 'Values'], path, `${name} between two fields`);
  const pair = raw['Values'];
  if (!Array.isArray(pair) || pair.length !== 2)
    return reader.fault(
      faultCodes.multiKey,
      [...path, 'Values'],
      `${name} without a key compares two fields.`,
      'List exactly two key specifiers, or give a key.',
    );
  const [left, right] = pair.map((item, at) => readBareSpecifier(reader, item, [...path, 'Values', at]));
  return isKnown && left && right ? { kind: 'compare', left, right, condition, name } : undefined;
}

function notInFilters(reader: Reader, name: string, path: FaultPath): undefined {
  return reader.fault(
    faultCodes.notInFilters,
    [...path, 'Condition'],
    `Inline filters do not know ${name}.`,
    'Put it into the detection instead.',
  );
}
