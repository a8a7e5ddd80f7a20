import { createSecretBox, permissions } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { field, requiredText } from '@margay/settings';
import { openChanges, type Changes, type Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { askConsole, person } from '../../api/testing-console.ts';
import { featureFlags } from '../../feature-flags.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createTestAuditLog, emptyLog } from '../audit-log/testing.ts';
import { createOrganizationService, type OrganizationService } from './service.ts';
import { defineSettingGroup } from './setting-group.ts';

const post = defineSettingGroup({
  id: 'post',
  title: 'Post',
  description: 'How letters leave.',
  changedBy: ['GeneralSettingsModify', 'UserModify'],
  settings: z.object({
    host: field(z.string().trim().max(100).default(''), { label: 'Host' }),
    port: field(z.number().int().min(1).max(65_535).default(587), { label: 'Port' }),
    password: field(requiredText().max(100).optional(), {
      label: 'Password',
      secret: true,
      sentTo: ['host', 'port'],
    }),
  }),
});
const admin = person('ada', new Set(permissions));
const keeper = person('kim', new Set(['GeneralSettingsModify']));
const reader = person('rea', new Set(['GeneralSettingsRead']));
const groupFacts =
  'id title description values storedSecrets lacking updatedAt fields { name secret default }';
const read = `{ settingGroups { ${groupFacts} } }`;
const change = `mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { ${groupFacts} } }`;

describe('groups of settings', () => {
  let store: Store;
  let changes: Changes;
  const secrets = createSecretBox(randomBytes(32));
  let organization: OrganizationService;
  let ask: ReturnType<typeof askConsole>;
  const audit = () => createTestAuditLog(store);
  const openService = () =>
    createOrganizationService({
      store,
      audit: audit(),
      secrets,
      changes,
      featureFlags: { ...featureFlags },
      retentionDays: 365,
    });

  beforeAll(async () => {
    store = await openTestStore(migrations);
    changes = await openChanges({ store, logger: silentLogger });
  }, 120_000);
  beforeEach(async () => {
    await store.exec(`delete from settings where key like 'group:%'`);
    await emptyLog(store);
    organization = openService();
    organization.addGroup(post);
    ask = askConsole({ organization });
  });
  afterAll(async () => {
    await changes.close();
    await store.close();
  });
  const save = (values: unknown, more: object = {}, actor = admin) =>
    ask(change, { input: { id: 'post', values, ...more } }, actor);

  it('count by their defaults until they are saved', async () => {
    expect(await organization.settingsOf(post)).toEqual({ host: '', port: 587 });
    const { data } = await ask(read, {}, reader);
    expect(data['settingGroups']).toContainEqual({
      id: 'post',
      title: 'Post',
      description: 'How letters leave.',
      values: { host: '', port: 587 },
      storedSecrets: [],
      lacking: ['GeneralSettingsModify', 'UserModify'],
      updatedAt: null,
      fields: [
        { name: 'host', secret: false, default: '' },
        { name: 'port', secret: false, default: 587 },
        { name: 'password', secret: true, default: null },
      ],
    });
  });

  it('are kept with their secrets sealed and shown without them', async () => {
    const { data } = await save({ host: 'mail.example', port: 25, password: 'hunter2' });
    expect(data['updateSettingGroup']).toMatchObject({
      values: { host: 'mail.example', port: 25, password: '' },
      storedSecrets: ['password'],
      lacking: [],
    });
    expect(await organization.settingsOf(post)).toEqual({
      host: 'mail.example',
      port: 25,
      password: 'hunter2',
    });
    const everything = JSON.stringify([
      await store.query('select * from settings'),
      await store.query('select * from audit_log'),
      await ask(read, {}, admin),
    ]);
    expect(everything).not.toContain('hunter2');
    await save({ host: 'mail.example', port: 25, password: '' });
    expect((await organization.settingsOf(post)).password).toBe('hunter2');
  });

  it('do not send a kept secret to another server', async () => {
    await save({ host: 'mail.example', port: 25, password: 'hunter2' });
    const { errors } = await save({ host: 'evil.example', port: 25, password: '' });
    expect(errors?.[0]?.extensions.details).toMatchObject({ field: 'values.password' });
    expect((await organization.settingsOf(post)).host).toBe('mail.example');
  });

  it('are changed by who holds all of their permissions, and read by who reads settings', async () => {
    expect((await save({ port: 25 }, {}, keeper)).errors?.[0]).toMatchObject({
      message: 'You may not change the settings Post. It needs UserModify.',
      extensions: { statusCode: 403 },
    });
    expect((await save({ port: 25 }, {}, reader)).errors?.[0]?.extensions.statusCode).toBe(403);
    expect((await ask(read, {}, person('nobody'))).errors?.[0]?.extensions.statusCode).toBe(403);
    expect((await ask(read, {}, null)).errors?.[0]?.extensions.statusCode).toBe(401);
    expect(await organization.settingsOf(post)).toEqual({ host: '', port: 587 });
  });

  it('are refused with each fault by its field', async () => {
    const refused = async (values: unknown, id = 'post') =>
      (await ask(change, { input: { id, values } }, admin)).errors?.[0];
    expect((await refused({ port: 0 }))?.extensions.details).toMatchObject({ field: 'values.port' });
    expect((await refused({ port: '25' }))?.extensions.details).toMatchObject({ field: 'values.port' });
    expect((await refused({ colour: 'red' }))?.extensions.details).toMatchObject({ field: 'values.colour' });
    expect((await refused([1]))?.extensions.details).toMatchObject({ field: 'values' });
    expect((await refused({}, 'nope'))?.message).toBe(
      'There is no group of settings nope. There are: sign-in, data, post.',
    );
    expect(await store.query(`select 1 from settings where key like 'group:%'`)).toEqual([]);
  });

  it('are not overwritten by who read them before another change, nor at once with one', async () => {
    const first = await save({ port: 25 }, { updatedAt: null });
    const { updatedAt } = first.data['updateSettingGroup'] as { updatedAt: string };
    expect((await save({ port: 26 }, { updatedAt: null })).errors?.[0]?.extensions.code).toBe(
      'RevisionConflict',
    );
    const both = await Promise.all([save({ port: 27 }, { updatedAt }), save({ port: 28 }, { updatedAt })]);
    expect(both.filter(({ errors }) => errors === undefined)).toHaveLength(1);
  });

  it('are followed by what keeps them, also when another process changed them', async () => {
    const other = openService();
    other.addGroup(post);
    const kept = await other.keepSettingsOf(post);
    expect(kept().port).toBe(587);
    await save({ port: 2525 });
    expect(kept().port).toBe(2525);
  });

  it('may be looked at, refused and completed by the domain that owns them', async () => {
    organization = openService();
    organization.addGroup(post, {
      beforeSave: async ({ before, after }) => ({ ...after, host: `${before.port}.${after.host}` }),
    });
    ask = askConsole({ organization });
    await save({ host: 'mail.example' });
    expect((await organization.settingsOf(post)).host).toBe('587.mail.example');
    expect(await store.query('select action, params from audit_log')).toEqual([
      {
        action: 'UPDATE_GENERAL_SETTINGS',
        params: {
          input: { id: 'post', values: { host: '587.mail.example', port: 587 } },
          before: {},
          after: { host: '587.mail.example', port: 587 },
        },
      },
    ]);
  });
});
