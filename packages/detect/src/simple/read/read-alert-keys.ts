import { severities, type Severity } from '@margay/model';
import { type FaultPath, faultCodes } from '../fault.ts';
import type { Specifier } from '../specifier.ts';
import type { CheckedSimpleDetection } from '../tree.ts';
import { readExpressions } from './read-expression.ts';
import { readBareSpecifier } from './read-specifier.ts';
import type { Reader } from './reader.ts';
import { hasOnlyKeys, kindOf, readList, readMapping, readText } from './shapes.ts';

type AlertKey<Name extends keyof CheckedSimpleDetection> = NonNullable<CheckedSimpleDetection[Name]>;

export function readAlertContext(reader: Reader, raw: unknown, path: FaultPath): AlertKey<'alertContext'> {
  return readEntries(reader, raw, path, (item, at) => {
    const isKnown = hasOnlyKeys(reader, item, ['KeyName', 'KeyValue'], at, 'AlertContext');
    const name = item['KeyName'];
    if (typeof name !== 'string' || name === '')
      return reader.fault(
        faultCodes.alertContext,
        [...at, 'KeyName'],
        `The name of the entry is ${name === '' ? 'empty' : kindOf(name)}.`,
        'Give the key that the alert context shall have.',
      );
    const key = readBareSpecifier(reader, item['KeyValue'], [...at, 'KeyValue']);
    return isKnown && key ? { name, key } : undefined;
  });
}

export function readGroupBy(reader: Reader, raw: unknown, path: FaultPath): Specifier[] {
  return readEntries(reader, raw, path, (item, at) => readBareSpecifier(reader, item, at));
}

export function readDynamicSeverities(
  reader: Reader,
  raw: unknown,
  path: FaultPath,
): AlertKey<'dynamicSeverities'> {
  return readEntries(reader, raw, path, (item, at) => {
    const isKnown = hasOnlyKeys(reader, item, ['ChangeTo', 'Conditions'], at, 'DynamicSeverities');
    const severity = readSeverity(reader, item['ChangeTo'], [...at, 'ChangeTo']);
    const conditions = readExpressions(reader, item['Conditions'], [...at, 'Conditions'], 1);
    if (Array.isArray(item['Conditions']) && item['Conditions'].length === 0)
      return reader.fault(
        faultCodes.dynamicSeverity,
        [...at, 'Conditions'],
        'There are no conditions.',
        'List at least one expression, or change Severity itself.',
      );
    return isKnown && severity ? { ...severity, conditions } : undefined;
  });
}

function readSeverity(
  reader: Reader,
  raw: unknown,
  path: FaultPath,
): { severity: Severity; changeTo: string } | undefined {
  const changeTo = readText(reader, raw, path);
  if (changeTo === undefined) return undefined;
  const severity = severities.find((name) => name === changeTo.toUpperCase());
  if (severity) return { severity, changeTo };
  return reader.fault(
    faultCodes.dynamicSeverity,
    path,
    `There is no severity "${changeTo.slice(0, 60)}".`,
    'Use Info, Low, Medium, High or Critical.',
  );
}

const mostEntries = 1000;

function readEntries<T>(
  reader: Reader,
  raw: unknown,
  path: FaultPath,
  read: (item: Record<string, unknown>, path: FaultPath) => T | undefined,
): T[] {
  const list = readList(reader, raw, path) ?? [];
  if (list.length > mostEntries) {
    reader.fault(
      faultCodes.tooLarge,
      path,
      `There are ${list.length} entries.`,
      `At most ${mostEntries} are allowed.`,
    );
    return [];
  }
  return list.flatMap((item, at) => {
    const mapping = readMapping(reader, item, [...path, at]);
    const entry = mapping && read(mapping, [...path, at]);
    return entry === undefined ? [] : [entry];
  });
}
