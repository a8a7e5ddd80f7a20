import type { LogTypeAccess } from '@margay/auth';
import { MargayError, newId, notFound, type Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import type { Diagnostic } from '@margay/query';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { authorOf } from '../../api/author.ts';
import type { AuditLog } from '../audit-log/service.ts';
import { accessKeyOf, catalogFor } from './access.ts';
import { readAlertEvents, type AlertEvents, type AlertEventsRequest } from './alert-events.ts';
import { lakeAsker, type AskLake } from './ask-lake.ts';
import { compileSearch, refusalOf, type ReadySearch } from './compile-search.ts';
import { detailsPage } from './components/details.ts';
import { summaryPage } from './components/summary.ts';
import { timelinePage } from './components/timeline.ts';
import { databasesOf, type DatabaseEntry } from './databases.ts';
import { historyMs, historyPage, type HistoryPage, type HistoryRequest } from './history.ts';
import type { ResultPage } from './result-page.ts';
import { compileRequest, runCompiled, type SqlRequest, type SqlResult } from './run-sql.ts';
import { cancelledMessage, createRuns, type RunState } from './runs.ts';
import {
  checkSizes,
  readPageSize,
  readSearchParams,
  SearchParams,
  type SearchComponent,
  type SearchParamsInput,
} from './schema.ts';
import { asSeenBy, viewOf, type SearchView } from './search-view.ts';
import {
  addOutcome,
  findSearch,
  insertSearch,
  sweepSearches,
  type RunOutcome,
  type SearchRecord,
} from './store.ts';

export interface PartRequest {
  id: string;
  component: SearchComponent;
  pageSize?: number;
  cursor?: string;
  /** Summary only: names or paths of columns. */
  columns?: string[];
}

export interface SearchesService {
  /** Stores the search and answers at once. Throws `InvalidInput` with the place of what is wrong with it. */
  start(actor: Actor, params: SearchParamsInput): Promise<{ id: string }>;
  /** What is wrong with a search, without storing or running it. */
  check(actor: Actor, params: SearchParamsInput): Diagnostic[];
  /** Starts a part of a search unless it runs already, and waits a moment for it. */
  part(actor: Actor, request: PartRequest): Promise<SearchView>;
  byId(actor: Actor, id: string): Promise<SearchView | undefined>;
  history(actor: Actor, request: HistoryRequest): Promise<HistoryPage>;
  /** Ends what runs of a search. Its author ends it for good; others only what they started themselves. */
  cancel(actor: Actor, id: string): Promise<void>;
  /** Runs a query text to its end. */
  runSql(actor: Actor, request: SqlRequest): Promise<SqlResult>;
  databases(actor: Actor): DatabaseEntry[];
  /** Events of an alert from the log types that may be read, page by page. Who may see the alert is not asked here. */
  alertEvents(access: LogTypeAccess, alertId: string, request: AlertEventsRequest): Promise<AlertEvents>;
  /** Forgets what is older than 30 days. */
  sweep(): Promise<void>;
  /** Ends what runs. */
  close(): void;
}

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
  /** How long one look at a part waits for it, in milliseconds. Default 300. */
  waitMs?: number;
}

