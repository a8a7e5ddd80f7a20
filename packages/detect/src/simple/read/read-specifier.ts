import { type FaultPath, faultCodes } from '../fault.ts';
import { type Specifier, type SpecifierSource, specifierKeys, type Step } from '../specifier.ts';
import { mostSteps, parseKeyPath } from './key-path.ts';
import type { Reader } from './reader.ts';
import { hasOnlyKeys, kindOf, readList, readMapping, readText } from './shapes.ts';

type SpecifierKey = (typeof specifierKeys)[number];

export function specifierKeysIn(raw: Record<string, unknown>): SpecifierKey[] {
  return specifierKeys.filter((key) => Object.hasOwn(raw, key));
}

/** Reads the one key specifier of a mapping that may hold other keys too. */
export function readSpecifier(
  reader: Reader,
  raw: Record<string, unknown>,
  path: FaultPath,
): Specifier | undefined {
  const keys = specifierKeysIn(raw);
  const [key] = keys;
  if (key === undefined || keys.length > 1)
    return reader.fault(
      faultCodes.keySpecifier,
      path,
      key === undefined ? 'It does not say which field it is about.' : `It has ${keys.join(' and ')}.`,
      `Give one of ${specifierKeys.join(', ')}.`,
    );
  if (reader.isFilter && key !== 'KeyPath' && key !== 'Enrichment')
    return reader.fault(
      faultCodes.notInFilters,
      [...path, key],
      `Inline filters do not know ${key}.`,
      'Use KeyPath instead.',
    );
  return readers[key](reader, raw[key], [...path, key]);
}

/** Reads a mapping that is nothing but a key specifier. */
export function readBareSpecifier(reader: Reader, raw: unknown, path: FaultPath): Specifier | undefined {
  const mapping = readMapping(reader, raw, path);
  if (!mapping || !hasOnlyKeys(reader, mapping, specifierKeys, path, 'a key specifier')) return undefined;
  return readSpecifier(reader, mapping, path);
}

type Read = (reader: Reader, raw: unknown, path: FaultPath) => Specifier | undefined;

const readers: Record<SpecifierKey, Read> = {
  Key: (reader, raw, path) => {
    const name = readText(reader, raw, path);
    return name === undefined ? undefined : { source: { Key: name }, steps: [name] };
  },
  DeepKey: readDeepKey,
  KeyPath: (reader, raw, path) => {
    const text = readText(reader, raw, path);
    return text === undefined ? undefined : readPath(reader, text, path, { KeyPath: text }, []);
  },
  Enrichment: readEnrichment,
};

function readDeepKey(reader: Reader, raw: unknown, path: FaultPath): Specifier | undefined {
  const list = readList(reader, raw, path);
  if (!list) return undefined;
  if (list.length === 0 || list.length > mostSteps)
    return reader.fault(
      faultCodes.keySpecifier,
      path,
      `It has ${list.length} steps.`,
      `Give between 1 and ${mostSteps} keys.`,
    );
  const steps: (string | number)[] = [];
  for (const [at, step] of list.entries()) {
    if ((typeof step === 'string' && step !== '') || Number.isSafeInteger(step))
      steps.push(step as string | number);
    else
      reader.fault(
        faultCodes.keySpecifier,
        [...path, at],
        `This step is ${step === '' ? 'empty' : kindOf(step)}.`,
        'Give a key, or a place in a list as a whole number.',
      );
  }
  return steps.length === list.length ? { source: { DeepKey: steps }, steps } : undefined;
}

function readEnrichment(reader: Reader, raw: unknown, path: FaultPath): Specifier | undefined {
  const mapping = readMapping(reader, raw, path);
  if (!mapping) return undefined;
  const isKnown = hasOnlyKeys(reader, mapping, ['Table', 'Selector', 'FieldPath'], path, 'Enrichment');
  const [table, selector, field] = ['Table', 'Selector', 'FieldPath'].map((key) =>
    readText(reader, mapping[key], [...path, key]),
  );
  if (!isKnown || table === undefined || selector === undefined || field === undefined) return undefined;
  const source = { Enrichment: { Table: table, Selector: selector, FieldPath: field } };
  return readPath(reader, field, [...path, 'FieldPath'], source, ['p_enrichment', table, selector]);
}

function readPath(
  reader: Reader,
  text: string,
  path: FaultPath,
  source: SpecifierSource,
  before: Step[],
): Specifier | undefined {
  const parsed = parseKeyPath(text);
  if ('steps' in parsed) return { source, steps: [...before, ...parsed.steps] };
  return reader.fault(
    faultCodes.keySpecifier,
    path,
    `"${text.slice(0, 60)}" is no path: ${parsed.reason}.`,
    'Write names with dots, places in brackets: a.b[0].c or a[*].b.',
  );
}
