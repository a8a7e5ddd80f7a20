import type { DetectEngine, Explanation, MutationResult, RuleTiming, TestCoverage } from '@margay/detect';
import { invalidInput, notFound } from '@margay/kit';
import { inLane, type Lake } from '@margay/lake';
import { tableNameOf, type PythonRule, type UnitTest } from '@margay/model';
import { firstMatchSql } from '@margay/query';
import { dateOfEventTime, type EnginePool } from '@margay/replay';
import type { Actor } from '../../../api/actor.ts';
import type { AlertRecord, AlertsService } from '../../alerts/index.ts';
import type { RuleInput } from '../../detections/index.ts';
import { judgedRowOf } from '../../scheduled-queries/index.ts';
import { currentModules, ruleVersion, savedRule, unsavedRule, type ContentDeps } from '../content.ts';
import { readStoredEvent, type StoredEventRequest } from '../stored-event.ts';
import { sampleEvents } from './sample-events.ts';

/** A stored event, or one given as JSON text. */
export type ExplainedEvent = { stored: StoredEventRequest } | { json: string };

export interface ExplainedRule {
  rule: PythonRule;
  explanation: Explanation;
  /** JSON text of the event it was run on. */
  event: string;
}

export interface TimedRule {
  rule: PythonRule;
  timing: RuleTiming;
  /** Stored events that were taken. */
  sampleCount: number;
}

/** A closer look at rules: why they match or not, and how well their unit tests watch them. */
export interface ExplainService {
  /** The rule as it is saved now, or a text that need not be. */
  explain(actor: Actor, rule: RuleInput | string, event: ExplainedEvent): Promise<ExplainedRule>;
  /** The version that made the alert, on one of its events; the first one by default. */
  explainAlert(actor: Actor, alertId: string, event?: StoredEventRequest): Promise<ExplainedRule>;
  /** With the unit tests the rule comes with, or else the saved ones. */
  coverage(actor: Actor, rule: RuleInput): Promise<TestCoverage>;
  mutation(actor: Actor, rule: RuleInput): Promise<MutationResult>;
  /** Where the time of a saved rule goes, on stored events of the last week that reach its code. */
  timing(actor: Actor, ruleId: string): Promise<TimedRule>;
}

export interface ExplainDeps extends ContentDeps {
  lake: Pick<Lake, 'layout' | 'query' | 'statistics'>;
  pool: EnginePool;
  alerts: Pick<AlertsService, 'get' | 'events'>;
  candidates: DetectEngine['candidates'];
  clock: () => Date;
}

const longestEvent = 2_000_000;
const mostTests = 200;
const longestStudyMs = 60_000;
/** Rows of an alert of a scheduled rule among which one is looked for, the newest. */
const rowsLookedAt = 200;
const timedEvents = 300;
const timedSpanMs = 7 * 24 * 3_600_000;

