import { messageOf } from '@margay/kit';
import type { EventObject } from '@margay/model';
import { objectOfJson, parseLogJson, survivesJsonParse } from '@margay/schema';
import type { EntryParser, ParseResult } from '@margay/schema';
import type { CompiledSchema } from '../compile-schema.ts';
import { createRun, resetRun } from '../convert/run.ts';
import type { Run } from '../convert/run.ts';
import { createPenaltyOrder } from './penalty-order.ts';

/** One log entry of a stream, as the framing cut it. */
export interface Entry {
  text: string;
  /** The entry as JSON value, where framing made one (XML, rows of Zeek's logs). */
  value?: unknown;
  /** Envelope to keep as `p_header`. */
  header?: Record<string, unknown>;
  /** Object the entry came from, kept as `p_source_file`. */
  sourceFile?: Record<string, unknown>;
}

export type Classification =
  | { kind: 'matched'; schema: CompiledSchema; event: EventObject; fields: Record<string, unknown>; run: Run }
  /** A header or comment line: it belongs to the type, and is no event. */
  | { kind: 'skipped'; schema: CompiledSchema }
  | { kind: 'failed'; closest: string; error: string; candidates: { logType: string; error: string }[] };

/**
 * Finds the log type of the entries of one stream and converts them; the first schema that fits wins. Candidates of one
 * group keep their order among themselves, whatever fits.
 */
export function createClassifier(
  groups: readonly (readonly CompiledSchema[])[],
): (entry: Entry, nowSeconds: number) => Classification {
  const schemas = groups.flat();
  const parsers = schemas.map((schema) => schema.startStream());
  const places = groups.map((group) => group.map((schema) => schemas.indexOf(schema)));
  const penalties = createPenaltyOrder(groups.length);
  const run = createRun();
  return (entry, nowSeconds) => {
    let json: ParseResult | undefined;
    const failures: Failure[] = [];
    const failedGroups: number[] = [];
    for (const group of penalties.order()) {
      for (const index of places[group]!) {
        const schema = schemas[index]!;
        const parsed = schema.isJson ? (json ??= parseEntry(entry)) : parseText(parsers[index]!, entry.text);
        if (parsed.kind === 'skipped') {
          penalties.settle(failedGroups, group);
          return { kind: 'skipped', schema };
        }
        if (parsed.kind === 'failed') {
          failures.push({ index, reason: parsed.reason, likeness: -1 });
          continue;
        }
        resetRun(run, nowSeconds);
        const event = schema.convert(parsed.value, run);
        if (event !== undefined) {
          penalties.settle(failedGroups, group);
          return { kind: 'matched', schema, event, fields: parsed.value, run };
        }
        failures.push({
          index,
          reason: `The field "${run.mismatchPath}" ${run.mismatch}.`,
          likeness: schema.likeness(parsed.value),
        });
      }
      failedGroups.push(group);
    }
    penalties.settle(failedGroups, undefined);
    return failureOf(schemas, failures);
  };
}

interface Failure {
  index: number;
  reason: string;
  /** -1 when the entry could not even be parsed. */
  likeness: number;
}

/** Epoch seconds with six decimals and a tab. */
const zeekRow = /^\d{9,10}\.\d{6}\t/;
const withoutHeader =
  'The entry looks like a row of a Zeek log without its header. Send the header lines (#separator to #types) and the rows in one batch, or let Zeek write JSON.';

function parseEntry(entry: Entry): ParseResult {
  try {
    const { text, value } = entry;
    // Of JSON the text is the truth wherever plain parsing loses something; of a row or an element, the value.
    const isUsable = value !== undefined && (!/^\s*[[{]/.test(text) || survivesJsonParse(text));
    return objectOfJson(isUsable ? value : parseLogJson(text));
  } catch (cause) {
    if (zeekRow.test(entry.text)) return { kind: 'failed', reason: withoutHeader };
    return { kind: 'failed', reason: `The entry is not JSON that can be used: ${messageOf(cause)}.` };
  }
}

/** A parser that throws is a bug, but one entry must not take its batch along. */
function parseText(parse: EntryParser, text: string): ParseResult {
  try {
    return parse(text);
  } catch (cause) {
    return { kind: 'failed', reason: `The parser failed: ${messageOf(cause)}` };
  }
}

function failureOf(schemas: readonly CompiledSchema[], failures: readonly Failure[]): Classification {
  let closest: Failure | undefined;
  for (const failure of failures) {
    if (closest === undefined || failure.likeness > closest.likeness) closest = failure;
  }
  const candidates = failures
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, reason }) => ({ logType: schemas[index]!.logType, error: reason }));
  return {
    kind: 'failed',
    closest: closest === undefined ? '' : schemas[closest.index]!.logType,
    error: closest?.reason ?? 'No log type is attached.',
    candidates,
  };
}
