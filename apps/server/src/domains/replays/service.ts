import { mayReadLogType, type LogTypeAccess } from '@margay/auth';
import { invalidInput, limitExceeded, newUuid, notFound } from '@margay/kit';
import type { PythonRule } from '@margay/model';
import type { Store } from '@margay/store';
import { routeAlert } from '@margay/alert';
import type { PreviewAlert, ReplayScope } from '@margay/replay';
import type { Actor } from '../../api/actor.ts';
import { authorOf } from '../../api/author.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { Destination } from '../destinations/index.ts';
import type { RuleInput } from '../detections/index.ts';
import { savedRule, unsavedRule } from './content.ts';
import { liveReplayWork, type LiveDeps } from './live-replay.ts';
import type { LiveReplay, LiveRuns } from './live-runs.ts';
import type { ReplayRecord } from './record.ts';
import { assertScope, defaultReplayLimits, dayMs } from './scope.ts';
import {
  countUnfinished,
  dropOldReplays,
  endReplay,
  findPreview,
  findReplay,
  insertReplay,
  listPreviews,
  listReplays,
} from './store.ts';

export interface CreateReplay {
  detectionId: string;
  logTypes: string[];
  startsAt?: Date;
  endsAt?: Date;
  maxSizeInGB?: number;
}

export interface StartLiveReplay {
  /** As an editor holds it. */
  rule: RuleInput;
  /** Default: those of the rule. */
  logTypes?: string[];
  /** Default: up to now. */
  endsAt?: Date;
  /** Default: seven days before the end. */
  startsAt?: Date;
}

export interface PreviewPage {
  alerts: PreviewAlert[];
  endCursor: string | null;
  hasNextPage: boolean;
}

/** Replays of rules over stored events. They alert nobody and write nothing but their own previews. */
export interface ReplaysService {
  create(actor: Actor, input: CreateReplay): Promise<ReplayRecord>;
  stop(actor: Actor, id: string): Promise<ReplayRecord>;
  /** Undefined when there is none, or its log types may not be read. */
  get(access: LogTypeAccess, id: string): Promise<ReplayRecord | undefined>;
  list(access: LogTypeAccess, detectionId: string, cursor?: string): Promise<ReplayRecord[]>;
  previews(replay: ReplayRecord, page: { cursor?: string; pageSize: number }): Promise<PreviewPage>;
  preview(access: LogTypeAccess, replayId: string, alertId: string): Promise<PreviewAlert | undefined>;
  /** Where the alert would have gone: names of destinations. */
  receivers(replay: ReplayRecord, alert: PreviewAlert): Promise<string[]>;
  startLive(actor: Actor, input: StartLiveReplay): Promise<LiveReplay>;
  live(actor: Actor, id: string): LiveReplay;
  cancelLive(actor: Actor, id: string): LiveReplay;
}

export interface ReplaysDeps extends LiveDeps {
  store: Store;
  audit: AuditLog;
  liveRuns: LiveRuns;
  clock: () => Date;
  destinations: { list(): Promise<Destination[]> };
  /** Starts work on replays that wait. */
  wake(): Promise<void>;
  /** Ends a replay that runs in this process. */
  stopRunning(id: string): void;
}

const mostWaiting = 20;
const keptPerDetection = 50;
const pageOfReplays = 25;
const defaultDays = 7;

