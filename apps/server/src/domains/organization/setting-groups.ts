import { holdsAny, type SecretBox } from '@margay/auth';
import { conflict, forbidden, internalError, invalidInput, notFound } from '@margay/kit';
import { redactSettings, secretNamesOf, splitSecrets, type SettingValues } from '@margay/settings';
import { announce, firstRow, type Changes, type Sql, type Store } from '@margay/store';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import { changedSettings } from '../../settings/changed-settings.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { GroupHooks, SettingGroup, ShownGroup } from './setting-group.ts';

export interface SettingGroups {
  /** Called once by the domain that owns the group, while it makes itself. */
  addGroup<Schema extends z.ZodType>(group: SettingGroup<Schema>, hooks?: GroupHooks<z.output<Schema>>): void;
  /** As they are kept now, with secrets. */
  settingsOf<Schema extends z.ZodType>(group: SettingGroup<Schema>, within?: Sql): Promise<z.output<Schema>>;
  /** The same without waiting: read once here, and again after each change in whatever process. */
  keepSettingsOf<Schema extends z.ZodType>(group: SettingGroup<Schema>): Promise<() => z.output<Schema>>;
  shownGroups(): Promise<ShownGroup[]>;
  shownGroup(id: string): Promise<ShownGroup>;
  /**
   * Saves a group; an empty secret keeps the stored one. `since`: what the change was made from. Throws `NotFound`,
   * `forbidden`, `InvalidInput` with the faults by field, and conflict (`RevisionConflict`) where somebody saved it since.
   */
  changeGroup(
    actor: Actor,
    change: { id: string; values: SettingValues; since?: Date | null | undefined },
  ): Promise<ShownGroup>;
  /**
   * Brings a group up to date as part of another change, such as the new name of what it names. `follow` gives what becomes
   * of it, the same object where nothing does. It counts everywhere after `Changes.settle`.
   */
  changeAlong<Schema extends z.ZodType>(
    tx: Sql,
    actor: Actor,
    group: SettingGroup<Schema>,
    follow: (settings: z.output<Schema>) => z.output<Schema>,
  ): Promise<void>;
}

const Kept = z.object({ values: z.record(z.string(), z.unknown()), sealed: z.string().nullable() });
const Secrets = z.record(z.string(), z.unknown());
interface Row {
  values: SettingValues;
  updatedAt: Date | null;
}
const keyOf = (id: string) => `group:${id}`;

