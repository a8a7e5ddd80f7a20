import type { SecretBox } from '@margay/auth';
import { forbidden } from '@margay/kit';
import { firstRow, type Changes, type Sql, type Store } from '@margay/store';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import type { FeatureFlags } from '../../feature-flags.ts';
import { changedFields, type AuditLog } from '../audit-log/index.ts';
import { dataSettings, type DataSettings } from './data-settings.ts';
import { createSettingGroups, type SettingGroups } from './setting-groups.ts';
import { signInSettings, type SignInSettings } from './sign-in-settings.ts';

const UniversalSettings = z.object({ timezone: z.enum(['Local', 'UTC']) });
export type UniversalSettings = z.output<typeof UniversalSettings>;

/** What the organization asks of everybody who signs in. */
export type SignInPolicy = Pick<SignInSettings, 'requireSecondFactor'>;

export interface OrganizationService extends SettingGroups {
  /** Stable id of this installation, made on the first start. */
  installationId(): Promise<string>;
  /** Parts of the console that are on or off here. */
  featureFlags: FeatureFlags;
  universalSettings(): Promise<UniversalSettings>;
  setUniversalSettings(actor: Actor, settings: UniversalSettings): Promise<UniversalSettings>;
  signInPolicy(): Promise<SignInPolicy>;
  setSignInPolicy(actor: Actor, policy: SignInPolicy): Promise<SignInPolicy>;
  /** As they are kept now: what somebody changed in another process counts. */
  signInSettings(): Promise<SignInSettings>;
  /** Whether the log types of roles decide what somebody sees: on by the setting, or by the feature flag. */
  hasDataLakeAccessControl(within?: Sql): Promise<boolean>;
  /** Days that events, matches and signals stay. */
  retentionDays(): Promise<number>;
}

const InstallationId = z.string();

export function createOrganizationService({
  store,
  audit,
  secrets,
  changes,
  featureFlags,
  retentionDays,
}: {
  store: Store;
  audit: AuditLog;
  secrets: SecretBox;
  changes: Changes;
  featureFlags: FeatureFlags;
  /** What the environment says, for as long as nobody saved another number. */
  retentionDays: number;
}): OrganizationService {
  const groups = createSettingGroups({ store, audit, secrets, changes });
  const data = dataSettings({ retentionDays });
  groups.addGroup(signInSettings);
  groups.addGroup(data, { beforeSave: refuseWithoutUserModify });
  async function read<T>(key: string, schema: z.ZodType<T>, fallback: T): Promise<T> {
    const row = await firstRow<{ value: unknown }>(store, 'select value from settings where key = $1', [key]);
    const parsed = schema.safeParse(row?.value);
    return parsed.success ? parsed.data : fallback;
  }
  async function write(tx: Sql, key: string, value: unknown, actor: string): Promise<void> {
    await tx.query(
      `insert into settings (key, value, updated_by) values ($1, $2::jsonb, $3)
       on conflict (key) do update set value = $2::jsonb, updated_by = $3, updated_at = now()`,
      [key, JSON.stringify(value), actor],
    );
  }
  async function set<T extends object>(actor: Actor, key: string, value: T, before: T): Promise<T> {
    await store.transaction(async (tx) => {
      await write(tx, key, value, actor.id);
      const params = { input: value, ...changedFields(before, value) };
      await audit.record({ action: 'UPDATE_GENERAL_SETTINGS', actor, params }, tx);
    });
    return value;
  }
  const universalSettings = () =>
    read<UniversalSettings>('universal', UniversalSettings, { timezone: 'UTC' });
  return {
    ...groups,
    featureFlags,
    async installationId() {
      const known = await read('installationId', InstallationId, '');
      if (known !== '') return known;
      const id = String(Math.floor(Math.random() * 9e11) + 1e11);
      // Of several that ask first, one writes; the others take what it wrote.
      await store.query(
        `insert into settings (key, value) values ('installationId', $1::jsonb) on conflict (key) do nothing`,
        [JSON.stringify(id)],
      );
      return read('installationId', InstallationId, id);
    },
    universalSettings,
    setUniversalSettings: async (actor, settings) =>
      set(actor, 'universal', settings, await universalSettings()),
    signInPolicy: () => groups.settingsOf(signInSettings),
    async setSignInPolicy(actor, policy) {
      const before = await groups.settingsOf(signInSettings);
      await groups.changeGroup(actor, { id: signInSettings.id, values: { ...before, ...policy } });
      return policy;
    },
    signInSettings: () => groups.settingsOf(signInSettings),
    hasDataLakeAccessControl: async (within = store) =>
      featureFlags.ENABLE_DATA_LAKE_ACCESS_CONTROL ||
      (await groups.settingsOf(data, within)).dataLakeAccessControl,
    retentionDays: async () => (await groups.settingsOf(data)).retentionDays,
  };
}

/** Opening every log type to everybody is as much as giving everybody another role, and what fewer days remove is gone for good. */
async function refuseWithoutUserModify({
  actor,
  before,
  after,
}: {
  actor: Actor;
  before: DataSettings;
  after: DataSettings;
}): Promise<DataSettings> {
  if (actor.permissions.has('UserModify')) return after;
  if (before.dataLakeAccessControl && !after.dataLakeAccessControl)
    throw forbidden(
      'Switching data-lake access control off needs UserModify: it opens every log type to everybody.',
    );
  if (after.retentionDays < before.retentionDays)
    throw forbidden(
      `Keeping events ${after.retentionDays} days instead of ${before.retentionDays} needs UserModify: it removes what is older for good.`,
    );
  return after;
}
