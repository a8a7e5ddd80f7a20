import { checkedComment, openAlertTypes, planChange, type AlertChange } from '@margay/alert';
import { mayReadLogTypes, type LogTypeAccess } from '@margay/auth';
import { bestMatches, internalError, invalidInput, notFound } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { authorOf, type Author } from '../../api/author.ts';
import type { AlertWriter, SystemErrorInput } from '../../findings/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DeliveryRecord, DestinationsService } from '../destinations/index.ts';
import type { UsersService } from '../users/index.ts';
import { listComments, type CommentRecord } from './comment-store.ts';
import { addComments, createAlertComments, newComment, type AlertComments } from './comments.ts';
import { parsedJson } from './delivered.ts';
import type { AlertFilter, AlertSort } from './filter.ts';
import { withEarlyEvents, type EventTimeline } from './event-timeline.ts';
import { listAttempts } from './outbox.ts';
import type { AlertRecord } from './record.ts';
import { resendAlert } from './resend.ts';
import {
  alertTitles,
  alertsPerDay,
  countAlerts,
  findAlerts,
  idsOfAlerts,
  insertHistory,
  listHistory,
  listSamples,
  lockTriage,
  pageOfAlerts,
  writeTriage,
  type AlertPage,
  type AlertTitle,
  type HistoryRecord,
} from './store.ts';
import { summarize, type AttributeSummary } from './summary.ts';

export interface EventPage {
  /** Events as the lake returns them. */
  rows: unknown[];
  endCursor: string | null;
}

/** Whose access and place in the queue count. */
type AlertReader = Pick<Actor, 'id' | 'logTypeAccess'>;

/**
 * Reads an alert's events from the lake, newest first. Undefined when the lake cannot answer yet; then the alert's own
 * samples are shown. Events below the threshold carry no alert id in the lake; the samples among them follow the last
 * page.
 */
export type ReadAlertEvents = (
  alert: AlertRecord,
  reader: AlertReader,
  page: { pageSize: number; cursor: string | undefined },
) => Promise<EventPage | undefined>;

/** Counts an alert's events in the lake over time, without those below the threshold. */
export type CountAlertEvents = (alert: AlertRecord, reader: AlertReader) => Promise<EventTimeline>;

export interface AlertEdit extends AlertChange {
  comment?: string;
}

/** Who edits, as far as a job can carry it along. */
export interface Editor {
  author: Author;
  access: LogTypeAccess;
}

export interface AlertsService extends AlertComments {
  page(
    actor: Actor,
    options: { filter: AlertFilter; sort: AlertSort; pageSize: number; cursor?: string | undefined },
  ): Promise<AlertPage>;
  count(actor: Actor, filter: AlertFilter): Promise<number>;
  /** Alerts of every type by id or title, those that fit best first; for an empty text the newest. */
  named(actor: Actor, text: string, limit: number): Promise<AlertTitle[]>;
  /**
   * How many alerts that the actor may see each of these detections raised on each of the last days of 24 hours, the
   * oldest first.
   */
  perDay(actor: Actor, detectionIds: readonly string[], days: number): Promise<Map<string, number[]>>;
  /** Throws `NotFound`, also for an alert the actor may not see. */
  get(actor: Actor, id: string): Promise<AlertRecord>;
  events(
    actor: Actor,
    alert: AlertRecord,
    page: { pageSize: number; cursor?: string | undefined },
  ): Promise<EventPage>;
  /** All events over time, not only those of a page. */
  timeline(actor: Actor, alert: AlertRecord): Promise<EventTimeline>;
  /** The five most frequent values of each attribute. */
  summary(actor: Actor, id: string, attributes?: readonly string[]): Promise<AttributeSummary[]>;
  comments(alert: AlertRecord): Promise<CommentRecord[]>;
  history(alert: AlertRecord): Promise<HistoryRecord[]>;
  deliveries(alert: AlertRecord): Promise<DeliveryRecord[]>;
  /** All or nothing: an unknown or hidden id changes none. */
  update(actor: Actor, ids: readonly string[], edit: AlertEdit): Promise<AlertRecord[]>;
  /** Edits everything that matches, later. Returns the job's id. */
  updateMatching(actor: Actor, filter: AlertFilter, edit: AlertEdit): Promise<string>;
  /** What that job does; repeating it does no harm. Returns how many alerts it edited. */
  applyMatching(
    editor: Editor,
    filter: AlertFilter,
    edit: AlertEdit,
    job: { jobId: string; signal: AbortSignal },
  ): Promise<number>;
  /** Sends the alert again, once, now. */
  deliver(actor: Actor, alertId: string, outputIds: readonly string[]): Promise<AlertRecord>;
  /** Says that what a system error of a source told is over. */
  resolveSourceAlarm(actor: Actor, alertId: string): Promise<AlertRecord>;
  raise(input: SystemErrorInput, within?: Sql): Promise<string>;
  /** Ends a system error whose cause is gone: its alert becomes resolved, the next occurrence is a new one. */
  recover(type: SystemErrorInput['type'], relatedId: string): Promise<void>;
}

