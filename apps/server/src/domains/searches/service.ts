import { accessKeyOf } from '@margay/auth';
import { MargayError, newId, notFound, type Logger } from '@margay/kit';
import type { Lake, QueryLane } from '@margay/lake';
import {
  type Diagnostic,
  type EventKey,
  languageOf,
  type ReadySearch,
  type SearchLanguage,
  type Visualization,
} from '@margay/query';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { authorOf } from '../../api/author.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import { catalogFor } from './catalog-for.ts';
import { findingLimits, readEventFindings, type FoundEvent } from './results/event-findings.ts';
import {
  countAlertEvents,
  readAlertEvents,
  type AlertEvents,
  type AlertEventsRequest,
  type AlertTimeline,
} from './results/alert-events.ts';
import { lakeAsker, type AskLake, type PersonLimits } from './runs/ask-lake.ts';
import { compileSearch, readySearch } from './runs/compile-search.ts';
import { detailsPage } from './components/details.ts';
import { indicatorLatelyPage, indicatorTablesPage, indicatorValuesPage } from './components/indicators.ts';
import { summaryPage } from './components/summary.ts';
import { timelinePage } from './components/timeline.ts';
import { readEventLine } from './results/event-line.ts';
import { createEstimator, type SearchEstimate } from './runs/estimate.ts';
import { databasesOf, type DatabaseEntry } from './properties/databases.ts';
import {
  explainSql,
  summaryOf,
  type ExplainRequest,
  type QueryExplanation,
  type SummarizeRequest,
} from './data-explorer/data-explorer.ts';
import { historyMs, historyPage, type HistoryPage, type HistoryRequest } from './history/history.ts';
import { createKnownRecords } from './runs/known-records.ts';
import { createOutcomeNotes } from './runs/outcome-notes.ts';
import { rememberRun } from './runs/remember-run.ts';
import { propertyPage, type PropertyDefinition, type PropertyRequest } from './properties/definitions.ts';
import type { ResultPage } from './results/page.ts';
import { compileRequest, runCompiled, type SqlRequest, type SqlResult } from './data-explorer/run-sql.ts';
import { cancelledMessage, createRuns, type RunState } from './runs/runs.ts';
import {
  checkSizes,
  readPageSize,
  readSearchParams,
  SearchParams,
  type SearchComponent,
  type SearchParamsInput,
} from './schema.ts';
import {
  propertyValues,
  sampledTime,
  valueLimits,
  type PropertyValue,
  type PropertyValuesRequest,
} from './properties/values.ts';
import { asSeenBy, partNamed, viewOf, type RowsRequest, type SearchView } from './results/view.ts';
import { newestEvents, type EventSpan } from './results/newest-events.ts';
import { tablePage, tablesRead, withMatches, type SearchTable } from './results/tables.ts';
import { emptyScope, propertyScope } from './user-config/properties.ts';
import type { UserConfigInput } from './user-config/schema.ts';
import { createColumnSets, type ColumnSets } from './column-sets/service.ts';
import { createUserConfigs, type UserConfig } from './user-config/service.ts';
import {
  addOutcome,
  findSearch,
  insertSearch,
  startedRecord,
  sweepSearches,
  type RunOutcome,
  type SearchRecord,
  type StartedRecord,
} from './store.ts';

export interface PartRequest {
  id: string;
  component: SearchComponent;
  pageSize?: number;
  cursor?: string;
  /** Summary only: names or paths of columns. */
  columns?: string[];
}

export interface StartOptions {
  copyUserConfigQueryId?: string;
}

export interface StartedSearch {
  id: string;
  /** Set when the text ends in `visualize`. */
  visualize?: Visualization;
}