export function createExplainService(deps: ExplainDeps): ExplainService {
  const lakeOf = ({ id }: Actor) => inLane(deps.lake, { pool: 'interactive', owner: id });
  const depsOf = (actor: Actor) => ({ ...deps, lake: lakeOf(actor) });

  async function run(actor: Actor, rule: PythonRule, event: string): Promise<ExplainedRule> {
    const modules = await currentModules(deps);
    const explanation = await deps.pool.use(actor.id, studySignal(), (engine) =>
      engine.explain({ rule, event, ...modules }),
    );
    return { rule, explanation, event };
  }

  async function textOf(actor: Actor, event: ExplainedEvent): Promise<string> {
    if ('stored' in event) return readStoredEvent(depsOf(actor), actor.logTypeAccess, event.stored);
    if (event.json.length > longestEvent)
      throw invalidInput(
        `The event is longer than ${longestEvent} characters. Cut it to what the rule reads.`,
        {
          details: { field: 'event' },
        },
      );
    return event.json;
  }

  /** The earliest event among the stored matches of an alert. */
  async function firstEventOf(actor: Actor, alert: AlertRecord): Promise<StoredEventRequest> {
    for (const logType of alert.logTypes) {
      const layout = deps.lake.layout('panther_rule_matches', tableNameOf(logType));
      if (layout === undefined) continue;
      const first = firstMatchSql(layout, { alertId: alert.id, from: alert.firstEventAt ?? undefined });
      const { rows } = await lakeOf(actor).query(first);
      const [rowId, time] = rows[0] ?? [];
      if (typeof rowId === 'string' && typeof time === 'string')
        return { logType, rowId, eventTime: dateOfEventTime(time) };
    }
    throw notFound(
      `The data lake has no event of alert ${alert.id}, so it cannot be explained. A new alert's events are there moments after it; old ones have passed their retention.`,
    );
  }

  /** One row of a scheduled query among the matches of an alert: the named one, or else the earliest. */
  async function rowOf(actor: Actor, alert: AlertRecord, event?: StoredEventRequest): Promise<string> {
    const { rows } = await deps.alerts.events(actor, alert, { pageSize: rowsLookedAt });
    const kept = rows as Record<string, unknown>[]; // rows of the lake, or events as they are kept with an alert
    const row = event ? kept.find((one) => one['p_row_id'] === event.rowId) : kept.at(-1);
    if (row !== undefined) return JSON.stringify(judgedRowOf(row));
    throw notFound(
      `The data lake has no row of alert ${alert.id}, so it cannot be explained. A new alert's rows are there moments after it; old ones have passed their retention.`,
    );
  }

  return {
    async explain(actor, rule, event) {
      if (typeof rule === 'string') await deps.detections.assertMayTouchStored(actor, 'explain', rule);
      else await deps.detections.assertMayTouchDraft(actor, 'explain', rule);
      const found =
        typeof rule === 'string' ? await savedRule(deps, rule) : (await unsavedRule(deps, actor, rule)).rule;
      return run(actor, found, await textOf(actor, event));
    },
    async explainAlert(actor, alertId, event) {
      const alert = await deps.alerts.get(actor, alertId);
      const isScheduled = alert.type.startsWith('SCHEDULED_RULE');
      if (!isScheduled && alert.type !== 'RULE' && alert.type !== 'RULE_ERROR')
        throw invalidInput(`Alert ${alertId} was not made by a rule, so there is no condition to explain.`, {
          details: { field: 'alertId' },
        });
      const rule = await ruleVersion(deps, alert.detectionId, alert.detectionVersionId);
      if (isScheduled) return run(actor, rule, await rowOf(actor, alert, event));
      const stored = event ?? (await firstEventOf(actor, alert));
      return run(actor, rule, await readStoredEvent(depsOf(actor), actor.logTypeAccess, stored));
    },
    async coverage(actor, input) {
      await deps.detections.assertMayTouchDraft(actor, 'test', input);
      const { rule, tests } = await unsavedRule(deps, actor, input);
      const modules = await currentModules(deps);
      return deps.pool.use(actor.id, studySignal(), (engine) =>
        engine.cover({ rule, tests: bounded(tests), ...modules }),
      );
    },
    async timing(actor, ruleId) {
      const rule = await savedRule(deps, ruleId);
      await deps.detections.assertMayTouchStored(actor, 'run', ruleId);
      const to = deps.clock();
      const from = new Date(to.getTime() - timedSpanMs);
      const events = await sampleEvents(depsOf(actor), actor.logTypeAccess, rule, {
        from,
        to,
        count: timedEvents,
      });
      const modules = await currentModules(deps);
      const timing = await deps.pool.use(actor.id, studySignal(), (engine) =>
        engine.time({ rule, events, ...modules }),
      );
      return { rule, timing, sampleCount: events.length };
    },
    async mutation(actor, input) {
      await deps.detections.assertMayTouchDraft(actor, 'test', input);
      const { rule, tests } = await unsavedRule(deps, actor, input);
      const modules = await currentModules(deps);
      return deps.pool.use(actor.id, studySignal(), (engine) =>
        engine.mutate({ rule, tests: bounded(tests), ...modules }),
      );
    },
  };
}

const studySignal = () => AbortSignal.timeout(longestStudyMs);

function bounded(tests: UnitTest[]): UnitTest[] {
  if (tests.length <= mostTests) return tests;
  throw invalidInput(`At most ${mostTests} tests can be looked at once. Leave some out.`, {
    details: { field: 'tests' },
  });
}