export function createSearchesService(deps: SearchesDeps): SearchesService {
  const { store, lake, audit, logger, clock, waitMs } = deps;
  const catalogOf = catalogFor(lake);
  const runs = createRuns({ lake, logger, ...(waitMs === undefined ? {} : { waitMs }) });

  const find = async (id: string) =>
    idPattern.test(id) ? findSearch(store, id, new Date(clock().getTime() - historyMs)) : undefined;

  async function existing(id: string): Promise<SearchRecord> {
    const record = await find(id);
    if (record) return record;
    throw notFound(`Search ${id.slice(0, 40)} does not exist, or is older than 30 days. Run it again.`);
  }

  /** Writes the search down, and in the audit log. Nobody gets an answer before both are written. */
  async function remember(
    actor: Actor,
    kind: 'search' | 'adhoc',
    id: string,
    params: SearchParams,
  ): Promise<void> {
    await insertSearch(store, {
      id,
      kind,
      params,
      author: authorOf(actor),
      accessKey: accessKeyOf(actor.logTypeAccess),
      startedAt: clock(),
    });
    const input = { id, ...params, filters: params.filters.slice(0, auditedLength) };
    await audit.record({ action: 'EXECUTE_DATA_LAKE_QUERY', actor, params: { input } });
  }

  /** The history is a courtesy to people: a search must not fail because it could not be written. */
  async function note(id: string, outcome: Omit<RunOutcome, 'at'>): Promise<void> {
    await addOutcome(store, id, { ...outcome, at: clock() }).catch((error: unknown) =>
      logger.warn({ searchId: id, error: String(error) }, 'search history could not be written'),
    );
  }

  function ready(actor: Actor, found: SearchRecord): ReadySearch {
    const { search, diagnostics } = compileSearch(
      found.params,
      catalogOf(actor.logTypeAccess),
      found.startedAt,
    );
    if (search) return search;
    throw refusalOf(diagnostics);
  }

  async function watch(actor: Actor, found: SearchRecord, request: PartRequest): Promise<RunState> {
    const { id, component, columns } = request;
    const accessKey = accessKeyOf(actor.logTypeAccess);
    const pageSize = readPageSize(request.pageSize, 100);
    return runs.watch({
      key: JSON.stringify([id, component, pageSize, request.cursor, columns, accessKey]),
      searchId: id,
      actorId: actor.id,
      work: async (ask) => partOf(ready(actor, found), { ...request, pageSize }, ask),
      onEnd: (state) => {
        if (found.author.id !== actor.id || found.accessKey !== accessKey) return;
        const page = state.status === 'succeeded' ? state.page : undefined;
        void note(id, {
          status: state.status,
          message: state.status === 'succeeded' ? '' : state.message,
          ...(page && component !== 'summary' ? { rowCount: page.rowCount } : {}),
          isTotal: page !== undefined && component === 'timeline',
          ...state.cost,
        });
      },
    });
  }

  return {
    async start(actor, input) {
      const params = readSearchParams(input);
      const { search, diagnostics } = compileSearch(params, catalogOf(actor.logTypeAccess), clock());
      if (!search) throw refusalOf(diagnostics);
      const id = newId();
      await remember(actor, params.language === 'sql' ? 'adhoc' : 'search', id, params);
      return { id };
    },
    check: (actor, input) =>
      compileSearch(readSearchParams(input), catalogOf(actor.logTypeAccess), clock()).diagnostics,
    async part(actor, request) {
      checkSizes(request);
      const found = await existing(request.id);
      const seen = asSeenBy(actor, found);
      if (found.status === 'cancelled') return viewOf(seen);
      const state = await watch(actor, found, request);
      return {
        record: seen,
        status: state.status,
        progress: state.progress,
        message: 'message' in state ? state.message : '',
        ...(state.status === 'succeeded' ? { result: { page: state.page, cost: state.cost } } : {}),
      };
    },
    async byId(actor, id) {
      const found = await find(id);
      return found && viewOf(asSeenBy(actor, found));
    },
    history: (actor, request) => historyPage(store, actor, request, clock()),
    async cancel(actor, id) {
      const found = await existing(id);
      if (found.author.id !== actor.id) {
        runs.cancelOwn(id, actor.id);
        return;
      }
      runs.cancel(id);
      const isOver = found.status === 'succeeded' || found.status === 'failed';
      if (isOver) return;
      await note(id, { status: 'cancelled', message: cancelledMessage, bytesScanned: 0, elapsedMs: 0 });
    },
    async runSql(actor, request) {
      const compiled = compileRequest(request, catalogOf(actor.logTypeAccess), clock());
      const params = readSearchParams({ language: 'sql', filters: request.text, limit: compiled.rowLimit });
      const id = newId();
      // Written while the query runs: the way to the state store is as long as that of a short query.
      const remembered = remember(actor, 'adhoc', id, params);
      const { ask, cost } = lakeAsker(lake, { tag: `search:${id}` });
      const [ran, written] = await Promise.allSettled([runCompiled(compiled, ask), remembered]);
      if (written.status === 'rejected') throw written.reason;
      if (ran.status === 'rejected') {
        const { reason } = ran;
        const message = reason instanceof MargayError ? reason.message : 'The search failed on the server.';
        await note(id, { status: 'failed', message, ...cost });
        throw reason;
      }
      void note(id, { status: 'succeeded', message: '', rowCount: ran.value.rows.length, ...cost });
      return ran.value;
    },
    databases: (actor) => databasesOf(catalogOf(actor.logTypeAccess)),
    alertEvents: (access, alertId, request) =>
      readAlertEvents(alertId, request, {
        catalog: catalogOf(access),
        now: clock(),
        ask: lakeAsker(lake, { tag: `alert:${newId()}` }).ask,
      }),
    async sweep() {
      const now = clock().getTime();
      await sweepSearches(store, new Date(now - historyMs), new Date(now - hour));
    },
    close: runs.close,
  };
}

function partOf(
  search: ReadySearch,
  request: PartRequest & { pageSize: number },
  ask: AskLake,
): Promise<ResultPage> {
  const { component, columns, cursor, pageSize } = request;
  if (component === 'timeline') return timelinePage(search, ask);
  if (component === 'summary') return summaryPage(search, columns, ask);
  const isDescending = component === 'detailsDescending';
  return detailsPage(search, { isDescending, pageSize, ...(cursor === undefined ? {} : { cursor }) }, ask);
}