export interface SearchesService {
  /**
   * Stores the search and answers at once. Throws `InvalidInput` with the place of what is wrong with it. Columns and
   * charts of `copyUserConfigQueryId` are taken over, when that search is still known.
   */
  start(actor: Actor, params: SearchParamsInput, options?: StartOptions): Promise<StartedSearch>;
  /** What is wrong with a search, without storing or running it. */
  check(actor: Actor, params: SearchParamsInput): Diagnostic[];
  /** What a search would read; undefined when it cannot run. */
  estimate(actor: Actor, params: SearchParamsInput): Promise<SearchEstimate | undefined>;
  /** The newest events of the databases and tables a search looks in, whatever its times and conditions. */
  newestEvents(actor: Actor, params: SearchParamsInput, signal?: AbortSignal): Promise<EventSpan | undefined>;
  /** Starts a part of a search unless it runs already, and waits a moment for it. */
  part(actor: Actor, request: PartRequest): Promise<SearchView>;
  /** What a query text reads, with its macros written out; faults come back as diagnostics. */
  explain(actor: Actor, request: ExplainRequest): QueryExplanation;
  /** Starts a search for the most or least frequent values of a column of an SQL search. */
  summarize(actor: Actor, request: SummarizeRequest): Promise<{ id: string }>;
  /** A search, or the part of one that the id names; `isRoot`: the whole search in both cases. */
  byId(actor: Actor, id: string, options?: { isRoot?: boolean }): Promise<SearchView | undefined>;
  /** The tables a search reads and how many rows it found in each, page by page. */
  tables(
    actor: Actor,
    request: { id: string; pageSize?: number; cursor?: string },
  ): Promise<{ tables: SearchTable[]; endCursor: string | null }>;
  /** The most frequent values of a property lately, for whoever types a condition on it. Not part of the history. */
  propertyValues(
    actor: Actor,
    request: PropertyValuesRequest,
    signal?: AbortSignal,
  ): Promise<PropertyValue[]>;
  /** Columns and the fields inside them that searches can name, page by page. Throws for unknown tables. */
  properties(
    actor: Actor,
    request: PropertyRequest,
  ): { definitions: PropertyDefinition[]; endCursor: string | null };
  /** The rows to draw a chart from, in the order of the search, page by page: 999 unless asked otherwise. */
  visualization(actor: Actor, request: Omit<PartRequest, 'component' | 'columns'>): Promise<SearchView>;
  userConfig(actor: Actor, search: SearchRecord): Promise<UserConfig | undefined>;
  updateUserConfig(actor: Actor, input: UserConfigInput): Promise<UserConfig>;
  history(actor: Actor, request: HistoryRequest): Promise<HistoryPage>;
  /** Ends what runs of a search. Its author ends one without a result for good; others only what they started themselves. */
  cancel(actor: Actor, id: string): Promise<void>;
  /** Says that this person looks at it no more: what they started of it ends soon, unless it is asked for again. */
  leave(actor: Actor, id: string): void;
  /** Runs a query text to its end, or until nobody waits for it. */
  runSql(actor: Actor, request: SqlRequest, signal?: AbortSignal): Promise<SqlResult>;
  databases(actor: Actor): DatabaseEntry[];
  /** Events of an alert from the log types that may be read, page by page. Who may see the alert is not asked here. */
  alertEvents(
    reader: Pick<Actor, 'id' | 'logTypeAccess'>,
    alertId: string,
    request: AlertEventsRequest,
  ): Promise<AlertEvents>;
  /** What detections found in events of log types that may be read; those without findings are left out. Not part of the history. */
  eventFindings(
    reader: Pick<Actor, 'id' | 'logTypeAccess'>,
    events: readonly EventKey[],
    signal?: AbortSignal,
  ): Promise<FoundEvent[]>;
  /** The line an event came as; null where it is gone, or may not be read. */
  eventLine(
    reader: Pick<Actor, 'id' | 'logTypeAccess'>,
    event: EventKey,
    signal?: AbortSignal,
  ): Promise<string | null>;
  /** The same events counted over time. */
  alertTimeline(
    reader: Pick<Actor, 'id' | 'logTypeAccess'>,
    alertId: string,
    request: Pick<AlertEventsRequest, 'window' | 'logTypes' | 'database'>,
  ): Promise<AlertTimeline>;
  /** Columns of results that people gave names. */
  columnSets: ColumnSets;
  /** Forgets what is older than 30 days. */
  sweep(): Promise<void>;
  /** Ends what runs. */
  close(): void;
  /** Until the history has all that has ended. */
  settled(): Promise<void>;
}

