import type { DetectEngine, PausedRule } from '@margay/detect';
import { mayReadLogTypes, type LogTypeAccess } from '@margay/auth';
import { notFound } from '@margay/kit';
import { detectionKindOf } from '@margay/model';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AlertWriter } from '../../findings/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { ruleKinds, type DetectionsService, type RuleKind, type RuleView } from '../detections/index.ts';
import { catchUpOf, type CatchUp } from './catch-up/figures.ts';
import { followEngine } from './catch-up/follow.ts';
import type { QuarantineRecord } from './catch-up/record.ts';
import { beginQuarantine, listQuarantines, moveQuarantines } from './catch-up/store.ts';
import { budget, coreShare, isOverBudget, microsecondsPerEvent, type BatchCosts } from './budget.ts';
import { createQuarantine } from './quarantine.ts';
import {
  figuresByHour,
  lastMatchesOf,
  figuresSince,
  type DetectionFigures,
  type HourFigures,
} from './store.ts';

export const profileStates = ['IN_BUDGET', 'OVER_BUDGET', 'QUARANTINED', 'NOT_LOADED', 'DISABLED'] as const;
export type ProfileState = (typeof profileStates)[number];

/** The kinds that judge events as they arrive. */
const profiledKinds = ruleKinds.filter((kind) => detectionKindOf(kind).judges === 'events');
export interface Profile extends Omit<DetectionFigures, 'detectionId'> {
  id: string;
  displayName: string;
  kind: RuleKind;
  logTypes: string[];
  enabled: boolean;
  state: ProfileState;
  /** Processor time of one event it was run on. */
  microsecondsPerEvent: number;
  /** What it waited for the server on one of them. */
  waitedPerEvent: number;
  /** Of one processor core over the whole time, from 0 up. */
  coreShare: number;
  quarantine:
    | (Pick<PausedRule, 'reason'> & {
        since: Date;
        until: Date;
        passed: number;
      })
    | null;
  /** Of quarantines that are over; null when nothing passed lately. */
  catchUp: CatchUp | null;
}

/** What becomes of the events that passed. */
export const passedChoices = ['JUDGE', 'SKIP'] as const;
export type PassedChoice = (typeof passedChoices)[number];

export interface ProfilerService {
  /** Every detection over log types that may be read, with what it did in the last hours: figures tell of events. */
  profiles(access: LogTypeAccess, hours: number): Promise<Profile[]>;
  /** When each of these matched an event last; those that never did, or over what may not be read, are absent. */
  lastMatches(access: LogTypeAccess, detectionIds: readonly string[]): Promise<Map<string, Date>>;
  /** Throws `forbidden` for a detection over log types that the actor may not read. */
  history(actor: Actor, detectionId: string, hours: number): Promise<HourFigures[]>;
  /**
   * Lets a quarantined detection judge events again; what passed meanwhile is judged in the background, or never. Also
   * for one that runs again and could not judge what passed: then it is tried once more.
   */
  release(actor: Actor, detectionId: string, passed: PassedChoice): Promise<void>;
  /** Ends the catching up; what is not judged yet never will be. */
  cancelCatchUp(actor: Actor, detectionId: string): Promise<void>;
  /** Takes the figures of the last seconds; see `createQuarantine`. Begins to catch up where a quarantine is over. */
  watch(counts: ReadonlyMap<string, BatchCosts>): Promise<void>;
  /** What passed longer ago is not judged any more. */
  catchUpDays: number;
  budget: typeof budget;
}

const hourMs = 3_600_000;
/** How long the end of a catching up is told. */
const toldMs = 24 * hourMs;

