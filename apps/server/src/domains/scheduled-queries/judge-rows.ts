import type { DetectEngine, EventBatch } from '@margay/detect';
import { appendAll } from '@margay/kit';
import { bookStatistics } from '../../pipeline/rule-statistics.ts';
import type { WaitingRule } from './record.ts';
import type { Judgement, Row } from './row-store.ts';

/** Rows that go to the rules at once, so that no call is long. */
const batchRows = 2_000;

/**
 * Lets rules judge rows, each from its first one on. What they see is the row and nothing else: no log type, so no data
 * model. A rule that is set aside meanwhile gets no further row and waits.
 */
export async function judgeRows(
  engine: DetectEngine,
  rules: readonly WaitingRule[],
  rows: readonly Row[],
  now: Date,
): Promise<Judgement> {
  const judgement: Judgement = { judgedAt: now.toISOString(), matches: [], errors: [], waiting: [] };
  const waits = (ruleId: string) => judgement.waiting.some((rule) => rule.ruleId === ruleId);
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows);
    const open = rules.filter((rule) => !waits(rule.ruleId) && rule.fromRow < start + batch.length);
    if (open.length === 0) continue;
    const evaluation = await engine.evaluate(batchOf(open, batch, start));
    bookStatistics(evaluation, now);
    const placed = <Found extends { eventIndex: number }>(found: Found): Found => ({
      ...found,
      eventIndex: found.eventIndex < 0 ? -1 : found.eventIndex + start,
    });
    appendAll(judgement.matches, evaluation.matches.map(placed));
    appendAll(judgement.errors, evaluation.errors.map(placed));
    for (const { ruleId, reason } of evaluation.skipped) {
      const rule = open.find((one) => one.ruleId === ruleId);
      if (reason === 'paused' && rule)
        judgement.waiting.push({ ruleId, fromRow: Math.max(rule.fromRow, start) });
    }
  }
  return judgement;
}

function batchOf(rules: readonly WaitingRule[], rows: readonly Row[], start: number): EventBatch {
  return {
    logType: '',
    json: new TextEncoder().encode(JSON.stringify(rows)),
    count: rows.length,
    selection: rules.map(({ ruleId, fromRow }) => ({
      ruleId,
      events: Uint32Array.from([...rows.keys()].filter((index) => index + start >= fromRow)),
    })),
  };
}
