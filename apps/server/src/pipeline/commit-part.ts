import type { DetectEngine } from '@margay/detect';
import { allEnded, appendAll, type Logger } from '@margay/kit';
import type { Sql } from '@margay/store';
import { bookInFlight, settleBalance } from './balance.ts';
import {
  commitFindings,
  findFinished,
  type Findings,
  type FindingsDeps,
  type FinishedUnit,
} from '../findings/index.ts';
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
 * Brings one processed part to its end. Its rows go into the lake while the rules judge its events; what they find does not
 * wait for that: alerts are one transaction, then matches go into the lake as well. When all rows are there, the balance
 * says so. Every step may be repeated after a crash: inserts carry a token, the mark of the transaction keeps what was found
 * and what it led to, and the balance moves only what is in flight.
 */
export async function commitPart(
  deps: CommitDeps,
  partId: string,
  part: ProcessedPart,
  { isRepeat, isHeld }: Attempt,
): Promise<void> {
  const { store, clock } = deps;
  const held = async (tx: Sql) => {
    if (!(await isHeld(tx)))
      throw new GroupLost(`The group of part ${partId} was taken over by another process.`);
  };
  const finished = await findFinished(store, partId);
  if (finished === undefined) {
    await store.transaction(async (tx) => {
      await held(tx);
      await bookInFlight(tx, partId, part.balance);
    });
  }
  const inserted = insertRows(deps, partId, part, isRepeat);
  const [found] = await allEnded([
    commitFound(deps, partId, part, { isRepeat, finished, held, inserted }),
    inserted,
  ]);
  const isNews = await store.transaction(async (tx) => {
    await held(tx);
    return settleBalance(tx, partId, part.balance, part.volumes, clock());
  });
  if (isNews) deps.onPart?.(part, found);
}

interface FoundAttempt {
  isRepeat: boolean;
  finished: FinishedUnit | undefined;
  /** Throws where the part is another process's by now. */
  held(tx: Sql): Promise<void>;
  /** Settles with the insert of the part's rows. */
  inserted: Promise<void>;
}

/** Judges the events, makes the alerts and writes the matches into the lake; a repeat takes what was found the first time. */
async function commitFound(
  deps: CommitDeps,
  partId: string,
  part: ProcessedPart,
  { isRepeat, finished, held, inserted }: FoundAttempt,
): Promise<Findings> {
  const { passed, ...found } = await foundIn(deps, part, finished);
  const now = deps.clock();
  const findings = finished?.findings ?? { unitId: partId, now, ...found };
  // Catching up reads them back from the lake.
  if (passed.length > 0) await inserted;
  await commitFindings(deps, {
    shapeOf: deps.shapeOf,
    ruleOf: deps.ruleOf,
    findings,
    finished,
    isRepeat,
    isMarked: true,
    isKept: true,
    async begin(tx) {
      await held(tx);
      // Before the alerts, in the order in which catching up locks as well.
      if (passed.length > 0)
        await deps.recordPassed(
          tx,
          passed.map((one) => ({ ...one, partId, passedAt: now })),
        );
    },
  });
  return findings;
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

/** What an earlier attempt had found and kept; only without that the rules are asked. */
async function foundIn(
  deps: CommitDeps,
  part: ProcessedPart,
  finished: FinishedUnit | undefined,
): Promise<Judged> {
  if (finished?.findings !== undefined) return { ...finished.findings, passed: [] };
  const judged = await evaluate(deps, part.logTypes);
  if (finished === undefined) return judged;
  // An earlier version of the program kept only which detections it had set aside: what passed them is written down.
  const judgedThen = (ruleId: string) => !finished.setAside.includes(ruleId);
  return {
    matches: judged.matches.filter(({ match }) => judgedThen(match.ruleId)),
    errors: judged.errors.filter(({ error }) => judgedThen(error.ruleId)),
    passed: [],
  };
}

async function evaluate(deps: CommitDeps, logTypes: readonly LogTypePart[]): Promise<Judged> {
  const all: Judged = { matches: [], errors: [], passed: [] };
  for (const part of logTypes) {
    if (part.eventsJson.length === 0) continue;
    const evaluation = await judgePart(deps.engine, part);
    bookStatistics(evaluation, deps.clock());
    const { matches, errors } = joinFindings(evaluation, part);
    appendAll(all.matches, matches);
    appendAll(all.errors, errors);
    appendAll(all.passed, passedOf(evaluation, part));
  }
  return all;
}
