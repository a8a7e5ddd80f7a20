import type { DetectEngine, EventBatch } from '@margay/detect';
import { bookStatistics } from '../../pipeline/rule-statistics.ts';
import type { Judgement, Row } from './row-store.ts';

/** Rows that go to the rules at once, so that no call is long. */
const batchRows = 2_000;

/** Lets rules judge rows. What they see is the row and nothing else: no log type, so no data model. */
export async function judgeRows(
  engine: DetectEngine,
  ruleIds: readonly string[],
  rows: readonly Row[],
  now: Date,
): Promise<Judgement> {
  const judgement: Judgement = { judgedAt: now.toISOString(), matches: [], errors: [] };
  if (ruleIds.length === 0) return judgement;
  for (let start = 0; start < rows.length; start += batchRows) {
    const evaluation = await engine.evaluate(batchOf(ruleIds, rows.slice(start, start + batchRows)));
    bookStatistics(evaluation, now);
    const placed = <Found extends { eventIndex: number }>(found: Found): Found => ({
      ...found,
      eventIndex: found.eventIndex < 0 ? -1 : found.eventIndex + start,
    });
    judgement.matches.push(...evaluation.matches.map(placed));
    judgement.errors.push(...evaluation.errors.map(placed));
  }
  return judgement;
}

function batchOf(ruleIds: readonly string[], rows: readonly Row[]): EventBatch {
  return {
    logType: '',
    json: new TextEncoder().encode(JSON.stringify(rows)),
    count: rows.length,
    selection: ruleIds.map((ruleId) => ({ ruleId, events: Uint32Array.from(rows.keys()) })),
  };
}
