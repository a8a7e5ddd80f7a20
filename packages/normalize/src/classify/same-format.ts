import type { CompiledSchema } from '../compile-schema.ts';
import { createRun, resetRun } from '../convert/run.ts';
import type { Entry } from './classify.ts';

/** How many entries at the beginning of a stream decide. */
const decidingEntries = 1_000;
/** Longer ones do not: no line of a format that two servers share is so long. */
const longestDeciding = 65_536;

/**
 * Candidates in the order in which they are tried. Those of one format stand together, behind the place of the first,
 * and among them the one first that takes most of the beginning of the stream; of equals the one given first. So a stream is of
 * one log type, though some of its lines fit both and some only one.
 */
export function groupSameFormat(
  schemas: readonly CompiledSchema[],
  beginning: readonly Entry[],
  nowSeconds: number,
): CompiledSchema[][] {
  const groups = [...Map.groupBy(schemas, (schema) => schema.sameFormat ?? schema).values()];
  return groups.map((group) => {
    if (group.length === 1) return group;
    const taken = new Map(
      group.map((schema) => [schema, takenBy(schema, beginning.slice(0, decidingEntries), nowSeconds)]),
    );
    return group.toSorted((a, b) => (taken.get(b) ?? 0) - (taken.get(a) ?? 0));
  });
}

function takenBy(schema: CompiledSchema, entries: readonly Entry[], nowSeconds: number): number {
  const parse = schema.startStream();
  const run = createRun();
  const isTaken = ({ text }: Entry) => {
    if (text.length > longestDeciding) return false;
    try {
      const parsed = parse(text);
      if (parsed.kind !== 'parsed') return false;
      resetRun(run, nowSeconds);
      return schema.convert(parsed.value, run) !== undefined;
    } catch {
      // Told with the entry itself, when it is classified.
      return false;
    }
  };
  return entries.filter(isTaken).length;
}
