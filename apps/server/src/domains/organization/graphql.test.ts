import { createSecretBox } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { openChanges, type Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConsole, person } from '../../api/testing-console.ts';
import { featureFlags } from '../../feature-flags.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { createOrganizationService, type OrganizationService } from './service.ts';

const anybody = person('anybody');
const keeper = person('keeper', new Set(['GeneralSettingsModify']));
const settings = '{ universalSettings { timezone } }';
const change = `mutation ($input: UniversalSettingsInput!) { updateUniversalSettings(input: $input) { timezone } }`;

describe('the organization over GraphQL', () => {
  let store: Store;
  let organization: OrganizationService;
  let ask: ReturnType<typeof askConsole>;

  beforeAll(async () => {
    store = await openTestStore(migrations);
    organization = createOrganizationService({
      store,
      audit: createTestAuditLog(store),
      secrets: createSecretBox(randomBytes(32)),
      changes: await openChanges({ store, logger: silentLogger }),
      featureFlags: { ...featureFlags },
      retentionDays: 365,
    });
    ask = askConsole({ organization });
  }, 120_000);
  afterAll(() => store.close());

  const audited = () =>
    store.query(
      `select actor_id, params from audit_log where action = 'UPDATE_GENERAL_SETTINGS' and result = 'SUCCEEDED'`,
    );

  it('has one id, also when several ask for it first', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => organization.installationId()));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^\d{12}$/);
    const { data } = await ask('{ appConfig { accountId } }', {}, anybody);
    expect(data['appConfig']).toEqual({ accountId: ids[0] });
  });

  it('tells its configuration to who is signed in, nobody else', async () => {
    const document = '{ appConfig { pantherVersion featureFlags { flag treatment } } }';
    const { data } = await ask(document, {}, anybody);
    expect(data['appConfig']).toMatchObject({
      featureFlags: [
        { flag: 'ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC', treatment: 'on' },
        { flag: 'ENABLE_DATA_LAKE_ACCESS_CONTROL', treatment: 'off' },
        { flag: 'ENABLE_SUPPORT_SIGN_IN', treatment: 'off' },
        { flag: 'ENABLE_TORQ_DESTINATION', treatment: 'off' },
      ],
    });
    for (const query of [document, settings]) {
      expect((await ask(query, {}, null)).errors?.[0]?.extensions.statusCode).toBe(401);
    }
  });

  it('[000-7.33] [001-7.33] [002-3.51] keeps the time zone, UTC or Local, and who changed it', async () => {
    expect((await ask(settings, {}, anybody)).data['universalSettings']).toEqual({ timezone: 'UTC' });
    const refused = await ask(change, { input: { timezone: 'Local' } }, anybody);
    expect(refused.errors?.[0]?.extensions.statusCode).toBe(403);
    expect((await ask(change, { input: { timezone: 'Mars' } }, keeper)).errors).toHaveLength(1);
    expect((await ask(settings, {}, anybody)).data['universalSettings']).toEqual({ timezone: 'UTC' });
    expect(await audited()).toEqual([]);

    const { data } = await ask(change, { input: { timezone: 'Local' } }, keeper);
    expect(data['updateUniversalSettings']).toEqual({ timezone: 'Local' });
    expect((await ask(settings, {}, anybody)).data['universalSettings']).toEqual({ timezone: 'Local' });
    expect(await audited()).toEqual([
      {
        actor_id: 'keeper',
        params: { input: { timezone: 'Local' }, before: { timezone: 'UTC' }, after: { timezone: 'Local' } },
      },
    ]);
  });
});
