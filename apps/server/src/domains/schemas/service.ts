import { conflict, invalidInput, isWebAddress, messageOf, notFound } from '@margay/kit';
import {
  forbiddenEdits,
  readSchema,
  textOfProblem,
  type DiscoveredField,
  type LogSchema,
  type SchemaProblem,
} from '@margay/schema';
import { announce, type Changes, type Sql, type Store } from '@margay/store';
import { createHash } from 'node:crypto';
import type { Actor } from '../../api/actor.ts';
import { assertReads } from '../../api/log-type-lack.ts';
import type { TextReader } from '../../typed-text/reader.ts';
import { changedFields, type AuditLog } from '../audit-log/index.ts';
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
import { discoveredTask, schemaTask } from './text-tasks.ts';

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
  /** How its entries are cut into fields, as YAML; undefined for JSON. */
  parserText?: string | undefined;
}

export interface SchemasService {
  list(): Promise<SchemaRecord[]>;
  byName(name: string): Promise<SchemaRecord | undefined>;
  versions(name: string): Promise<SchemaVersion[]>;
  /** Problems of a text, without storing anything. */
  check(actor: Actor, input: SchemaInput): Promise<SchemaProblem[]>;
  /**
   * Throws `forbidden` unless the actor may read the log type and all that come from the sources that use it: a schema
   * that takes every entry would turn the others into its own. So does the next one.
   */
  put(actor: Actor, input: SchemaInput): Promise<SchemaRecord>;
  setArchived(actor: Actor, name: string, isArchived: boolean): Promise<SchemaRecord>;
  /** Brings the schemas that ship with the product up to date. Returns the names that changed. */
  syncManaged(specs: readonly { name: string; spec: string }[]): Promise<string[]>;
  /** The named schemas, read. Names that do not exist, are archived or cannot be read are left out. */
  active(names: readonly string[]): Promise<ActiveSchema[]>;
  /** The same, with those that cannot be read and why. */
  activeOrFaults(
    names: readonly string[],
  ): Promise<{ schemas: ActiveSchema[]; faults: { logType: string; reason: string }[] }>;
  /** Every name a source may use. */
  availableNames(): Promise<string[]>;
  /**
   * Remembers fields that arrived although the schema does not name them. The schema takes them up as a new version, by
   * which the next events are read.
   */
  noteDiscovered(name: string, fields: readonly DiscoveredField[]): Promise<void>;
  /** How a schema's entries are cut into fields: kind and YAML text, which JSON does not need. */
  parserOf(record: SchemaRecord): Promise<{ kind: LogSchema['parser']['kind']; text: string | undefined }>;
  /** Asks `find` from now on for what uses a schema, before that is changed or archived. */
  usedBy(find: FindUsers): void;
  /** Called after a schema was written or archived, by whatever process; the caller in this one waits for it. */
  onChange(listener: () => Promise<void>): void;
}

type FindUsers = (name: string) => Promise<{ label: string; logTypes: readonly string[] }[]>;

/** What changes of schemas are announced by. */
const topic = 'schemas';

const digestOf = (spec: string) => createHash('sha256').update(spec).digest('hex');
const customPrefix = /^Custom\./i;

function invalidSchema(name: string, problems: SchemaProblem[]) {
  const code = problems[0]?.code ?? 'InvalidLogSchema';
  return invalidInput(`Schema ${name} is not valid.\n${problems.map(textOfProblem).join('\n')}`, {
    code,
    details: { problems },
  });
}

function assertDecides(actor: Actor, name: string, users: readonly { logTypes: readonly string[] }[]): void {
  assertReads(actor, [name, ...users.flatMap(({ logTypes }) => logTypes)], `change the schema ${name}`);
}

const noReference = (name: string) =>
  invalidInput(
    `Schema ${name}, referenceURL: it is not a web address. Use an address that starts with https:// or http://.`,
    { details: { field: 'referenceURL' } },
  );

