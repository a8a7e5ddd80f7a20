import type { InlineFilters, SimpleDetection } from '@margay/model';
import { faultCodes, type Reading } from '../fault.ts';
import type { CheckedSimpleDetection, Expression } from '../tree.ts';
import { readAlertContext, readDynamicSeverities, readGroupBy } from './read-alert-keys.ts';
import { readExpressions } from './read-expression.ts';
import { readTitle } from './read-title.ts';
import { createReader, readingOf, type Reader } from './reader.ts';
import { readList, readText } from './shapes.ts';

/**
 * Reads a simple detection in the words of its YAML; everything in it may be anything. Gives the checked tree, or
 * every fault found. By hand and not by a schema library, because each fault has a code and a remedy of its own.
 */
export function readSimpleDetection(raw: SimpleDetection): Reading<CheckedSimpleDetection> {
  const reader = createReader({ isFilter: false });
  const detection = readDetection(reader, raw.detection);
  const alertTitle = isAbsent(raw.alertTitle) ? undefined : readText(reader, raw.alertTitle, ['AlertTitle']);
  return readingOf(reader, {
    detection,
    alertTitle: alertTitle === undefined ? undefined : readTitle(reader, alertTitle, ['AlertTitle']),
    alertContext: optional(raw.alertContext, (list) => readAlertContext(reader, list, ['AlertContext'])),
    groupBy: optional(raw.groupBy, (list) => readGroupBy(reader, list, ['GroupBy'])),
    dynamicSeverities: optional(raw.dynamicSeverities, (list) =>
      readDynamicSeverities(reader, list, ['DynamicSeverities']),
    ),
  });
}

/** Reads inline filters, which allow less than a detection. No filter at all is in order. */
export function readInlineFilters(raw: InlineFilters): Reading<Expression[]> {
  const reader = createReader({ isFilter: true });
  return readingOf(reader, readExpressions(reader, raw, ['InlineFilters'], 1));
}

function readDetection(reader: Reader, raw: unknown): Expression[] {
  const list = readList(reader, raw, ['Detection']);
  if (list?.length === 0)
    reader.fault(faultCodes.emptyDetection, ['Detection'], 'It is empty.', 'List at least one expression.');
  return list ? readExpressions(reader, list, ['Detection'], 1) : [];
}

/** YAML that stops after the colon gives null. */
function isAbsent(raw: unknown): boolean {
  return raw === undefined || raw === null || raw === '';
}

function optional<T>(raw: unknown, read: (raw: unknown) => T[]): T[] | undefined {
  if (isAbsent(raw)) return undefined;
  const entries = read(raw);
  return entries.length === 0 ? undefined : entries;
}
