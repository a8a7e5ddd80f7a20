import { conflict, invalidInput, limitExceeded, messageOf, newId, notFound, type Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import {
  createEnricher,
  keyFieldOf,
  matchKeyOf,
  openTableImage,
  tableLimits,
  type EnrichmentTable,
  type RowFormat,
} from '@margay/normalize/enrich';
import type { ObjectStore } from '@margay/objects';
import { announce, type Changes, type Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { assertReads } from '../../api/log-type-lack.ts';
import { authorOf } from '../../api/author.ts';
import type { TextReader } from '../../typed-text/reader.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { ActiveSchema, SchemasService } from '../schemas/index.ts';
import { copyToLake } from './lake-copy.ts';
import { createLoadedTables } from './loaded-tables.ts';
import { faultAmong, nameOf, statesByTable, usingProcesses, type ProcessState } from './process-states.ts';
import { readPut, type PutLookupTable } from './schema.ts';
import {
  activateVersion,
  activeVersions,
  deleteTable,
  findRival,
  findTable,
  forgetVersions,
  listTables,
  listVersions,
  noteLakeVersion,
  usedDigests,
  writeTable,
  type LookupTable,
  type TableVersion,
} from './store.ts';
import { tableTask } from './text-tasks.ts';
import { openVersionFiles } from './version-files.ts';

/** A table with the version that counts; null until something was uploaded. */
export interface ShownTable {
  table: LookupTable;
  active: TableVersion | null;
  /** Why this process, or another one, does not use it although it is enabled and has rows. */
  fault: string | null;
  /** Of every process that uses lookup tables. */
  processes: ProcessState[];
}

export interface LookupTablesService {
  /** By name. */
  list(): Promise<ShownTable[]>;
  byId(id: string): Promise<ShownTable | undefined>;
  /** The newest first. */
  versions(id: string): Promise<TableVersion[]>;
  /** Makes a table, or changes one. The key of a table that has rows stays. */
  put(actor: Actor, input: PutLookupTable): Promise<ShownTable>;
  /** Replaces all rows. Throws, with nothing changed, for the first row that does not fit. */
  upload(
    actor: Actor,
    id: string,
    data: { body: ReadableStream<Uint8Array> | null; format: RowFormat },
  ): Promise<TableVersion>;
  /** Makes the rows of an older version the rows of a new one. */
  restore(actor: Actor, id: string, version: number): Promise<TableVersion>;
  remove(actor: Actor, id: string): Promise<void>;
  /** The row for a key, as `event.lookup` asks; undefined for an unknown table too. */
  find(tableName: string, key: unknown): Record<string, unknown> | undefined;
  /** What the processing thread enriches with now. */
  enrichment(): EnrichmentTable[];
  /** A copy of the event with `p_enrichment` as a new event would get it. */
  enriched(event: Record<string, unknown>, logType: string): Record<string, unknown>;
  /** Called after a change by whatever process; the caller in this one waits for it. */
  onChange(listener: () => Promise<void>): void;
  close(): Promise<void>;
}

/** What changes of lookup tables are announced by. */
const topic = 'lookup-tables';

export async function createLookupTablesService(deps: {
  store: Store;
  lake: Lake;
  changes: Changes;
  audit: AuditLog;
  texts: TextReader;
  uploads: Uploads;
  schemas: Pick<SchemasService, 'active'>;
  /** Where the rows of versions lie. */
  objects: ObjectStore;
  /** Of this process among those that share the state store. */
  processId: string;
  clock: () => Date;
  logger: Logger;
}): Promise<LookupTablesService> {
  const { store, lake, changes, audit, texts, uploads, schemas, objects, processId, clock, logger } = deps;
  const files = openVersionFiles(objects);
  const loaded = createLoadedTables({ sql: store, files, processId, logger });
  let copies: Promise<void> = Promise.resolve();

  async function schemaOf(name: string): Promise<ActiveSchema> {
    const [schema] = await schemas.active([name]);
    if (schema !== undefined) return schema;
    throw invalidInput(
      `There is no schema ${name} that can be used. Create it, or unarchive it: it types the rows of the table.`,
      { details: { field: 'schemaName' } },
    );
  }

  async function existing(id: string): Promise<LookupTable> {
    const table = await findTable(store, id);
    if (table === undefined) throw notFound(`Lookup table ${id} does not exist.`);
    return table;
  }

  async function shown(id: string): Promise<ShownTable | undefined> {
    const table = await findTable(store, id);
    if (table === undefined) return undefined;
    const [versions, statesOf] = await Promise.all([activeVersions(store), statesByTable(store, processId)]);
    return shownAs(table, versions, statesOf);
  }

  function shownAs(
    table: LookupTable,
    versions: ReadonlyMap<string, TableVersion>,
    statesOf: (tableId: string) => ProcessState[],
  ): ShownTable {
    const processes = statesOf(table.id);
    const fault = table.isEnabled ? (loaded.faultOf(table.id) ?? faultAmong(processes)) : undefined;
    return { table, active: versions.get(table.id) ?? null, fault: fault ?? null, processes };
  }

  /** Rows that only this process can read would make the others miss, and nobody would notice. */
  async function assertOthersCanRead({ name }: LookupTable): Promise<void> {
    if (objects.isShared) return;
    const others = (await usingProcesses(store, processId)).filter(({ id }) => id !== processId);
    if (others.length === 0) return;
    throw conflict(
      `Lookup table ${name}: its rows would lie in ${objects.place}, where other processes on this state cannot read them: ${others.map(nameOf).join(', ')}. Set MARGAY_OBJECTS_URL to the same storage for all processes, then upload the rows. A process that was killed counts for 15 seconds.`,
      { code: 'StorageNotShared' },
    );
  }

  async function assertRoom(table: LookupTable, imageBytes: number): Promise<void> {
    const others = [...(await activeVersions(store)).values()].filter(({ tableId }) => tableId !== table.id);
    const bytes = others.reduce((sum, version) => sum + version.imageBytes, imageBytes);
    if (bytes > tableLimits.allImageBytes)
      throw limitExceeded(
        `Lookup table ${table.name}: with this version all tables together take ${bytes} bytes of memory; at most ${tableLimits.allImageBytes} are allowed. Delete a table, or leave out columns or rows.`,
        { status: 413, details: { field: 'data', limit: tableLimits.allImageBytes } },
      );
  }

  /** The one step in which rows take effect. The file is durable before; without this it is swept at the next start. */
  async function activate(
    actor: Actor,
    table: LookupTable,
    rows: Pick<TableVersion, 'digest' | 'rowCount' | 'duplicateCount' | 'imageBytes' | 'restoredFrom'>,
  ): Promise<TableVersion> {
    const version = await store.transaction(async (tx) => {
      const now = await findTable(tx, table.id, true);
      if (now?.schemaName !== table.schemaName || now.primaryKey !== table.primaryKey)
        throw conflict(
          `Lookup table ${table.name} was changed or deleted while its rows were read. Reload it and upload them again.`,
          { code: 'RevisionConflict' },
        );
      const [newest] = await listVersions(tx, table.id);
      const next: TableVersion = {
        ...rows,
        tableId: table.id,
        version: (newest?.version ?? 0) + 1,
        author: authorOf(actor),
        createdAt: clock(),
      };
      await activateVersion(tx, next);
      await forgetVersions(tx, table.id, tableLimits.versions);
      const { rowCount, restoredFrom } = rows;
      await audit.record(
        {
          action: restoredFrom === null ? 'IMPORT_LOOKUP_TABLE_DATA' : 'RESTORE_LOOKUP_TABLE_VERSION',
          actor,
          params: {
            input: { id: table.id, name: table.name, version: next.version, rowCount, restoredFrom },
          },
        },
        tx,
      );
      await announce(tx, topic);
      return next;
    });
    await changes.settle();
    await bringToLake(table.id);
    return version;
  }

  /** Searches may see the old rows a little longer than detections do; a copy that fails is made at the next start. */
  function bringToLake(id: string): Promise<void> {
    copies = copies.then(async () => {
      try {
        const found = await shown(id);
        if (!found?.active || found.table.lakeVersion === found.active.version) return;
        const image = openTableImage(await files.read(found.active.digest));
        await copyToLake(lake, found.table, await schemaOf(found.table.schemaName), image, clock());
        await noteLakeVersion(store, id, found.active.version);
      } catch (error) {
        logger.warn({ table: id, error: messageOf(error) }, 'rows of a lookup table are not in the lake yet');
      }
    });
    return copies;
  }

  async function readUpload(
    actor: Actor,
    table: LookupTable,
    { file, format }: { file: string; format: RowFormat },
  ): Promise<TableVersion> {
    const { primaryKey, name } = table;
    const { schema } = await schemaOf(table.schemaName);
    const built = await texts.read(
      tableTask,
      { table: name, file, format, schema, primaryKey, now: clock().getTime() },
      { what: `Lookup table ${name}`, who: actor.id },
    );
    await assertRoom(table, built.image.byteLength);
    await files.write(built.digest, built.image);
    const { digest, rowCount, duplicateCount } = built;
    const imageBytes = built.image.byteLength;
    return activate(actor, table, { digest, rowCount, duplicateCount, imageBytes, restoredFrom: null });
  }

  const onChange = (listener: () => Promise<void>) => changes.follow(topic, listener);
  onChange(() => loaded.refresh());
  // Where the state is shared, another process may be about to count what it has just written.
  const draftMs = store.engine === 'pglite' ? 0 : 3_600_000;
  await files.keepOnly(await usedDigests(store), new Date(Date.now() - draftMs));
  await loaded.refresh();
  for (const { id } of await listTables(store)) void bringToLake(id);

  return {
    async list() {
      const [tables, versions, statesOf] = await Promise.all([
        listTables(store),
        activeVersions(store),
        statesByTable(store, processId),
      ]);
      return tables.map((table) => shownAs(table, versions, statesOf));
    },
    byId: shown,
    async versions(id) {
      await existing(id);
      return listVersions(store, id);
    },
    async put(actor, input) {
      const given = readPut(input);
      assertDecides(actor, { name: given.name, logTypes: given.logTypeMap });
      const { schema } = await schemaOf(given.schemaName);
      const field = keyFieldOf(schema, given.primaryKey);
      if (field === undefined)
        throw invalidInput(
          `Lookup table ${given.name}: the schema ${schema.name} has no top-level field ${given.primaryKey} of text or numbers. Choose another primary key.`,
          { details: { field: 'primaryKey' } },
        );
      const matchKey = matchKeyOf(field);
      const open = given.logTypeMap.find(({ selectors }) => selectors.length === 0);
      if (open !== undefined && matchKey.indicator === null)
        throw invalidInput(
          `Lookup table ${given.name}: ${open.logType} has no selectors, and the primary key ${field.name} is no indicator by which it could be matched. Name at least one selector.`,
          { details: { field: 'logTypeMap' } },
        );
      const author = authorOf(actor);
      const now = clock();
      const id = given.id ?? newId();
      await store.transaction(async (tx) => {
        const before = given.id == null ? undefined : await findTable(tx, id, true);
        if (given.id != null && before === undefined) throw notFound(`Lookup table ${id} does not exist.`);
        if (before !== undefined) assertDecides(actor, before);
        const table: LookupTable = {
          id,
          name: given.name,
          lakeTable: before?.lakeTable ?? lakeNameOf(given.name),
          description: given.description ?? '',
          reference: given.reference ?? '',
          isEnabled: given.enabled,
          schemaName: schema.name,
          primaryKey: field.column,
          matchKey,
          logTypes: given.logTypeMap,
          revision: (before?.revision ?? 0) + 1,
          activeVersion: before?.activeVersion ?? null,
          lakeVersion: before?.lakeVersion ?? null,
          createdAt: before?.createdAt ?? now,
          createdBy: before?.createdBy ?? author,
          updatedAt: now,
          updatedBy: author,
        };
        assertChange(before, table, given.revision ?? undefined);
        const rival = await findRival(tx, table);
        if (rival !== undefined)
          throw conflict(
            `Lookup table ${table.name} would be the same as ${rival} in the lake. Choose another name.`,
            { details: { field: 'name' } },
          );
        await writeTable(tx, table);
        const action = before === undefined ? 'CREATE_LOOKUP_TABLE' : 'UPDATE_LOOKUP_TABLE';
        await audit.record({ action, actor, params: { input: { ...given, id } } }, tx);
        await announce(tx, topic);
      });
      await changes.settle();
      const stored = await shown(id);
      if (stored === undefined) throw notFound(`Lookup table ${id} does not exist.`);
      return stored;
    },
    async upload(actor, id, { body, format }) {
      const table = await existing(id);
      assertDecides(actor, table);
      if (!table.isEnabled)
        throw invalidInput(`Lookup table ${table.name} is disabled. Enable it, then upload its rows.`, {
          code: 'InvalidUpdate',
        });
      await assertOthersCanRead(table);
      return uploads.take(actor, body, (file) => readUpload(actor, table, { file, format }));
    },
    async restore(actor, id, number) {
      const table = await existing(id);
      assertDecides(actor, table);
      const version = (await listVersions(store, id)).find((one) => one.version === number);
      if (version === undefined)
        throw notFound(
          `Lookup table ${table.name} has no version ${number}. The newest ${tableLimits.versions} are kept.`,
        );
      await assertOthersCanRead(table);
      await assertRoom(table, version.imageBytes);
      const { digest, rowCount, duplicateCount, imageBytes } = version;
      // A file that is lost must be found out before its version counts.
      await files.read(digest);
      return activate(actor, table, { digest, rowCount, duplicateCount, imageBytes, restoredFrom: number });
    },
    async remove(actor, id) {
      const table = await existing(id);
      assertDecides(actor, table);
      await store.transaction(async (tx) => {
        await deleteTable(tx, id);
        await audit.record(
          { action: 'DELETE_LOOKUP_TABLE', actor, params: { input: { id, name: table.name } } },
          tx,
        );
        await announce(tx, topic);
      });
      await changes.settle();
      await copies;
      await lake.dropTable('panther_lookups', table.lakeTable);
    },
    find: (tableName, key) => loaded.byName(tableName)?.find(key, clock().getTime()),
    enrichment: loaded.enrichment,
    enriched(event, logType) {
      const copy = { ...event };
      createEnricher(loaded.enrichment()).forLogType(logType)?.(copy, clock().getTime());
      return copy;
    },
    onChange,
    close: () => copies,
  };
}

/** Its rows stand in the events of these log types, where rules decide by them; with none named, rules of any ask for it. */
function assertDecides(
  actor: Actor,
  { name, logTypes }: { name: string; logTypes: readonly { logType: string }[] },
): void {
  assertReads(
    actor,
    logTypes.map(({ logType }) => logType),
    `change the lookup table ${name}`,
  );
}

const lakeNameOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

function assertChange(
  before: LookupTable | undefined,
  table: LookupTable,
  revision: number | undefined,
): void {
  if (before === undefined) return;
  if (revision !== undefined && revision !== before.revision)
    throw conflict(
      `Lookup table ${before.name} was changed by somebody else (revision ${before.revision}, yours is ${revision}). Reload it and apply your change again.`,
      { code: 'RevisionConflict', details: { revision: before.revision } },
    );
  if (before.activeVersion === null) return;
  const isSameKey =
    before.schemaName === table.schemaName &&
    before.primaryKey === table.primaryKey &&
    before.matchKey.kind === table.matchKey.kind;
  if (!isSameKey)
    throw invalidInput(
      `Lookup table ${before.name} has rows that are kept by ${before.primaryKey} of ${before.schemaName}, so its schema, its primary key and how the key is compared stay. Create another table for other keys.`,
      { code: 'InvalidUpdate', details: { field: 'primaryKey' } },
    );
}
