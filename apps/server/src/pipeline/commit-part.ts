import type { DetectEngine } from '@margay/detect';
import type { Lake } from '@margay/lake';
import type { Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import { bookInFlight, settleBalance } from './balance.ts';
import { findFinished, markFinished } from './finished-parts.ts';
import { joinFindings, type Findings, type RecordedFindings, type RecordFindings } from './findings.ts';
import { writeMatchRows, type MatchRowsDeps } from './match-rows.ts';
import type { LogTypePart, ProcessedPart } from './messages.ts';
import { bookStatistics } from './rule-statistics.ts';

export interface CommitDeps extends MatchRowsDeps {
  lake: Lake;
  engine: DetectEngine;
  store: Store;
  recordFindings: RecordFindings;
  /** Called once a part is in the lake and its alerts are made; for counters. */
  onPart?(part: ProcessedPart, found: Pick<Findings, 'matches' | 'errors'>): void;
  clock: () => Date;
  logger: Logger;
}

/**
 * Brings one processed part to its end: rows into the lake, rules over its events, alerts and balance in one
 * transaction, matches into the lake. Every step may be repeated after a crash: inserts carry a token, and the
 * transaction remembers that the part is finished and what it led to.
 */
export async function commitPart(
  deps: CommitDeps,
  partId: string,
  part: ProcessedPart,
  isRepeat: boolean,
): Promise<void> {
  const { store, clock } = deps;
  const finished = await findFinished(store, partId);
  if (finished === undefined) await store.transaction((tx) => bookInFlight(tx, partId, part.balance));
  const [found] = await Promise.all([
    evaluate(deps, part.logTypes),
    insertRows(deps, partId, part, isRepeat),
  ]);
  const findings: Findings = { partId, now: clock(), ...found };
  const recorded = finished ?? (await finish(deps, findings, part));
  if (findings.matches.length > 0 || findings.errors.length > 0)
    await writeMatchRows(deps, findings, recorded, isRepeat);
  if (finished === undefined) deps.onPart?.(part, found);
}

async function finish(deps: CommitDeps, findings: Findings, part: ProcessedPart): Promise<RecordedFindings> {
  return deps.store.transaction(async (tx) => {
    const recorded = await deps.recordFindings(tx, findings);
    await settleBalance(tx, findings.partId, part.balance, part.volumes, findings.now);
    await markFinished(tx, findings.partId, recorded);
    return recorded;
  });
}

async function insertRows(
  deps: CommitDeps,
  partId: string,
  part: ProcessedPart,
  isRepeat: boolean,
): Promise<void> {
  const { lake } = deps;
  for (const { logType, rows } of part.logTypes) {
    const layout = lake.layout('panther_logs', logType.toLowerCase().replaceAll('.', '_'));
    if (layout === undefined) throw new Error(`log type ${logType} has no table in panther_logs`);
    await lake.insert(layout, rows, { token: `${partId}:${layout.table}`, isRepeat });
  }
  if (part.failures === null) return;
  const failures = lake.layout('panther_monitor', 'classification_failures');
  if (failures === undefined) throw new Error('the table of classification failures is missing');
  await lake.insert(failures, part.failures, { token: `${partId}:failures`, isRepeat });
}

async function evaluate(
  deps: CommitDeps,
  logTypes: readonly LogTypePart[],
): Promise<Pick<Findings, 'matches' | 'errors'>> {
  const all: Pick<Findings, 'matches' | 'errors'> = { matches: [], errors: [] };
  for (const part of logTypes) {
    const { logType, eventsJson, count } = part;
    if (eventsJson.length === 0) continue;
    const evaluation = await deps.engine.evaluate({ logType, json: eventsJson, count });
    bookStatistics(evaluation, deps.clock());
    const { matches, errors } = joinFindings(evaluation, part);
    all.matches.push(...matches);
    all.errors.push(...errors);
  }
  return all;
}