/** Alerts one request or one step of a job edits. */
const editLimit = 1000;
const matchingLimit = 10_000;
const stepSize = 500;
/** Of so many of the newest that have the words, those that fit best are named. */
const namedAmong = 500;
/** The newest events a summary looks at. */
const summarizedEvents = 1000;
const system: Author = { id: 'system', name: 'Margay', kind: 'system' };

export interface AlertsDeps {
  store: Store;
  audit: AuditLog;
  users: UsersService;
  destinations: DestinationsService;
  writer: AlertWriter;
  clock: () => Date;
  consoleUrl: () => string;
  readEvents?: ReadAlertEvents | undefined;
  countEvents?: CountAlertEvents | undefined;
  sendUpdateJob(data: { editor: Editor; filter: AlertFilter; edit: AlertEdit }): Promise<string>;
}

/**
 * True when every log type of the alert is open to the reader; policy failures and system errors are open to all. One of
 * a detection that names no log type, such as of rows that were added up, may tell of any of them.
 */
export function mayReadAlert(access: LogTypeAccess, alert: Pick<AlertRecord, 'type' | 'logTypes'>): boolean {
  if (openAlertTypes.includes(alert.type)) return true;
  return mayReadLogTypes(access, alert.logTypes);
}

export function createAlertsService(deps: AlertsDeps): AlertsService {
  const { store, audit, users, writer, clock } = deps;

  async function readable(
    access: LogTypeAccess,
    ids: readonly string[],
    within: Sql = store,
  ): Promise<AlertRecord[]> {
    const found = await findAlerts(within, ids);
    const byId = new Map(
      found.filter((alert) => mayReadAlert(access, alert)).map((alert) => [alert.id, alert]),
    );
    const missing = ids.filter((id) => !byId.has(id));
    if (missing.length > 0)
      throw notFound(`There is no alert ${missing.slice(0, 5).join(', ')}.`, {
        details: { ids: missing },
      });
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  const get = async (actor: Actor, id: string): Promise<AlertRecord> => {
    const [alert] = await readable(actor.logTypeAccess, [id]);
    if (alert === undefined) throw notFound(`There is no alert ${id}.`);
    return alert;
  };

  async function eventsOf(
    reader: AlertReader,
    alert: AlertRecord,
    { pageSize, cursor }: { pageSize: number; cursor?: string | undefined },
  ): Promise<EventPage> {
    const isFirst = cursor === undefined || cursor === '';
    const page = await deps.readEvents?.(alert, reader, { pageSize, cursor: isFirst ? undefined : cursor });
    const samples = async (which: 'all' | 'early') =>
      (await listSamples(store, alert.id, which)).map(parsedJson);
    if (page === undefined || (page.rows.length === 0 && isFirst))
      return { rows: isFirst ? await samples('all') : [], endCursor: null };
    if (page.endCursor !== null) return page;
    return { rows: [...page.rows, ...(await samples('early'))], endCursor: null };
  }

  async function checkedEdit(edit: AlertEdit): Promise<AlertEdit> {
    if (edit.status === undefined && edit.assigneeId === undefined && edit.comment === undefined)
      throw invalidInput('There is nothing to change. Give a status, an assignee or a comment.');
    if (typeof edit.assigneeId === 'string') {
      const user = await users.byId(edit.assigneeId);
      if (user === undefined || !user.enabled)
        throw invalidInput(
          `User ${edit.assigneeId} does not exist or is deactivated. Choose another assignee.`,
          {
            details: { field: 'assigneeId' },
          },
        );
    }
    return edit.comment === undefined ? edit : { ...edit, comment: checkedComment(edit.comment) };
  }

  /** `commentKey` makes a repetition of the same edit add no second comment. */
  async function applyEdit(
    tx: Sql,
    author: Author,
    ids: readonly string[],
    edit: AlertEdit,
    commentKey?: string,
  ): Promise<void> {
    const at = clock();
    const changed = planChange(await lockTriage(tx, ids), edit);
    await writeTriage(
      tx,
      changed.map(({ after }) => after),
      author,
      at,
    );
    await insertHistory(
      tx,
      changed.flatMap(({ history }) => history),
      author,
      at,
    );
    if (edit.comment === undefined) return;
    const { comment } = edit;
    const content = { body: comment, format: 'PLAIN_TEXT' } as const;
    const comments = ids.map((alertId) => newComment({ alertId, ...content }, author, at, commentKey));
    await addComments(tx, comments, author, at);
  }

  async function auditEdit(
    tx: Sql,
    actor: Actor,
    edit: AlertEdit,
    what: Record<string, unknown>,
  ): Promise<void> {
    const record = (action: string, input: Record<string, unknown>) =>
      audit.record({ action, actor, params: { input: { ...what, ...input } } }, tx);
    if (edit.status !== undefined) await record('UPDATE_ALERT_STATUS', { status: edit.status });
    if (edit.assigneeId !== undefined) await record('UPDATE_ALERT_ASSIGNEE', { assigneeId: edit.assigneeId });
    if (edit.comment !== undefined) await record('CREATE_ALERT_COMMENT', {});
  }

  async function endSystemError(
    type: SystemErrorInput['type'],
    relatedId: string,
    author: Author,
  ): Promise<void> {
    await store.transaction(async (tx) => {
      const alertId = await writer.closeSystemWindow(tx, type, relatedId);
      if (alertId !== null) await applyEdit(tx, author, [alertId], { status: 'RESOLVED' });
    });
  }

  return {
    ...createAlertComments({ store, audit, clock, get }),
    page: (actor, options) => pageOfAlerts(store, { ...options, access: actor.logTypeAccess }),
    perDay: (actor, ids, days) => alertsPerDay(store, ids, actor.logTypeAccess, { now: clock(), days }),
    async named(actor, text, limit) {
      const words = text.split(/\s+/).filter(Boolean);
      const titles = await alertTitles(
        store,
        words,
        actor.logTypeAccess,
        words.length > 0 ? namedAmong : limit,
      );
      return bestMatches(titles, text, ({ id, title }) => [title, id], limit);
    },
    count: (actor, filter) => countAlerts(store, filter, actor.logTypeAccess),
    get,
    events: (actor, alert, page) => eventsOf(actor, alert, page),
    async timeline(actor, alert) {
      const counted = await deps.countEvents?.(alert, actor);
      if (counted === undefined || counted.buckets.length === 0) return { bucketSeconds: null, buckets: [] };
      const early = await listSamples(store, alert.id, 'early');
      return withEarlyEvents(counted, early.map(parsedJson));
    },
    async summary(actor, id, attributes) {
      const alert = await get(actor, id);
      const { rows } = await eventsOf(actor, alert, { pageSize: summarizedEvents });
      return summarize(rows, attributes ?? alert.summaryAttributes);
    },
    comments: (alert) => listComments(store, alert.id),
    history: (alert) => listHistory(store, alert.id),
    deliveries: (alert) => listAttempts(store, alert.id),
    async update(actor, ids, edit) {
      const unique = [...new Set(ids)];
      if (unique.length === 0)
        throw invalidInput('Choose at least one alert.', { details: { field: 'ids' } });
      if (unique.length > editLimit)
        throw invalidInput(
          `At most ${editLimit} alerts can be changed at once. Select them by a filter instead.`,
          {
            details: { field: 'ids' },
          },
        );
      const checked = await checkedEdit(edit);
      return store.transaction(async (tx) => {
        await readable(actor.logTypeAccess, unique, tx);
        await applyEdit(tx, authorOf(actor), unique, checked);
        await auditEdit(tx, actor, checked, { ids: unique });
        return readable(actor.logTypeAccess, unique, tx);
      });
    },
    async updateMatching(actor, filter, edit) {
      const checked = await checkedEdit(edit);
      const editor = { author: authorOf(actor), access: actor.logTypeAccess };
      await auditEdit(store, actor, checked, { filter });
      return deps.sendUpdateJob({ editor, filter, edit: checked });
    },
    async applyMatching({ author, access }, filter, edit, { jobId, signal }) {
      const ids = await idsOfAlerts(store, filter, access, matchingLimit);
      for (let done = 0; done < ids.length; done += stepSize) {
        if (signal.aborted) throw internalError('The edit was stopped. It will go on with the next try.');
        const step = ids.slice(done, done + stepSize);
        await store.transaction((tx) => applyEdit(tx, author, step, edit, jobId));
      }
      return ids.length;
    },
    async deliver(actor, alertId, outputIds) {
      await resendAlert(deps, actor, await get(actor, alertId), outputIds);
      return get(actor, alertId);
    },
    async resolveSourceAlarm(actor, alertId) {
      const alert = await get(actor, alertId);
      const origin = alert.systemError;
      if (origin === null || origin.relatedComponent !== 'LOG_SOURCE')
        throw invalidInput(`Alert ${alertId} is no alarm of a log source.`, { details: { field: 'id' } });
      await endSystemError(origin.type, origin.relatedId, authorOf(actor));
      if ((await get(actor, alertId)).status !== 'RESOLVED')
        await store.transaction((tx) => applyEdit(tx, authorOf(actor), [alertId], { status: 'RESOLVED' }));
      await audit.record({ action: 'RESOLVE_SOURCE_ALARM', actor, params: { input: { id: alertId } } });
      return get(actor, alertId);
    },
    raise: (input, within) => writer.raise(input, within),
    recover: (type, relatedId) => endSystemError(type, relatedId, system),
  };
}