export function createSettingGroups(deps: {
  store: Store;
  audit: AuditLog;
  secrets: SecretBox;
  changes: Changes;
}): SettingGroups {
  const { store, audit, secrets, changes } = deps;
  const groups = new Map<string, { group: SettingGroup; hooks: GroupHooks<unknown> }>();

  function known(id: string): { group: SettingGroup; hooks: GroupHooks<unknown> } {
    const found = groups.get(id);
    if (found !== undefined) return found;
    throw notFound(`There is no group of settings ${id}. There are: ${[...groups.keys()].join(', ')}.`);
  }

  /** What is kept, as it was given. */
  async function read({ id }: SettingGroup, sql: Sql): Promise<Row> {
    const row = await firstRow<{ value: unknown; updated_at: Date }>(
      sql,
      'select value, updated_at from settings where key = $1',
      [keyOf(id)],
    );
    if (row === undefined) return { values: {}, updatedAt: null };
    const { values, sealed } = Kept.parse(row.value);
    const hidden = sealed === null ? {} : Secrets.parse(JSON.parse(secrets.open(sealed, keyOf(id))));
    return { values: { ...values, ...hidden }, updatedAt: row.updated_at };
  }

  /** A setting that a later version added counts by its default; one that it took away is left out. */
  function parsed<Schema extends z.ZodType>(
    group: SettingGroup<Schema>,
    values: SettingValues,
  ): z.output<Schema> {
    const result = group.settings.safeParse(values);
    if (result.success) return result.data;
    const said = result.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
    throw internalError(
      `The settings ${group.title} cannot be read as they are kept (${said.join('; ')}). Save them again in the general settings.`,
    );
  }

  function shown(group: SettingGroup, { values, updatedAt }: Row): ShownGroup {
    const names = secretNamesOf(group);
    return {
      group,
      values: redactSettings(names, Object.keys(values).length === 0 ? asRecord(parsed(group, {})) : values),
      storedSecrets: names.filter((name) => ![undefined, null, ''].includes(values[name] as string)),
      updatedAt,
    };
  }

  async function write(
    tx: Sql,
    { group, values, actor }: { group: SettingGroup; values: SettingValues; actor: Actor },
  ): Promise<void> {
    const { open, secret } = splitSecrets(secretNamesOf(group), values);
    const sealed =
      Object.keys(secret).length === 0 ? null : secrets.seal(JSON.stringify(secret), keyOf(group.id));
    await tx.query(
      `insert into settings (key, value, updated_by) values ($1, $2::jsonb, $3)
       on conflict (key) do update set value = $2::jsonb, updated_by = $3, updated_at = now()`,
      [keyOf(group.id), JSON.stringify({ values: open, sealed }), actor.id],
    );
  }

  /** Writes a group as part of the transaction, tells of it, and has it in the audit log. */
  async function save(
    tx: Sql,
    actor: Actor,
    change: { group: SettingGroup; before: SettingValues; after: SettingValues },
  ): Promise<void> {
    const { group, before, after } = change;
    await write(tx, { group, values: after, actor });
    const names = secretNamesOf(group);
    const params = {
      input: { id: group.id, values: redactSettings(names, after) },
      before: redactSettings(names, before),
      after: redactSettings(names, after),
    };
    await audit.record({ action: 'UPDATE_GENERAL_SETTINGS', actor, params }, tx);
    await announce(tx, keyOf(group.id));
  }

  return {
    addGroup(group, hooks = {}) {
      if (groups.has(group.id)) throw internalError(`Two groups of settings are called ${group.id}.`);
      // What nobody has saved yet has to count too.
      parsed(group, {});
      groups.set(group.id, { group, hooks });
    },
    settingsOf: async (group, within = store) => parsed(group, (await read(group, within)).values),
    async keepSettingsOf(group) {
      let kept = parsed(group, (await read(group, store)).values);
      changes.follow(keyOf(group.id), async () => {
        kept = parsed(group, (await read(group, store)).values);
      });
      return () => kept;
    },
    shownGroups: () =>
      Promise.all([...groups.values()].map(async ({ group }) => shown(group, await read(group, store)))),
    async shownGroup(id) {
      const { group } = known(id);
      return shown(group, await read(group, store));
    },
    async changeGroup(actor, { id, values: given, since }) {
      const { group, hooks } = known(id);
      const lacking = group.changedBy.filter((permission) => !holdsAny(actor.permissions, [permission]));
      if (lacking.length > 0)
        throw forbidden(`You may not change the settings ${group.title}. It needs ${lacking.join(' and ')}.`);
      const before = await read(group, store);
      const merged = changedSettings(
        group,
        { stored: before.values, given },
        { object: `Settings ${group.title}`, within: 'values', refusesUnknown: true },
      );
      const after = asRecord(
        (await hooks.beforeSave?.({
          actor,
          before: parsed(group, before.values),
          after: parsed(group, merged),
        })) ?? merged,
      );
      await store.transaction(async (tx) => {
        await tx.exec('lock table settings in share row exclusive mode');
        const { updatedAt } = await read(group, tx);
        const base = since === undefined ? before.updatedAt : since;
        if (updatedAt?.getTime() !== base?.getTime())
          throw conflict(
            `Somebody else changed the settings ${group.title} meanwhile. Load the page again, then make your change.`,
            { code: 'RevisionConflict' },
          );
        await save(tx, actor, { group, before: before.values, after });
        await hooks.alongside?.(tx, {
          actor,
          before: parsed(group, before.values),
          after: parsed(group, after),
        });
      });
      await changes.settle();
      return shown(group, await read(group, store));
    },
    async changeAlong(tx, actor, group, follow) {
      await tx.exec('lock table settings in share row exclusive mode');
      const { values: before } = await read(group, tx);
      const settings = parsed(group, before);
      const after = follow(settings);
      if (after !== settings) await save(tx, actor, { group, before, after: asRecord(after) });
    },
  };
}

function asRecord(values: unknown): SettingValues {
  const record = z.record(z.string(), z.unknown()).safeParse(values);
  if (record.success) return record.data;
  throw invalidInput('The settings must be an object.', { details: { field: 'values' } });
}
