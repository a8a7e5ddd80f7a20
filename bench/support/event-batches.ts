import { compileSchema, createNormalizer } from '@margay/normalize';
import { stringifyJson } from '@margay/kit';
import { shippedSchema } from '../../e2e/support/shipped-schema.ts';
import { cloudTrailLines } from './cloudtrail-events.ts';

/** Normalised CloudTrail events as the detection engine takes them: JSON arrays of as many events each. */
export async function eventBatches(eventCount: number, eventsPerBatch: number): Promise<string[]> {
  const schema = await shippedSchema('aws/cloudtrail.yml');
  const normalizer = createNormalizer({
    schemas: [compileSchema(schema, 1)],
    source: { id: 'bench', label: 'bench', logTypes: [schema.name] },
  });
  const entries = cloudTrailLines(eventCount, 12, new Date()).map((text) => ({ text }));
  const { events } = normalizer.normalize(entries, { batchId: '1'.repeat(32), parseTime: new Date() });
  const batches: string[] = [];
  for (let from = 0; from < events.length; from += eventsPerBatch) {
    batches.push(
      `[${events
        .slice(from, from + eventsPerBatch)
        .map(({ event }) => stringifyJson(event))
        .join(',')}]`,
    );
  }
  return batches;
}