/** A chart draws no more points than this. */
const chartRows = 999;
type SearchKind = SearchLanguage['historyKind'];

const idPattern = /^[0-9a-f]{32}$/;
const hour = 60 * 60_000;
/** The audit log keeps so much of a query's text; the history keeps it whole. */
const auditedLength = 10_000;

export interface SearchesDeps {
  store: Store;
  lake: Lake;
  audit: AuditLog;
  logger: Logger;
  clock: () => Date;
  /** How long one look at a part waits for it, in milliseconds. Default 375. */
  waitMs?: number;
  /** Of what people run. */
  limits?: PersonLimits;
}

export function createSearchesService(deps: SearchesDeps): SearchesService {
  const { store, lake, audit, logger, clock, waitMs, limits } = deps;
  const catalogOf = catalogFor(lake);
  const estimateOf = createEstimator(lake);
  const runs = createRuns({
    lake,
    logger,
    ...(waitMs === undefined ? {} : { waitMs }),
    ...(limits === undefined ? {} : { limits }),
  });
  /** A search that runs in this process says how far it is. */
  const withProgress = (view: SearchView): SearchView =>
    view.status === 'running' ? { ...view, progress: runs.progress(view.record.id) ?? view.progress } : view;

  const notes = createOutcomeNotes((searchId, error) =>
    logger.warn({ searchId, error: String(error) }, 'search history could not be written'),
  );
  const known = createKnownRecords(store);
  /** Written in a moment, and at once for who asks. */
  function note(id: string, outcome: Omit<RunOutcome, 'at'>): void {
    known.forget(id);
    const at = clock();
    void notes.add(id, () => addOutcome(store, id, { ...outcome, at }));
  }

  async function find(id: string): Promise<SearchRecord | undefined> {
    if (!idPattern.test(id)) return undefined;
    // Who has seen a result must not hear that the search still runs, nor cancel it.
    await notes.settled(id);
    const since = new Date(clock().getTime() - historyMs);
    const record = known.find(id) ?? (await findSearch(store, id, since));
    return record && record.startedAt >= since ? record : undefined;
  }

  async function existing(id: string): Promise<SearchRecord> {
    const record = await find(id);
    if (record) return record;
    throw notFound(`Search ${id.slice(0, 40)} does not exist, or is older than 30 days. Run it again.`);
  }

  const begun = (actor: Actor, kind: SearchKind, params: SearchParams): StartedRecord => ({
    id: newId(),
    kind,
    params,
    author: authorOf(actor),
    accessKey: accessKeyOf(actor.logTypeAccess),
    startedAt: clock(),
  });

  function auditEntry(actor: Actor, { id, params }: StartedRecord): AuditEntry {
    const input = { id, ...params, filters: params.filters.slice(0, auditedLength) };
    return { action: 'EXECUTE_DATA_LAKE_QUERY', actor, params: { input } };
  }

  function ready(actor: Actor, found: SearchRecord): ReadySearch {
    return readySearch(found.params, catalogOf(actor.logTypeAccess), found.startedAt);
  }

  function compiled(actor: Actor, { params, startedAt }: SearchRecord): ReadySearch | undefined {
    return compileSearch(params, catalogOf(actor.logTypeAccess), startedAt).search;
  }

  const userConfigs = createUserConfigs({
    store,
    clock,
    scopeOf(actor, found) {
      const search = compiled(actor, found);
      return search ? propertyScope(search.relation, search.catalog) : emptyScope;
    },
  });

  /** How the search is to be drawn, for those who may read its tables. */
  function drawn(actor: Actor, view: SearchView): SearchView {
    const { params, startedAt } = view.record;
    if (!languageOf(params.language).text?.mayDraw(params.filters)) return view;
    const visualize = compileSearch(params, catalogOf(actor.logTypeAccess), startedAt).search?.visualize;
    return visualize ? { ...view, visualize } : view;
  }

  async function watch(actor: Actor, found: SearchRecord, request: PartRequest): Promise<RunState> {
    const { id, component, columns } = request;
    const accessKey = accessKeyOf(actor.logTypeAccess);
    const pageSize = readPageSize(request.pageSize, 100);
    const timelineKey = JSON.stringify([id, 'timeline', accessKey]);
    return runs.watch({
      key:
        component === 'timeline'
          ? timelineKey
          : JSON.stringify([id, component, pageSize, request.cursor, columns, accessKey]),
      searchId: id,
      actorId: actor.id,
      comesSecond: component === 'summary',
      work: async (ask) => {
        const timeline = runs.known(timelineKey);
        return partOf(ready(actor, found), { ...request, pageSize, top: request.pageSize, timeline }, ask);
      },
      onEnd: (state) => {
        if (found.author.id !== actor.id || found.accessKey !== accessKey) return;
        const page = state.status === 'succeeded' ? state.page : undefined;
        note(id, {
          status: state.status,
          message: state.status === 'succeeded' ? '' : state.message,
          ...(page && countsRows(component) ? { rowCount: page.rowCount } : {}),
          isTotal: page !== undefined && component === 'timeline',
          isAbandoned: 'isAbandoned' in state,
          ...waitedFor(request),
          ...state.cost,
        });
      },
    });
  }

  async function start(
    actor: Actor,
    input: SearchParamsInput,
    { copyUserConfigQueryId }: StartOptions = {},
  ): Promise<StartedSearch> {
    const params = readSearchParams(input);
    const search = readySearch(params, catalogOf(actor.logTypeAccess), clock());
    const record = begun(actor, languageOf(params.language).historyKind, params);
    const { id } = record;
    // Both at once: any process may be asked for the search as soon as its id is out.
    await audit.recordWith(auditEntry(actor, record), insertSearch(record));
    known.add(startedRecord(record));
    const before = copyUserConfigQueryId === undefined ? undefined : await find(copyUserConfigQueryId);
    if (before) await userConfigs.copy(actor, before, await existing(id));
    return { id, ...(search.visualize ? { visualize: search.visualize } : {}) };
  }

  async function part(actor: Actor, request: PartRequest): Promise<SearchView> {
    checkSizes(request);
    const found = await existing(request.id);
    // The author's own reading is the search, which is an entry already.
    if (found.author.id !== actor.id)
      await audit.recordRead({ action: 'GET_DATA_LAKE_QUERY', actor, params: { input: { id: found.id } } });
    const seen = asSeenBy(actor, found);
    if (found.status === 'cancelled') return drawn(actor, viewOf(seen));
    const state = await watch(actor, found, request);
    return drawn(actor, {
      record: seen,
      status: state.status,
      progress: state.progress,
      message: 'message' in state ? state.message : '',
      ...(state.status === 'succeeded' ? { result: { page: state.page, cost: state.cost } } : {}),
    });
  }

  async function rowsOf(actor: Actor, id: string, page: RowsRequest): Promise<SearchView> {
    const { params } = await existing(id);
    const component = params.sortDir === 'ascending' ? 'detailsAscending' : 'detailsDescending';
    return part(actor, { pageSize: chartRows, ...page, id, component });
  }

  async function byId(actor: Actor, id: string, { isRoot = false } = {}): Promise<SearchView | undefined> {
    const { searchId, component } = partNamed(id);
    const found = await find(searchId);
    if (!found) return undefined;
    if (component && !isRoot) return { ...(await part(actor, { id: searchId, component })), component };
    const view = drawn(actor, withProgress(viewOf(asSeenBy(actor, found))));
    return { ...view, rows: (page) => rowsOf(actor, searchId, page) };
  }

  return {
    start,
    explain: (actor, request) => explainSql(request, catalogOf(actor.logTypeAccess), clock()),
    async summarize(actor, request) {
      const { params } = await existing(request.id);
      return start(actor, summaryOf(params, request, catalogOf(actor.logTypeAccess), clock()));
    },
    check: (actor, input) =>
      compileSearch(readSearchParams(input), catalogOf(actor.logTypeAccess), clock()).diagnostics,
    async estimate(actor, input) {
      const params = readSearchParams(input);
      const { search } = compileSearch(params, catalogOf(actor.logTypeAccess), clock());
      return search && estimateOf(search, actor.id);
    },
    part,
    visualization: (actor, { id, ...page }) => rowsOf(actor, id, page),
    userConfig: (actor, found) => userConfigs.of(actor, found),
    updateUserConfig: async (actor, input) => userConfigs.update(actor, await existing(input.queryId), input),
    byId,
    async tables(actor, { id, pageSize, cursor }) {
      const size = readPageSize(pageSize, 100);
      checkSizes(cursor === undefined ? {} : { cursor });
      const search = ready(actor, await existing(id));
      const { result } = await part(actor, { id, component: 'timeline' });
      const tables = withMatches(tablesRead(search.relation, search.catalog), result?.page);
      return tablePage(tables, { pageSize: size, ...(cursor === undefined ? {} : { cursor }) });
    },
    properties(actor, { databases = [], tables = [], ...page }) {
      const catalog = catalogOf(actor.logTypeAccess);
      if (databases.length === 0 && tables.length === 0)
        return propertyPage(
          catalog.tables().filter((table) => table.unionOf === undefined),
          page,
        );
      const params = readSearchParams({ language: 'simplesearch', databases, tables });
      const { relation } = readySearch(params, catalog, clock());
      return propertyPage(tablesRead(relation, catalog), page);
    },
    async propertyValues(actor, { databases = [], tables = [], ...request }, signal) {
      const params = readSearchParams({
        language: 'simplesearch',
        databases,
        tables,
        relativeTime: sampledTime,
      });
      const search = readySearch(params, catalogOf(actor.logTypeAccess), clock());
      const { ask } = lakeAsker(lake, {
        tag: `values:${newId()}`,
        lane: laneOf(actor),
        limits: valueLimits,
        ...(signal ? { signal } : {}),
      });
      return propertyValues(search, request, ask);
    },
    newestEvents(actor, { databases = [], tables = [] }, signal) {
      const catalog = catalogOf(actor.logTypeAccess);
      const scope = { language: 'simplesearch', databases, tables } as const;
      const searchOf = (startTime: Date, endTime: Date) => {
        const times = { startTime: startTime.toISOString(), endTime: endTime.toISOString() };
        return readySearch(readSearchParams({ ...scope, ...times }), catalog, clock());
      };
      const { relation } = readySearch(readSearchParams(scope), catalog, clock());
      const { ask } = lakeAsker(lake, {
        tag: `newest:${newId()}`,
        lane: laneOf(actor),
        limits: valueLimits,
        ...(signal ? { signal } : {}),
      });
      return newestEvents(tablesRead(relation, catalog), { statistics: lake.statistics, searchOf, ask });
    },
    async history(actor, request) {
      await notes.settled();
      const page = await historyPage(store, actor, request, clock());
      return { ...page, views: page.views.map(withProgress) };
    },
    async cancel(actor, id) {
      const found = await existing(id);
      const isOver = found.status === 'succeeded' || found.status === 'failed';
      if (isOver || found.author.id !== actor.id) {
        // What still runs of a search that has its result, such as a summary, ends; the search can be opened again.
        runs.cancelOwn(id, actor.id);
        return;
      }
      runs.cancel(id);
      note(id, { status: 'cancelled', message: cancelledMessage, bytesScanned: 0, elapsedMs: 0 });
      await notes.settled(id);
    },
    leave: (actor, id) => runs.leave(id, actor.id),
    async runSql(actor, request, signal) {
      const compiled = compileRequest(request, catalogOf(actor.logTypeAccess), clock());
      const { language, rowLimit } = compiled;
      const params = readSearchParams({ language, filters: request.text, limit: rowLimit });
      const record = begun(actor, languageOf(language).historyKind, params);
      const { ask, cost } = lakeAsker(lake, {
        tag: `search:${record.id}`,
        lane: laneOf(actor),
        ...(limits ? { limits } : {}),
        ...(signal ? { signal } : {}),
      });
      const ended = rememberRun(record, { store, notes });
      // Written while the query runs: the way to the state store is as long as that of a short query.
      const [ran, written] = await Promise.allSettled([
        runCompiled(compiled, ask),
        audit.record(auditEntry(actor, record)),
      ]);
      const facts = { part: 'details', at: clock(), ...cost } as const;
      if (ran.status === 'fulfilled')
        ended({ status: 'succeeded', message: '', rowCount: ran.value.rows.length, ...facts });
      else ended({ status: 'failed', message: messageFor(ran.reason), ...facts });
      if (written.status === 'rejected') throw written.reason;
      if (ran.status === 'rejected') throw ran.reason;
      return ran.value;
    },
    databases: (actor) => databasesOf(catalogOf(actor.logTypeAccess)),
    alertEvents: ({ id, logTypeAccess }, alertId, request) =>
      readAlertEvents(alertId, request, {
        catalog: catalogOf(logTypeAccess),
        now: clock(),
        ask: lakeAsker(lake, { tag: `alert:${newId()}`, lane: laneOf({ id }) }).ask,
      }),
    eventFindings: ({ id, logTypeAccess }, events, signal) =>
      readEventFindings(events, {
        catalog: catalogOf(logTypeAccess),
        ask: lakeAsker(lake, {
          tag: `findings:${newId()}`,
          lane: laneOf({ id }),
          limits: findingLimits,
          ...(signal ? { signal } : {}),
        }).ask,
      }),
    eventLine: ({ id, logTypeAccess }, event, signal) =>
      readEventLine(event, {
        catalog: catalogOf(logTypeAccess),
        lake,
        ask: lakeAsker(lake, {
          tag: `line:${newId()}`,
          lane: laneOf({ id }),
          ...(signal ? { signal } : {}),
        }).ask,
      }),
    alertTimeline: ({ id, logTypeAccess }, alertId, request) =>
      countAlertEvents(alertId, request, {
        catalog: catalogOf(logTypeAccess),
        now: clock(),
        ask: lakeAsker(lake, { tag: `alert:${newId()}`, lane: laneOf({ id }) }).ask,
      }),
    columnSets: createColumnSets({ store, clock }),
    async sweep() {
      const now = clock().getTime();
      known.clear();
      await sweepSearches(store, new Date(now - historyMs), new Date(now - hour));
    },
    close: runs.close,
    settled: () => notes.settled(),
  };
}