export function createProfilerService(deps: {
  store: Store;
  engine: DetectEngine;
  detections: DetectionsService;
  alertWriter: Pick<AlertWriter, 'raise'>;
  audit: AuditLog;
  clock: () => Date;
  owner: string;
  catchUpDays: number;
  /** Starts work on what passed. */
  wake(): Promise<void>;
  /** Ends it for one detection, where it runs in this process. */
  stopCatchUp(detectionId: string): void;
}): ProfilerService {
  const { store, engine, detections, alertWriter, audit, clock, owner } = deps;
  const since = (hours: number) =>
    new Date(Math.floor(clock().getTime() / hourMs) * hourMs - (hours - 1) * hourMs);
  const readable = async (access: LogTypeAccess, ids?: readonly string[]) =>
    (await detections.list(profiledKinds, ids).then(detections.views)).filter(({ logTypes }) =>
      mayReadLogTypes(access, logTypes),
    );
  const quarantine = createQuarantine({
    engine,
    raise: (input) => alertWriter.raise(input),
    nameOf: async (id) => (await detections.detection(id))?.displayName || id,
    clock,
  });

  function profileOf(
    record: RuleView,
    found: DetectionFigures | undefined,
    pause: PausedRule | undefined,
    quarantines: readonly QuarantineRecord[],
    elapsedMs: number,
  ): Profile {
    const { detectionId: _id, ...figures } = found ?? { ...nothing, detectionId: record.id };
    const state: ProfileState = !record.enabled
      ? 'DISABLED'
      : record.loadError !== null
        ? 'NOT_LOADED'
        : pause !== undefined
          ? 'QUARANTINED'
          : isOverBudget(figures, elapsedMs)
            ? 'OVER_BUDGET'
            : 'IN_BUDGET';
    return {
      ...figures,
      id: record.id,
      displayName: record.displayName || record.id,
      kind: record.kind,
      logTypes: record.logTypes,
      enabled: record.enabled,
      state,
      microsecondsPerEvent: microsecondsPerEvent(figures),
      waitedPerEvent: microsecondsPerEvent({ ...figures, microseconds: figures.waitedMicroseconds }),
      coreShare: coreShare(figures, elapsedMs),
      quarantine:
        pause === undefined
          ? null
          : {
              reason: pause.reason,
              since: new Date(pause.since),
              until: new Date(pause.until),
              passed: quarantines.find(({ since }) => since.getTime() === pause.since)?.passed ?? 0,
            },
      catchUp: catchUpOf(quarantines),
    };
  }

  return {
    budget,
    catchUpDays: deps.catchUpDays,
    async watch(counts) {
      await quarantine.watch(counts);
      const isWork = await followEngine({
        store,
        owner,
        paused: () => engine.paused(),
        rules: () => detections.loaded()?.content.rules,
        clock,
      });
      if (isWork) await deps.wake();
    },
    async profiles(access, hours) {
      const from = since(hours);
      const now = clock();
      const [records, figures, quarantines] = await Promise.all([
        readable(access),
        figuresSince(store, from),
        listQuarantines(store, { completedAfter: new Date(now.getTime() - toldMs) }),
      ]);
      const quarantinesOf = Map.groupBy(quarantines, ({ detectionId }) => detectionId);
      const figuresOf = new Map(figures.map((entry) => [entry.detectionId, entry]));
      const pauseOf = new Map(engine.paused().map((pause) => [pause.ruleId, pause]));
      const elapsedMs = now.getTime() - from.getTime();
      return records.map(({ id, ...record }) =>
        profileOf(
          { id, ...record },
          figuresOf.get(id),
          pauseOf.get(id),
          quarantinesOf.get(id) ?? [],
          elapsedMs,
        ),
      );
    },
    async lastMatches(access, detectionIds) {
      const known = await readable(access, detectionIds);
      return lastMatchesOf(
        store,
        known.map(({ id }) => id),
      );
    },
    async history(actor, detectionId, hours) {
      await detections.assertMayTouchStored(actor, 'profile', detectionId);
      return figuresByHour(store, detectionId, since(hours));
    },
    async release(actor, detectionId, passed) {
      await detections.assertMayTouchStored(actor, 'release', detectionId);
      const pause = engine.paused().find(({ ruleId }) => ruleId === detectionId);
      const now = clock();
      await store.transaction(async (tx) => {
        if (pause !== undefined) await beginQuarantine(tx, pause, owner);
        const from = ['QUARANTINED', 'FAILED'] as const;
        const to = passed === 'JUDGE' ? 'CATCHING_UP' : 'SKIPPED';
        const moved = await moveQuarantines(tx, { detectionId, from }, to, now);
        if (moved === 0)
          throw notFound(`Detection ${detectionId} is not quarantined. Reload the page to see its state.`);
        const params = { input: { id: detectionId, passed } };
        await audit.record({ action: 'RELEASE_DETECTION', actor, params }, tx);
      });
      engine.resume(detectionId);
      await deps.wake();
    },
    async cancelCatchUp(actor, detectionId) {
      await detections.assertMayTouchStored(actor, 'release', detectionId);
      await store.transaction(async (tx) => {
        const from = ['CATCHING_UP', 'FAILED'] as const;
        if ((await moveQuarantines(tx, { detectionId, from }, 'CANCELLED', clock())) === 0)
          throw notFound(
            `Detection ${detectionId} has no events to catch up with. Reload the page to see its state.`,
          );
        await audit.record({ action: 'CANCEL_CATCH_UP', actor, params: { input: { id: detectionId } } }, tx);
      });
      deps.stopCatchUp(detectionId);
    },
  };
}

const nothing = {
  considered: 0,
  evaluations: 0,
  microseconds: 0,
  waitedMicroseconds: 0,
  matches: 0,
  errors: 0,
  skipped: 0,
  lastMatchAt: null,
  lastError: null,
  lastErrorAt: null,
};
