import type { DetectEngine } from '@margay/detect';
import type { Lake } from '@margay/lake';
import { scheduledRowsTable, tableNameOf, type LakeDatabase, type PythonRule } from '@margay/model';
import {
  commitFindings,
  findFinished,
  forgetFinished,
  type Findings,
  type FindingsDeps,
} from '../../findings/index.ts';
import type { AlertWriter } from '../../findings/index.ts';
import type { DetectionsService } from '../detections/index.ts';
import { judgeRows } from './judge-rows.ts';
import type { RunRecord, WaitingRule } from './record.ts';
import { keptEventOf, passIdOf } from './row-events.ts';
import { dropJudgement, dropRows, keepJudgement, readRows, type Judgement, type Row } from './row-store.ts';
import { changeRun, lockRun, type RunChange } from './run-store.ts';

export interface JudgeDeps extends FindingsDeps {
  alertWriter: AlertWriter;
  engine: DetectEngine;
  detections: Pick<DetectionsService, 'list' | 'content' | 'reload'>;
  clock: () => Date;
}

/** How soon rows are offered again to a rule that was quarantined. */
const waitingPauseMs = 60_000;
/** As long as passed events of the stream are caught up with. */
const waitingDays = 7;

/**
 * Brings a run from its kept rows to its end: rules over the rows, alerts in one transaction, matches into the lake.
 * Every step may be repeated after a crash: the rows and what the rules said are kept, the transaction remembers that
 * it was done, and inserts carry the run's own ids. A quarantined rule holds up no other one: the run stays open, and
 * the rule judges what passed it in a further pass, by its text of then.
 */
export async function judgeRun(deps: JudgeDeps, run: RunRecord, owner: string): Promise<void> {
  const { store } = deps;
  const partId = passIdOf(run);
  const kept = await readRows(store, run.id);
  const finished = kept.judgement && (await findFinished(store, partId));
  const rules = await rulesOf(deps, run.queryId);
  const ruleOf = (id: string) => rules.find((rule) => rule.id === id);
  const judgement =
    finished && kept.judgement ? kept.judgement : await judge(deps, openRules(rules, run), kept.rows);
  const findings = findingsOf(judgement, kept.rows, run);
  await commitFindings(deps, {
    findings,
    finished,
    isRepeat: finished !== undefined,
    isMarked: true,
    ruleOf,
    shapeOf: (logType) => deps.lake.layout('panther_logs', tableNameOf(logType))?.shape,
    layoutOfOthers: (database) => othersIn(deps.lake, database),
    begin: (tx) => lockRun(tx, run.id, owner),
    async settle(tx) {
      await keepJudgement(tx, run.id, judgement);
      const counts = {
        matchCount: (run.matchCount ?? 0) + findings.matches.length,
        errorCount: (run.errorCount ?? 0) + findings.errors.length,
      };
      await changeRun(tx, { id: run.id, owner }, counts);
    },
  });
  const next = afterPass(run, judgement.waiting, deps.clock());
  await store.transaction(async (tx) => {
    await changeRun(tx, { id: run.id, owner, release: true }, next);
    await (next.state === 'SUCCEEDED' ? dropRows : dropJudgement)(tx, run.id);
    await forgetFinished(tx, partId);
  });
}

/** All of them judge in the first pass, in a further one those that were set aside before it. */
function openRules(rules: readonly PythonRule[], run: RunRecord): WaitingRule[] {
  if (run.passes === 0) return rules.map(({ id }) => ({ ruleId: id, fromRow: 0 }));
  return run.waitingRules.filter(({ ruleId }) => rules.some(({ id }) => id === ruleId));
}

function afterPass(run: RunRecord, waiting: WaitingRule[], now: Date): RunChange {
  const names = waiting.map(({ ruleId }) => ruleId).join(', ');
  const isTooLate = now.getTime() - run.scheduledAt.getTime() > waitingDays * 86_400_000;
  if (waiting.length === 0 || isTooLate) {
    const error =
      isTooLate && names !== '' ? `Not judged within ${waitingDays} days, quarantined: ${names}` : '';
    return { state: 'SUCCEEDED', completedAt: now, error, waitingRules: [] };
  }
  return {
    nextAttemptAt: new Date(now.getTime() + waitingPauseMs),
    error: `Quarantined: ${names}. The rows that are left wait until it is released, changed or its time is over.`,
    waitingRules: waiting,
    passes: run.passes + 1,
  };
}

/** Enabled scheduled rules that name the query, as they run now. */
async function rulesOf({ detections }: JudgeDeps, queryId: string): Promise<PythonRule[]> {
  const naming = (await detections.list(['SCHEDULED_RULE'])).filter(
    ({ enabled, scheduledQueries }) => enabled && scheduledQueries.includes(queryId),
  );
  const ids = new Set(naming.map(({ id }) => id));
  if (ids.size === 0) return [];
  return (await detections.content()).rules.filter(({ id }) => ids.has(id));
}

async function judge(
  { engine, detections, clock }: JudgeDeps,
  rules: readonly WaitingRule[],
  rows: readonly Row[],
): Promise<Judgement> {
  // A process that takes no events in has loaded nothing yet.
  if (rules.length > 0 && engine.status().revision === 0) await detections.reload();
  return judgeRows(engine, rules, rows, clock());
}

function findingsOf(judgement: Judgement, rows: readonly Row[], run: RunRecord): Findings {
  const eventAt = (index: number) => {
    const row = rows[index];
    return row && keptEventOf(row, index, run);
  };
  return {
    unitId: passIdOf(run),
    now: new Date(judgement.judgedAt),
    matches: judgement.matches.flatMap((match) => {
      const event = eventAt(match.eventIndex);
      return event === undefined ? [] : [{ match, event }];
    }),
    errors: judgement.errors.map((error) => ({ error, event: eventAt(error.eventIndex) })),
  };
}

function othersIn(lake: Lake, database: LakeDatabase) {
  const layout = lake.layout(database, scheduledRowsTable);
  if (layout === undefined) throw new Error(`the table ${scheduledRowsTable} is missing from ${database}`);
  return layout;
}
