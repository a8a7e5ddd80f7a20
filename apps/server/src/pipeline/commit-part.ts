import type { DetectEngine } from '@margay/detect';
import type { Logger } from '@margay/kit';
import type { Sql } from '@margay/store';
import { bookInFlight, settleBalance } from './balance.ts';
import { commitFindings, findFinished, type Findings, type FindingsDeps } from '../findings/index.ts';
import type { MatchRowsDeps } from '../findings/match-rows.ts';
import { joinFindings } from './join-findings.ts';
import { judgePart } from './judge-part.ts';
import type { LogTypePart, ProcessedPart } from './messages.ts';
import { passedOf, type PassedEvents, type PassedPart } from './passed-events.ts';
import { bookStatistics } from './rule-statistics.ts';

export interface CommitDeps extends MatchRowsDeps, FindingsDeps {
  engine: DetectEngine;
  /** Writes down, inside the caller's transaction, which events passed a detection that was set aside. */
  recordPassed(tx: Sql, passed: PassedEvents[]): Promise<void>;
  /** Called once a part is in the lake and its alerts are made; for counters. */
  onPart?(part: ProcessedPart, found: Pick<Findings, 'matches' | 'errors'>): void;
  clock: () => Date;
  logger: Logger;
}

export interface Attempt {
  isRepeat: boolean;
  /** Whether the part is still this process's work; asked inside the transactions that hang on it. */
  isHeld(tx: Sql): Promise<boolean>;
}

/** The group of the part is another process's by now, which brings it to its end. */
export class GroupLost extends Error {}

/**
 * Brings one processed part to its end: rows into the lake, rules over its events, alerts and balance in one
 * transaction, matches into the lake. Every step may be repeated after a crash: inserts carry a token, and the
 * transaction remembers that the part is finished and what it led to.
 */
export async function commitPart(
  deps: CommitDeps,
  partId: string,
  part: ProcessedPart,
  { isRepeat, isHeld }: Attempt,
): Promise<void> {
  const { store, clock } = deps;
  const lost = () => new GroupLost(`The group of part ${partId} was taken over by another process.`);
  const finished = await findFinished(store, partId);
  if (finished === undefined) {
    await store.transaction(async (tx) => {
      if (!(await isHeld(tx))) throw lost();
      await bookInFlight(tx, partId, part.balance);
    });
  }
  const [found] = await Promise.all([
    evaluate(deps, part.logTypes),
    insertRows(deps, partId, part, isRepeat),
  ]);
  const findings: Findings = { unitId: partId, now: clock(), ...withoutThose(found, finished?.setAside) };
  const { now } = findings;
  const { passed } = found;
  const committed = await commitFindings(deps, {
    shapeOf: deps.shapeOf,
    ruleOf: deps.ruleOf,
    findings,
    finished,
    isRepeat,
    isMarked: true,
    setAside: [...new Set(passed.map(({ pause }) => pause.ruleId))],
    async begin(tx) {
      if (!(await isHeld(tx))) return null;
      // Before the alerts, in the order in which catching up locks as well.
      if (passed.length > 0)
        await deps.recordPassed(
          tx,
          passed.map((one) => ({ ...one, partId, passedAt: now })),
        );
    },
    settle: (tx) => settleBalance(tx, partId, part.balance, part.volumes, now),
  });
  if (committed === null) throw lost();
  if (finished === undefined) deps.onPart?.(part, found);
}

/** A detection set aside at the first attempt may run again at the repeat; its events are judged later, not now. */
function withoutThose(
  { matches, errors }: Pick<Findings, 'matches' | 'errors'>,
  ruleIds: readonly string[] = [],
): Pick<Findings, 'matches' | 'errors'> {
  return {
    matches: matches.filter(({ match }) => !ruleIds.includes(match.ruleId)),
    errors: errors.filter(({ error }) => !ruleIds.includes(error.ruleId)),
  };
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

interface Judged extends Pick<Findings, 'matches' | 'errors'> {
  passed: PassedPart[];
}

async function evaluate(deps: CommitDeps, logTypes: readonly LogTypePart[]): Promise<Judged> {
  const all: Judged = { matches: [], errors: [], passed: [] };
  for (const part of logTypes) {
    if (part.eventsJson.length === 0) continue;
    const evaluation = await judgePart(deps.engine, part);
    bookStatistics(evaluation, deps.clock());
    const { matches, errors } = joinFindings(evaluation, part);
    all.matches.push(...matches);
    all.errors.push(...errors);
    all.passed.push(...passedOf(evaluation, part));
  }
  return all;
}
