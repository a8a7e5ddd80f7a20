import { createDetectEngine, type DetectEngine } from '@margay/detect';
import { testCacheDir } from '@margay/detect/testing';
import type { TemporaryLake } from '@margay/lake/testing';
import { openTemporaryLake } from '@margay/lake/testing';
import type { SchemaText } from '@margay/replay';
import { readSchema, shapeOf } from '@margay/schema';
import { createProcessor } from '../../pipeline/thread/process.ts';
import { readManagedSchemas } from '../../content.ts';

/** A lake with events stored as the pipeline stores them, and the events' JSON as the rules saw it. */
export interface StoredEvents extends TemporaryLake {
  schemas: SchemaText[];
  /** Puts lines through the pipeline's own processing; gives the JSON of each event as given to rules. */
  store(logType: string, lines: readonly string[]): Promise<string[]>;
}

export async function openStoredEvents(
  logTypes: readonly string[],
  own: readonly string[] = [],
): Promise<StoredEvents> {
  const temporary = await openTemporaryLake();
  const { lake } = temporary;
  const managed = (await readManagedSchemas()).filter(({ name }) => logTypes.includes(name));
  const schemas: SchemaText[] = [
    ...managed.map(({ name, spec }) => ({ logType: name, version: 1, spec, owner: 'managed' as const })),
    ...own.map((spec) => ({
      logType: /^schema: (\S+)/m.exec(spec)?.[1] ?? '',
      version: 1,
      spec,
      owner: 'user' as const,
    })),
  ];
  const layouts: Record<string, Awaited<ReturnType<typeof lake.ensureTable>>> = {};
  for (const { logType, spec, version, owner } of schemas) {
    const { schema } = readSchema(spec, { owner, name: logType });
    if (schema === undefined) throw new Error(`the schema ${logType} is not valid`);
    layouts[logType] = await lake.ensureTable('panther_logs', shapeOf(schema, version));
  }
  const failuresLayout = lake.layout('panther_monitor', 'classification_failures');
  if (failuresLayout === undefined) throw new Error('the lake has no table of failures');
  const processor = createProcessor();
  processor.configure({
    revision: 1,
    sources: schemas.map(({ logType }) => ({
      source: { id: `source-${logType}`, label: `Source of ${logType}`, logTypes: [logType] },
      format: { type: 'Lines' },
    })),
    schemas: schemas.map(({ logType, ...rest }) => ({ name: logType, ...rest })),
    layouts,
    failuresLayout,
    failuresKey: new Uint8Array(32),
    ruledLogTypes: schemas.map(({ logType }) => logType),
    enrichment: [],
    faults: [],
  });
  let batches = 0;

  return {
    ...temporary,
    schemas,
    async store(logType, lines) {
      const batchId = (++batches).toString(16).padStart(8, '0').padEnd(32, '0');
      const piece = {
        batchId,
        sourceId: `source-${logType}`,
        receivedAt: Date.now(),
        format: { type: 'Lines' as const },
        isLast: true,
        bytes: new TextEncoder().encode(lines.join('\n')),
      };
      const part = processor.process([piece], new Date());
      const texts: string[] = [];
      for (const { rows, eventsJson, eventStarts, logType: found } of part.logTypes) {
        const layout = layouts[found];
        if (layout) await lake.insert(layout, rows, { token: batchId });
        for (let i = 0; i + 1 < eventStarts.length; i++)
          texts.push(
            new TextDecoder().decode(eventsJson.subarray(eventStarts[i], (eventStarts[i + 1] ?? 1) - 1)),
          );
      }
      return texts;
    },
  };
}

export const startTestEngine = (): DetectEngine =>
  createDetectEngine({
    workers: 1,
    cacheDir: testCacheDir,
  });
