import { conflict, invalidInput, notFound } from '@margay/kit';
import {
  forbiddenEdits,
  readSchema,
  textOfProblem,
  withDiscoveredFields,
  type DiscoveredField,
  type LogSchema,
  type SchemaProblem,
} from '@margay/schema';
import { compileSchema } from '@margay/normalize';
import type { Sql, Store } from '@margay/store';
import { createHash } from 'node:crypto';
import { parseDocument, stringify } from 'yaml';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/service.ts';
import { createDiscoveries } from './discoveries.ts';
import {
  findSchema,
  listSchemas,
  listVersions,
  setArchived,
  writeDiscoveredSpec,
  writeSchema,
  type SchemaRecord,
  type SchemaVersion,
} from './store.ts';

export interface SchemaInput {
  name: string;
  spec: string;
  description?: string;
  referenceUrl?: string;
  /** Revision the caller saw; absent or 0 for a new schema. */
  revision?: number;
}

/** A schema ready for use: its text was read without a problem. */
export interface ActiveSchema {
  name: string;
  version: number;
  spec: string;
  owner: 'user' | 'managed';
  schema: LogSchema;
}

export interface SchemasService {
  list(): Promise<SchemaRecord[]>;
  byName(name: string): Promise<SchemaRecord | undefined>;
  versions(name: string): Promise<SchemaVersion[]>;
  /** Problems of a text, without storing anything. */
  check(input: SchemaInput): { schema?: LogSchema; problems: SchemaProblem[] };
  put(actor: Actor, input: SchemaInput): Promise<SchemaRecord>;
  setArchived(actor: Actor, name: string, isArchived: boolean): Promise<SchemaRecord>;
  /** Brings the schemas that ship with the product up to date. Returns the names that changed. */
  syncManaged(specs: readonly { name: string; spec: string }[]): Promise<string[]>;
  /** The named schemas, read. Names that do not exist or are archived are left out. */
  active(names: readonly string[]): Promise<ActiveSchema[]>;
  /** Every name a source may use. */
  availableNames(): Promise<string[]>;
  /**
   * Remembers fields that arrived although the schema does not name them. The schema takes them up as a new version, by
   * which the next events are read.
   */
  noteDiscovered(name: string, fields: readonly DiscoveredField[]): Promise<void>;
  /** How a schema's entries are cut into fields: kind and YAML text, which JSON does not need. */
  parserOf(record: SchemaRecord): { kind: LogSchema['parser']['kind']; text: string | undefined };
  /** Called after a schema was written, with the new version. */
  onChange(listener: (active: ActiveSchema) => Promise<void>): void;
}

const digestOf = (spec: string) => createHash('sha256').update(spec).digest('hex');
const customPrefix = /^Custom\./i;

function invalidSchema(name: string, problems: SchemaProblem[]) {
  const code = problems[0]?.code ?? 'InvalidLogSchema';
  return invalidInput(`Schema ${name} is not valid.\n${problems.map(textOfProblem).join('\n')}`, {
    code,
    details: { problems },
  });
}

