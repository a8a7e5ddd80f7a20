import { conflict, invalidInput, limitExceeded, MargayError, newId, notFound } from '@margay/kit';
import type { LogTypeAccess } from '@margay/auth';
import type { Catalog } from '@margay/model';
import type { ObjectStore } from '@margay/objects';
import type { Store } from '@margay/store';
import type { Actor } from '../../../api/actor.ts';
import { authorOf } from '../../../api/author.ts';
import type { AuditLog } from '../../audit-log/index.ts';
import { readySearch } from '../runs/compile-search.ts';
import { historyMs } from '../history/history.ts';
import { readSearchParams, type SearchParamsInput } from '../schema.ts';
import { findSearch } from '../store.ts';
import { keyOf } from './file-key.ts';
import type { LinkSigner } from './link.ts';
import type { CsvExport } from './record.ts';
import { cancelExport, findExport, insertExport, listExports } from './store.ts';

export interface StartCsv {
  /** Taken when the search itself is no longer remembered. */
  params: SearchParamsInput;
  originalQueryId: string;
  /** Names or paths; all columns when there are none. */
  columns?: string[];
}

export interface CsvService {
  /** Orders a file of all rows of a search. Throws where the search cannot run or too much runs already. */
  start(actor: Actor, request: StartCsv): Promise<void>;
  /** The actor's files of a search, made or in the making; the newest first. */
  list(actor: Actor, searchId: string): Promise<CsvExport[]>;
  cancel(actor: Actor, id: string): Promise<void>;
  /** Where the newest file of the search is; throws `NotFound` when there is none whose link still works. */
  urlOf(actor: Actor, searchId: string, columns?: readonly string[]): Promise<string>;
  linkOf(file: CsvExport): string | null;
  /** The file of a signed link. Throws with code `LinkExpired` after its time. */
  open(
    id: string,
    link: { expires: number; signature: string },
  ): Promise<{ name: string; byteCount: number; read(): Promise<ReadableStream<Uint8Array>> }>;
}

const atOnce = 3;
const maxColumns = 500;
const maxColumnLength = 500;

export function createCsvService(deps: {
  store: Store;
  audit: AuditLog;
  links: LinkSigner;
  objects: ObjectStore;
  catalogOf(access: LogTypeAccess): Catalog;
  clock: () => Date;
  /** Called once a file waits to be written. */
  wake(): Promise<void>;
}): CsvService {
  const { store, audit, links, clock } = deps;

  /** The search as it ran, so that the file agrees with the screen; or as the caller describes it. */
  async function searchOf({ originalQueryId, params }: StartCsv) {
    const since = new Date(clock().getTime() - historyMs);
    const known = await findSearch(store, originalQueryId, since);
    return known
      ? { params: known.params, searchedAt: known.startedAt }
      : { params: readSearchParams(params), searchedAt: clock() };
  }

  const isUsable = (file: CsvExport) =>
    file.state === 'SUCCEEDED' && file.expiresAt !== null && file.expiresAt > clock();

  return {
    async start(actor, request) {
      const columns = checkedColumns(request.columns ?? []);
      const { params, searchedAt } = await searchOf(request);
      const access = { ...actor.logTypeAccess, logTypes: [...actor.logTypeAccess.logTypes] };
      // What cannot run is refused now, not by the runner.
      readySearch(params, deps.catalogOf(access), searchedAt);
      const running = await listExports(store, { authorId: actor.id, isOpen: true, limit: atOnce });
      if (running.some((file) => file.searchId === request.originalQueryId)) {
        throw conflict(
          'A CSV of this search is being generated already. You will be notified when it is ready.',
        );
      }
      if (running.length >= atOnce) {
        throw limitExceeded(`${atOnce} of your CSV files are being generated. Wait for one, or cancel one.`, {
          retryAfterSeconds: 30,
        });
      }
      const id = newId();
      await store.transaction(async (tx) => {
        await insertExport(tx, {
          id,
          searchId: request.originalQueryId,
          params,
          columns,
          author: authorOf(actor),
          access,
          searchedAt,
          createdAt: clock(),
        });
        const input = { id, originalQueryId: request.originalQueryId, columns };
        await audit.record({ action: 'DOWNLOAD_DATA_LAKE_QUERY', actor, params: { input } }, tx);
      });
      await deps.wake();
    },
    list: (actor, searchId) => listExports(store, { authorId: actor.id, searchId, limit: 20 }),
    async cancel(actor, id) {
      if (await cancelExport(store, id, actor.id, clock())) return;
      throw notFound(`There is no CSV ${id.slice(0, 40)} of yours that is being generated.`);
    },
    async urlOf(actor, searchId, columns) {
      const files = await listExports(store, { authorId: actor.id, searchId, limit: 20 });
      const found = files.find(
        (file) =>
          isUsable(file) &&
          (columns === undefined || JSON.stringify(file.columns) === JSON.stringify(columns)),
      );
      const url = found && this.linkOf(found);
      if (url) return url;
      throw notFound('There is no CSV of this search whose link still works. Generate a new one.');
    },
    linkOf: (file) => (isUsable(file) && file.expiresAt ? links.pathOf(file.id, file.expiresAt) : null),
    async open(id, { expires, signature }) {
      if (!links.isSigned(id, expires, signature)) {
        throw new MargayError(
          'forbidden',
          'This download link is not valid. Take it from your notification.',
        );
      }
      const file = await findExport(store, id);
      if (expires <= clock().getTime() || !file || !isUsable(file)) throw expired();
      const facts = await deps.objects.find(keyOf(id));
      if (!facts) throw expired();
      // A link carries no session: of who follows it the address is known, and whose file it is.
      const input = { id, originalQueryId: file.searchId, author: file.author };
      await audit.recordRead({ action: 'DOWNLOAD_DATA_LAKE_QUERY', actor: null, params: { input } });
      return {
        name: `search-${file.searchedAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.csv`,
        byteCount: facts.byteCount,
        async read() {
          const content = await deps.objects.read(keyOf(id));
          if (!content) throw expired();
          return content.body;
        },
      };
    },
  };
}

const expired = () =>
  new MargayError('not-found', 'The download link has expired. Please regenerate the CSV.', {
    code: 'LinkExpired',
    status: 410,
  });

function checkedColumns(columns: readonly string[]): string[] {
  const isLong =
    columns.length > maxColumns ||
    columns.some((name) => name === '' || name.length > maxColumnLength || name.includes('\0'));
  if (!isLong) return [...columns];
  throw invalidInput(
    `Ask for at most ${maxColumns} columns, each with a name of 1 to ${maxColumnLength} characters.`,
    { details: { field: 'columns' } },
  );
}
