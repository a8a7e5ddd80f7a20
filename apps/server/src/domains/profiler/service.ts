import type { DetectEngine, PausedRule } from '@margay/detect';
import { notFound } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AlertWriter } from '../alerts/writer.ts';
import type { AuditLog } from '../audit-log/service.ts';
import type { DetectionsService } from '../detections/service.ts';
import type { RuleKind, RuleView } from '../detections/detection-view.ts';
import { budget, coreShare, isOverBudget, microsecondsPerEvent, type Cost } from './budget.ts';
import { createQuarantine } from './quarantine.ts';
import { figuresByHour, figuresSince, type DetectionFigures, type HourFigures } from './store.ts';

export const profileStates = ['IN_BUDGET', 'OVER_BUDGET', 'QUARANTINED', 'NOT_LOADED', 'DISABLED'] as const;
export type ProfileState = (typeof profileStates)[number];

/** The kinds that judge events as they arrive. */
const profiledKinds = ['RULE', 'DERIVED_RULE'] as const;
export interface Profile extends Omit<DetectionFigures, 'detectionId'> {
  id: string;
  displayName: string;
  kind: RuleKind;
  logTypes: string[];
  enabled: boolean;
  state: ProfileState;
  /** Of one event it was run on. */
  microsecondsPerEvent: number;
  /** Of one processor core over the whole time, from 0 up. */
  coreShare: number;
  quarantine: (Pick<PausedRule, 'reason'> & { since: Date; until: Date }) | null;
}

export interface ProfilerService {
  /** Every detection over events, with what it did in the last hours. */
  profiles(hours: number): Promise<Profile[]>;
  history(detectionId: string, hours: number): Promise<HourFigures[]>;
  /** Lets a quarantined detection judge events again. Events that passed meanwhile stay unjudged by it. */
  release(actor: Actor, detectionId: string): Promise<void>;
  /** Takes the figures of the last seconds; see `createQuarantine`. */
  watch(counts: ReadonlyMap<string, Cost>): Promise<void>;
  budget: typeof budget;
}

const hourMs = 3_600_000;

export function createProfilerService(deps: {
  store: Store;
  engine: DetectEngine;
  detections: DetectionsService;
  alertWriter: Pick<AlertWriter, 'raise'>;
  audit: AuditLog;
  clock: () => Date;
}): ProfilerService {
  const { store, engine, detections, alertWriter, audit, clock } = deps;
  const since = (hours: number) =>
    new Date(Math.floor(clock().getTime() / hourMs) * hourMs - (hours - 1) * hourMs);
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
      coreShare: coreShare(figures, elapsedMs),
      quarantine:
        pause === undefined
          ? null
          : { reason: pause.reason, since: new Date(pause.since), until: new Date(pause.until) },
    };
  }

  return {
    budget,
    watch: quarantine.watch,
    async profiles(hours) {
      const from = since(hours);
      const [records, figures] = await Promise.all([
        detections.list(profiledKinds).then(detections.views),
        figuresSince(store, from),
      ]);
      const figuresOf = new Map(figures.map((entry) => [entry.detectionId, entry]));
      const pauseOf = new Map(engine.paused().map((pause) => [pause.ruleId, pause]));
      const elapsedMs = clock().getTime() - from.getTime();
      return records.map((record) =>
        profileOf(record, figuresOf.get(record.id), pauseOf.get(record.id), elapsedMs),
      );
    },
    history: (detectionId, hours) => figuresByHour(store, detectionId, since(hours)),
    async release(actor, detectionId) {
      if (!engine.paused().some(({ ruleId }) => ruleId === detectionId))
        throw notFound(`Detection ${detectionId} is not quarantined. Reload the page to see its state.`);
      engine.resume(detectionId);
      await audit.record({ action: 'RELEASE_DETECTION', actor, params: { input: { id: detectionId } } });
    },
  };
}

const nothing = {
  considered: 0,
  evaluations: 0,
  microseconds: 0,
  matches: 0,
  errors: 0,
  skipped: 0,
  lastMatchAt: null,
  lastError: null,
  lastErrorAt: null,
};