export function createSchemasService(deps: {
  store: Store;
  audit: AuditLog;
  /** Labels of the sources that use a schema. */
  sourcesUsing(name: string): Promise<string[]>;
  clock?: () => Date;
}): SchemasService {
  const { store, audit, clock = () => new Date() } = deps;
  const discoveries = createDiscoveries(store);
  const listeners: ((active: ActiveSchema) => Promise<void>)[] = [];
  const read = new Map<string, ActiveSchema>();

  function activate(record: SchemaRecord): ActiveSchema {
    const key = `${record.name}:${record.version}`;
    const known = read.get(key);
    if (known !== undefined) return known;
    const owner = record.isManaged ? 'managed' : 'user';
    const spec = record.discoveredSpec ?? record.spec;
    const { schema, problems } = readSchema(spec, { owner, name: record.name });
    if (schema === undefined) throw invalidSchema(record.name, problems);
    const active: ActiveSchema = {
      name: record.name,
      version: record.version,
      spec,
      owner,
      schema,
    };
    read.set(key, active);
    return active;
  }

  async function announce(record: SchemaRecord): Promise<void> {
    const active = activate(record);
    for (const listener of listeners) await listener(active);
  }

  /** The text with what was discovered; null where that adds nothing, or where the two do not go together. */
  async function enlarged(
    sql: Sql,
    content: Pick<SchemaRecord, 'name' | 'spec' | 'isManaged' | 'isFieldDiscoveryEnabled'>,
  ): Promise<string | null> {
    if (!content.isFieldDiscoveryEnabled) return null;
    const text = withDiscoveredFields(content.spec, await discoveries.of(content.name, sql));
    if (text === withDiscoveredFields(content.spec, [])) return null;
    const owner = content.isManaged ? 'managed' : 'user';
    return readSchema(text, { owner, name: content.name }).schema === undefined ? null : text;
  }

  async function takeUpDiscovered(name: string): Promise<void> {
    const changed = await store.transaction(async (tx) => {
      const record = await findSchema(tx, name, true);
      const text = record && (await enlarged(tx, record));
      if (!record || !text || text === record.discoveredSpec) return false;
      await writeDiscoveredSpec(tx, record.name, text, record.version + 1);
      return true;
    });
    if (changed) await announce(await reread(name));
  }

  async function reread(name: string): Promise<SchemaRecord> {
    const record = await findSchema(store, name);
    if (record === undefined) throw notFound(`Schema ${name} does not exist.`);
    return record;
  }

  function assertEditable(before: SchemaRecord | undefined, input: SchemaInput, schema: LogSchema): void {
    if (before === undefined) {
      if ((input.revision ?? 0) === 0) return;
      throw notFound(`Schema ${input.name} does not exist. Leave the revision out to create it.`);
    }
    if (before.isManaged) {
      throw invalidInput(
        `Schema ${before.name} is managed. Clone it under a name that starts with "Custom.".`,
        {
          code: 'InvalidUpdate',
        },
      );
    }
    if ((input.revision ?? 0) === 0) {
      throw conflict(`A schema named ${before.name} exists already. Choose another name, or edit that one.`);
    }
    if (before.isArchived) {
      throw invalidInput(
        `Schema ${before.name} is archived, so it cannot be changed. Unarchive it first, then save again; or choose another name.`,
        { code: 'InvalidUpdate', details: { field: 'name' } },
      );
    }
    if (before.revision !== input.revision) {
      throw conflict(
        `Schema ${before.name} was changed by somebody else (revision ${before.revision}, yours is ${input.revision}). Reload it and apply your change again.`,
        { code: 'RevisionConflict', details: { revision: before.revision } },
      );
    }
    const edits = forbiddenEdits(activate(before).schema, schema);
    if (edits.length === 0) return;
    throw invalidInput(
      `Schema ${before.name} cannot be changed this way: ${edits.map((edit) => `${edit.message} ${edit.remedy}`).join(' ')}`,
      { code: 'InvalidUpdate', details: { edits } },
    );
  }

  return {
    list: () => listSchemas(store),
    byName: (name) => findSchema(store, name),
    versions: (name) => listVersions(store, name),
    check: (input) => readSchema(input.spec, { owner: 'user', name: input.name }),
    async put(actor, input) {
      const name = customPrefix.test(input.name) ? input.name : `Custom.${input.name}`;
      const { schema, problems } = readSchema(input.spec, { owner: 'user', name });
      if (schema === undefined) throw invalidSchema(name, problems);
      // Says now, at its place, what would otherwise stop the processing of every batch.
      compileSchema(schema);
      await store.transaction(async (tx) => {
        const before = await findSchema(tx, name);
        assertEditable(before, input, schema);
        const specDigest = digestOf(input.spec);
        const isSameSpec = before?.specDigest === specDigest;
        const content = {
          name: before?.name ?? name,
          spec: input.spec,
          specDigest,
          description: input.description ?? schema.description,
          referenceUrl: input.referenceUrl ?? schema.referenceUrl,
          isManaged: false,
          isFieldDiscoveryEnabled: schema.fieldDiscoveryEnabled,
        };
        await writeSchema(
          tx,
          { ...content, discoveredSpec: await enlarged(tx, content) },
          { revision: (before?.revision ?? 0) + 1, version: (before?.version ?? 0) + (isSameSpec ? 0 : 1) },
          actor.id,
        );
        await audit.record({ action: 'CREATE_OR_UPDATE_SCHEMA', actor, params: { input: { name } } }, tx);
      });
      const record = await reread(name);
      await announce(record);
      return record;
    },
    async setArchived(actor, name, isArchived) {
      const record = await reread(name);
      const users = isArchived ? await deps.sourcesUsing(record.name) : [];
      if (users.length > 0) {
        throw conflict(
          `Schema ${record.name} is used by ${users.join(', ')}. Detach it there before archiving it.`,
          {
            code: 'InUse',
          },
        );
      }
      await setArchived(store, record.name, isArchived, actor.id);
      await audit.record({
        action: 'UPDATE_CUSTOM_SCHEMA_STATE',
        actor,
        params: { input: { name, isArchived } },
      });
      return reread(name);
    },
    async syncManaged(specs) {
      const changed: string[] = [];
      await store.transaction(async (tx) => {
        const present = new Map((await listSchemas(tx)).map((record) => [record.name, record]));
        for (const { name, spec } of specs) {
          const before = present.get(name);
          const specDigest = digestOf(spec);
          if (before?.specDigest === specDigest) continue;
          const { schema, problems } = readSchema(spec, { owner: 'managed', name });
          if (schema === undefined) throw invalidSchema(name, problems);
          const content = {
            name,
            spec,
            specDigest,
            description: schema.description,
            referenceUrl: schema.referenceUrl,
            isManaged: true,
            isFieldDiscoveryEnabled: schema.fieldDiscoveryEnabled,
          };
          await writeSchema(
            tx,
            { ...content, discoveredSpec: await enlarged(tx, content) },
            { revision: (before?.revision ?? 0) + 1, version: (before?.version ?? 0) + 1 },
            null,
          );
          changed.push(name);
        }
      });
      return changed;
    },
    async active(names) {
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      const records = await listSchemas(store);
      return records
        .filter((record) => !record.isArchived && wanted.has(record.name.toLowerCase()))
        .map(activate);
    },
    async availableNames() {
      return (await listSchemas(store)).filter((record) => !record.isArchived).map((record) => record.name);
    },
    async noteDiscovered(name, fields) {
      if (await discoveries.note(name, fields, clock())) await takeUpDiscovered(name);
    },
    parserOf(record) {
      const section: unknown = parseDocument(record.spec).toJS() as unknown;
      const parser = isRecord(section) ? section['parser'] : undefined;
      const { kind } = activate(record).schema.parser;
      return { kind, text: kind === 'native' || parser === undefined ? undefined : stringify(parser) };
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
