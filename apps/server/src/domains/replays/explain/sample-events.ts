import { mayReadLogType, type LogTypeAccess } from '@margay/auth';
import type { DetectEngine } from '@margay/detect';
import { forbidden } from '@margay/kit';
import type { LaneLake } from '@margay/lake';
import { tableNameOf, type PythonRule } from '@margay/model';
import { candidateSql, pageSql } from '@margay/query';
import { createPageRebuilder, rawRowColumns, schemaTexts } from '@margay/replay';
import type { ContentDeps } from '../content.ts';

export interface SampleDeps extends Pick<ContentDeps, 'schemas' | 'lookupTables'> {
  lake: Pick<LaneLake, 'layout' | 'query'>;
  /** Of the engine that judges live events. */
  candidates: DetectEngine['candidates'];
}

/** Whenever they came. */
const always = new Date('2200-01-01T00:00:00Z');

/** Stored events of a span that reach the code of a rule, as JSON texts; of each log type the same number. */
export async function sampleEvents(
  { lake, schemas, lookupTables, candidates }: SampleDeps,
  access: LogTypeAccess,
  rule: Pick<PythonRule, 'id' | 'logTypes'>,
  span: { from: Date; to: Date; count: number },
): Promise<string[]> {
  const { from, to, count } = span;
  const texts: string[] = [];
  for (const logType of rule.logTypes) {
    if (!mayReadLogType(access, logType))
      throw forbidden(`Your role may not read ${logType}. Ask an administrator for access.`, {
        details: { field: 'logType' },
      });
    const layout = lake.layout('panther_logs', tableNameOf(logType));
    if (layout === undefined) continue;
    const found = candidateSql(candidates(rule.id, logType), layout);
    const window = {
      layout,
      logType,
      from,
      to,
      parsedBefore: always,
      ...(found ? { candidates: found } : {}),
    };
    const { sql, params } = pageSql(window, undefined, Math.ceil(count / rule.logTypes.length), {
      columns: rawRowColumns,
    });
    const { rows } = await lake.query({ sql, params });
    const rebuilder = createPageRebuilder({
      schemas: await schemaTexts(schemas, [logType]),
      enrichment: lookupTables.enrichment(),
    });
    const page = rebuilder.fromRaw({ columns: [...rawRowColumns], rows, bytes: 0 });
    texts.push(...page.texts.filter((text) => text !== ''));
  }
  return texts;
}