export function createReplaysService(deps: ReplaysDeps): ReplaysService {
  const { store, audit, clock, liveRuns } = deps;

  const isReadable = (access: LogTypeAccess, { logTypes }: ReplayRecord) =>
    logTypes.every((logType) => mayReadLogType(access, logType));

  async function get(access: LogTypeAccess, id: string): Promise<ReplayRecord | undefined> {
    const record = await findReplay(store, id);
    return record !== undefined && isReadable(access, record) ? record : undefined;
  }

  async function mustGet(access: LogTypeAccess, id: string): Promise<ReplayRecord> {
    const record = await get(access, id);
    if (record === undefined) throw notFound(`The replay ${id} does not exist.`);
    return record;
  }

  return {
    get,
    async create(actor, input) {
      const rule = await savedRule(deps, input.detectionId);
      await deps.detections.assertMayTouchStored(actor, 'replay', rule.id);
      const now = clock();
      const { maxSizeInGB } = input;
      if (maxSizeInGB === undefined && (input.startsAt === undefined || input.endsAt === undefined))
        throw invalidInput('The replay has no window. Give "startsAt" and "endsAt", or "maxSizeInGB".', {
          details: { field: 'startsAt' },
        });
      const startsAt = input.startsAt ?? new Date(now.getTime() - defaultReplayLimits.mostDays * dayMs);
      const endsAt = input.endsAt ?? now;
      assertLogTypesOf(rule, input.logTypes);
      const scope: ReplayScope = {
        logTypes: input.logTypes,
        from: startsAt,
        to: endsAt,
        parsedBefore: now,
        ...(maxSizeInGB === undefined ? {} : { maxBytes: maxSizeInGB * 1e9 }),
      };
      assertScope(scope, actor.logTypeAccess, defaultReplayLimits);
      if ((await countUnfinished(store)) >= mostWaiting)
        throw limitExceeded(`${mostWaiting} replays wait already. Stop one, or try again later.`, {
          retryAfterSeconds: 60,
        });
      const id = newUuid();
      await store.transaction(async (tx) => {
        await insertReplay(tx, {
          id,
          rule,
          logTypes: [...new Set(input.logTypes)],
          startsAt,
          endsAt,
          maxSizeInGB: maxSizeInGB ?? null,
          createdAt: now,
          createdBy: authorOf(actor),
        });
        await dropOldReplays(tx, rule.id, keptPerDetection);
        const params = { input: { ...input, id } };
        await audit.record({ action: 'CREATE_REPLAY', actor, params }, tx);
      });
      await deps.wake();
      return mustGet(actor.logTypeAccess, id);
    },
    async stop(actor, id) {
      await mustGet(actor.logTypeAccess, id);
      const now = clock();
      if (await endReplay(store, id, { state: 'CANCELED', now })) {
        deps.stopRunning(id);
        await audit.record({ action: 'STOP_REPLAY', actor, params: { input: { id } } });
      }
      return mustGet(actor.logTypeAccess, id);
    },
    async list(access, detectionId, cursor) {
      const before = cursor === undefined ? undefined : await findReplay(store, cursor);
      const records = await listReplays(store, detectionId, before, pageOfReplays);
      return records.filter((record) => isReadable(access, record));
    },
    async previews(replay, { cursor, pageSize }) {
      const after = Number(cursor ?? -1);
      if (!Number.isInteger(after))
        throw invalidInput('The cursor is not one of ours. Start at the first page.');
      const rows = await listPreviews(store, replay.id, after, pageSize + 1);
      const page = rows.slice(0, pageSize);
      const last = page.at(-1);
      return {
        alerts: page.map(({ alert }) => alert),
        endCursor: last === undefined ? null : String(last.position),
        hasNextPage: rows.length > pageSize,
      };
    },
    async preview(access, replayId, alertId) {
      const record = await get(access, replayId);
      return record === undefined ? undefined : findPreview(store, replayId, alertId);
    },
    async receivers({ rule }, alert) {
      const destinations = await deps.destinations.list();
      const { outputIds } = routeAlert(
        {
          type: 'RULE',
          severity: alert.severity,
          logTypes: rule.logTypes,
          detectionKind: 'RULE',
          outputIds: rule.outputIds,
          dynamicDestinations: alert.destinations,
        },
        destinations,
      );
      return destinations
        .filter(({ outputId }) => outputIds.includes(outputId))
        .map(({ displayName }) => displayName);
    },
    async startLive(actor, input) {
      await deps.detections.assertMayTouchDraft(actor, 'replay', input.rule);
      const { rule } = await unsavedRule(deps, actor, input.rule);
      const now = clock();
      const to = input.endsAt ?? now;
      const from = input.startsAt ?? new Date(to.getTime() - defaultDays * dayMs);
      const logTypes = input.logTypes ?? rule.logTypes;
      assertLogTypesOf(rule, logTypes);
      const scope: ReplayScope = { logTypes, from, to, parsedBefore: now };
      assertScope(scope, actor.logTypeAccess, defaultReplayLimits);
      const saved = await savedRule(deps, rule.id).catch(() => undefined);
      return liveRuns.start(actor.id, liveReplayWork(deps, rule, saved, scope, actor.id));
    },
    live: (actor, id) => liveRuns.look(actor.id, id),
    cancelLive: (actor, id) => liveRuns.cancel(actor.id, id),
  };
}

function assertLogTypesOf(rule: PythonRule, logTypes: readonly string[]): void {
  const foreign = logTypes.filter((logType) => !rule.logTypes.includes(logType));
  if (foreign.length === 0) return;
  throw invalidInput(
    `The detection ${rule.id} does not look at ${foreign.join(', ')}. Choose among its log types: ${rule.logTypes.join(', ')}.`,
    { details: { field: 'logTypes' } },
  );
}