export function createSchemasService(deps: {
  store: Store;
  changes: Changes;
  audit: AuditLog;
  texts: TextReader;
  /** Makes ready what events of this version need; a failure keeps it from being stored. */
  prepare?(schema: LogSchema, version: number): Promise<void>;
  clock?: () => Date;
}): SchemasService {
  const { store, changes, audit, texts, clock = () => new Date() } = deps;
  const discoveries = createDiscoveries(store);
  const read = new Map<string, ActiveSchema>();
  const findUsers: FindUsers[] = [];
  const usersOf = async (name: string) => (await Promise.all(findUsers.map((find) => find(name)))).flat();

  /** `isNew`: the text is about to be saved, and has to keep to the limits of today. */
  const readText = (
    name: string,
    spec: string,
    owner: 'user' | 'managed',
    { who, isNew = false }: { who?: string; isNew?: boolean } = {},
  ) =>
    texts.read(
      schemaTask,
      { spec, owner, name, isNew },
      { what: `Schema ${name}`, ...(who === undefined ? {} : { who }) },
    );

  async function activate(record: SchemaRecord): Promise<ActiveSchema> {
    const { name, version, isManaged } = record;
    const key = `${name}:${version}`;
    const known = read.get(key);
    if (known !== undefined) return known;
    const owner = isManaged ? 'managed' : 'user';
    const spec = record.discoveredSpec ?? record.spec;
    const reading = await readText(name, spec, owner);
    if (reading.schema === undefined) throw invalidSchema(name, reading.problems);
    const { schema, parserText } = reading;
    const active: ActiveSchema = { name, version, spec, owner, schema, parserText };
    read.set(key, active);
    return active;
  }

  /** A stored text may break rules that are younger than it is. */
  async function readOrFault(
    record: SchemaRecord,
  ): Promise<ActiveSchema | { logType: string; reason: string }> {
    try {
      return await activate(record);
    } catch (error) {
      return { logType: record.name, reason: `${messageOf(error)} Fix the schema and save it again.` };
    }
  }

  async function activeOrFaults(names: readonly string[]) {
    const wanted = new Set(names.map((name) => name.toLowerCase()));
    const records = await listSchemas(store);
    const read = await Promise.all(
      records
        .filter((record) => !record.isArchived && wanted.has(record.name.toLowerCase()))
        .map(readOrFault),
    );
    return {
      schemas: read.filter((one) => 'schema' in one),
      faults: read.filter((one) => 'reason' in one),
    };
  }

  /** The text with what was discovered; null where that adds nothing, or where the two do not go together. */
  async function enlarged(
    sql: Sql,
    content: Pick<SchemaRecord, 'name' | 'spec' | 'isManaged' | 'isFieldDiscoveryEnabled'>,
  ): Promise<string | null> {
    const { name, spec, isManaged, isFieldDiscoveryEnabled } = content;
    if (!isFieldDiscoveryEnabled) return null;
    const found = await discoveries.of(name, sql);
    if (found.length === 0) return null;
    const text = await texts.read(discoveredTask, { spec, found }, { what: `Schema ${name}` });
    if (text === undefined) return null;
    const reading = await readText(name, text, isManaged ? 'managed' : 'user', { isNew: true });
    return reading.schema === undefined ? null : text;
  }

  async function takeUpDiscovered(name: string): Promise<void> {
    const changed = await store.transaction(async (tx) => {
      const record = await findSchema(tx, name, true);
      const text = record && (await enlarged(tx, record));
      if (!record || !text || text === record.discoveredSpec) return false;
      await writeDiscoveredSpec(tx, record.name, text, record.version + 1);
      await announce(tx, topic);
      return true;
    });
    if (changed) await changes.settle();
  }

  async function reread(name: string): Promise<SchemaRecord> {
    const record = await findSchema(store, name);
    if (record === undefined) throw notFound(`Schema ${name} does not exist.`);
    return record;
  }

  async function assertEditable(
    before: SchemaRecord | undefined,
    input: SchemaInput,
    schema: LogSchema,
  ): Promise<void> {
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
    const present = await readOrFault(before);
    // What cannot be read runs nowhere, so nothing hangs on it.
    const edits = 'schema' in present ? forbiddenEdits(present.schema, schema) : [];
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
    async check(actor, { name, spec }) {
      return (await readText(name, spec, 'user', { who: actor.id, isNew: true })).problems;
    },
    async put(actor, input) {
      const name = customPrefix.test(input.name) ? input.name : `Custom.${input.name}`;
      const known = await findSchema(store, name);
      const users = await usersOf(known?.name ?? name);
      assertDecides(actor, name, users);
      const reading = await readText(name, input.spec, 'user', { who: actor.id, isNew: true });
      if (reading.schema === undefined) throw invalidSchema(name, reading.problems);
      const { schema } = reading;
      if (input.referenceUrl !== undefined && !isWebAddress(input.referenceUrl)) throw noReference(name);
      await assertEditable(known, input, schema);
      // Before it is stored: what cannot be made ready must not be left behind.
      if (deps.prepare && users.length > 0) await deps.prepare(schema, (known?.version ?? 0) + 1);
      await store.transaction(async (tx) => {
        const before = await findSchema(tx, name);
        await assertEditable(before, input, schema);
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
        const params = { input: { name }, ...changedFields(before && factsOf(before), factsOf(content)) };
        await audit.record({ action: 'CREATE_OR_UPDATE_SCHEMA', actor, params }, tx);
        await announce(tx, topic);
      });
      await changes.settle();
      return reread(name);
    },
    async setArchived(actor, name, isArchived) {
      const record = await reread(name);
      const users = await usersOf(record.name);
      assertDecides(actor, record.name, users);
      if (isArchived && users.length > 0) {
        throw conflict(
          `Schema ${record.name} is used by ${users.map(({ label }) => label).join(', ')}. Detach it there before archiving it.`,
          {
            code: 'InUse',
          },
        );
      }
      await store.transaction(async (tx) => {
        await setArchived(tx, record.name, isArchived, actor.id);
        const params = { input: { name, isArchived } };
        await audit.record({ action: 'UPDATE_CUSTOM_SCHEMA_STATE', actor, params }, tx);
        await announce(tx, topic);
      });
      await changes.settle();
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
    active: async (names) => (await activeOrFaults(names)).schemas,
    activeOrFaults,
    async availableNames() {
      return (await listSchemas(store)).filter((record) => !record.isArchived).map((record) => record.name);
    },
    async noteDiscovered(name, fields) {
      if (await discoveries.note(name, fields, clock())) await takeUpDiscovered(name);
    },
    async parserOf(record) {
      const present = await readOrFault(record);
      return 'schema' in present
        ? { kind: present.schema.parser.kind, text: present.parserText }
        : { kind: 'native' as const, text: undefined };
    },
    usedBy: (find) => void findUsers.push(find),
    onChange: (listener) => changes.follow(topic, listener),
  };
}

/** What the audit log keeps of a schema. */
const factsOf = ({
  spec,
  description,
  referenceUrl,
}: Pick<SchemaRecord, 'spec' | 'description' | 'referenceUrl'>) => ({
  spec,
  description,
  referenceUrl,
});
