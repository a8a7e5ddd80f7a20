import type { EventBatch } from '@margay/detect';
import { compileSchema, createNormalizer } from '@margay/normalize';
import { stringifyJson } from '@margay/kit';
import { shippedSchema } from '../../e2e/support/shipped-schema.ts';
import { cloudTrailLines } from './cloudtrail-events.ts';

/**
 * Normalised CloudTrail events as the pipeline hands them to the detection engine where a rule wants every event, as many in
 * each batch.
 */
export async function eventBatches(eventCount: number, eventsPerBatch: number): Promise<EventBatch[]> {
  const schema = await shippedSchema('aws/cloudtrail.yml');
  const normalizer = createNormalizer({
    schemas: [compileSchema(schema, 1)],
    source: { id: 'bench', label: 'bench', logTypes: [schema.name] },
  });
  const entries = cloudTrailLines(eventCount, 12, new Date()).map((text) => ({ text }));
  const { events } = normalizer.normalize(entries, { batchId: '1'.repeat(32), parseTime: new Date() });
  const texts = events.map(({ event }) => stringifyJson(event));
  return Array.from({ length: Math.ceil(texts.length / eventsPerBatch) }, (_, n) =>
    batchOf(schema.name, texts.slice(n * eventsPerBatch, (n + 1) * eventsPerBatch)),
  );
}

function batchOf(logType: string, texts: readonly string[]): EventBatch {
  const starts = [1];
  for (const text of texts) starts.push(starts.at(-1)! + Buffer.byteLength(text) + 1);
  return {
    logType,
    json: new TextEncoder().encode(`[${texts.join(',')}]`),
    starts: Uint32Array.from(starts),
    count: texts.length,
  };
}