const messageFor = (thrown: unknown) =>
  thrown instanceof MargayError ? thrown.message : 'The search failed on the server.';

const laneOf = ({ id }: Pick<Actor, 'id'>): QueryLane => ({ pool: 'interactive', owner: id });

/** Rows that follow and summaries come while a person looks at what is there already. */
function waitedFor({ component, cursor }: PartRequest): Pick<RunOutcome, 'part'> {
  if (component === 'timeline') return { part: 'timeline' };
  return component.startsWith('details') && cursor === undefined ? { part: 'details' } : {};
}

/** Parts whose rows are neither the events found nor counts of them say nothing of how many there are. */
function countsRows(component: SearchComponent): boolean {
  return component === 'timeline' || component.startsWith('details');
}

function partOf(
  search: ReadySearch,
  request: PartRequest & { pageSize: number; top: number | undefined; timeline: ResultPage | undefined },
  ask: AskLake,
): Promise<ResultPage> {
  const { component, columns, cursor, pageSize, top, timeline } = request;
  if (component === 'timeline') return timelinePage(search, ask);
  if (component === 'summary') return summaryPage(search, { columns, top }, ask);
  if (component === 'indicatorTables') return indicatorTablesPage(search, ask);
  if (component === 'indicatorValues') return indicatorValuesPage(search, ask);
  if (component === 'indicatorLately') return indicatorLatelyPage(search, ask);
  const isDescending = component === 'detailsDescending';
  return detailsPage(
    search,
    { isDescending, pageSize, timeline, ...(cursor === undefined ? {} : { cursor }) },
    ask,
  );
}
