import { silentLogger } from '@margay/kit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConsole, person } from '../../api/testing-console.ts';
import { readConfig } from '../../config.ts';
import { wire, type Platform } from '../../wire.ts';

const keeper = person('keeper', new Set(['LogSourceRead', 'LogSourceModify']));
const reader = person('reader', new Set(['LogSourceRead']));
const stranger = person('stranger', new Set(['RuleRead']));
const put = `mutation ($input: PutLogSourceInput!) { putLogSource(input: $input) {
  source { integrationId integrationLabel config secretsSet ingestPath } } }`;
const remove = 'mutation ($input: IdInput!) { deleteLogSource(input: $input) { id } }';
const one = 'query ($id: ID!) { source(id: $id) { integrationId integrationLabel } }';
const secret = 'a-bearer-token-nobody-reads';
const input = (changes: object = {}) => ({
  integrationLabel: 'Trails',
  providerId: 'custom',
  ingestionType: 'HTTP',
  logStreamType: 'Lines',
  logTypes: ['AWS.CloudTrail'],
  config: { authMethod: 'Bearer', authBearerToken: secret },
  ...changes,
});

describe('log sources over GraphQL', () => {
  let folder: string;
  let platform: Platform;
  let ask: ReturnType<typeof askConsole>;
  let id: string;
  const audited = () =>
    platform.store.query<{ action: string; actor_id: string; params: unknown }>(
      `select action, actor_id, params from audit_log where action like '%LOG_SOURCE' and result = 'SUCCEEDED' order by created_at, id`,
    );
  const labels = async () => (await platform.services.logSources.list()).map(({ label }) => label).toSorted();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'margay-sources-'));
    platform = await wire(readConfig({ MARGAY_DATA_DIR: folder }), silentLogger);
    ask = askConsole(platform.services);
    const { data, errors } = await ask(put, { input: input() }, keeper);
    expect(errors).toBeUndefined();
    const { source } = data['putLogSource'] as { source: { integrationId: string } };
    id = source.integrationId;
  }, 180_000);
  afterAll(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are read with LogSourceRead and changed with LogSourceModify', async () => {
    for (const [document, variables, actor] of [
      ['{ sources { integrationId } }', {}, stranger],
      [one, { id }, stranger],
      [put, { input: input({ integrationLabel: 'Other' }) }, reader],
      [remove, { input: { id } }, reader],
    ] as const) {
      expect((await ask(document, variables, actor)).errors?.[0]?.extensions.statusCode).toBe(403);
      expect((await ask(document, variables, null)).errors?.[0]?.extensions.statusCode).toBe(401);
    }
    expect((await ask(one, { id }, reader)).data['source']).toMatchObject({ integrationId: id });
    expect(await labels()).toEqual(['Trails']);
  });

  it('are refused with the field that does not fit, and nothing is stored', async () => {
    const before = await audited();
    for (const [changes, field, message] of [
      [{ integrationLabel: ' ' }, 'integrationLabel', 'This field is required'],
      [{ integrationLabel: 'a'.repeat(37) }, 'integrationLabel', 'Must be at most 36 characters'],
      [
        { integrationLabel: 'a_b' },
        'integrationLabel',
        'Only letters, digits, dashes and spaces are allowed',
      ],
      [{ logTypes: ['Custom.Nowhere'] }, 'logTypes', /no schema for Custom\.Nowhere/],
      [{ ingestionType: 'PIGEON' }, 'ingestionType', /no ingestion type "PIGEON".*HTTP/],
    ] as const) {
      const { errors } = await ask(put, { input: input({ integrationLabel: 'Other', ...changes }) }, keeper);
      expect(errors?.[0]?.message).toMatch(message);
      expect(errors?.[0]?.extensions).toMatchObject({ statusCode: 400, details: { field } });
    }
    const bare = input({ integrationLabel: 'Other', config: { authMethod: 'Bearer' } });
    const { errors } = await ask(put, { input: bare }, keeper);
    expect(errors?.[0]?.message).toMatch(/Log source Other, .*authBearerToken/);
    expect(await labels()).toEqual(['Trails']);
    expect(await audited()).toEqual(before);
  });

  it('have a label of their own, whatever its case', async () => {
    const { errors } = await ask(put, { input: input({ integrationLabel: 'TRAILS' }) }, keeper);
    expect(errors?.[0]?.extensions).toMatchObject({
      statusCode: 409,
      details: { field: 'integrationLabel' },
    });
  });

  it('keep a secret that is left empty, and tell nobody what it is', async () => {
    const renamed = input({
      integrationId: id,
      integrationLabel: 'Trails 2',
      config: { authMethod: 'Bearer', authBearerToken: '' },
    });
    const { data } = await ask(put, { input: renamed }, keeper);
    expect(data['putLogSource']).toEqual({
      source: {
        integrationId: id,
        integrationLabel: 'Trails 2',
        config: { authMethod: 'Bearer', deliveryIdHeader: 'Idempotency-Key' },
        secretsSet: ['authBearerToken'],
        ingestPath: `/http/${id}`,
      },
    });
    const opened = await platform.services.logSources.open(id);
    expect(opened?.settings).toMatchObject({ authBearerToken: secret });
    const rows = await audited();
    expect(rows.map(({ action, actor_id }) => `${action} ${actor_id}`)).toEqual([
      'CREATE_LOG_SOURCE keeper',
      'UPDATE_LOG_SOURCE keeper',
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('that are not there are neither changed nor removed; a removed one is gone, its label free', async () => {
    const unknown = await ask(put, { input: input({ integrationId: 'nothing' }) }, keeper);
    expect(unknown.errors?.[0]?.message).toBe('Log source nothing does not exist.');
    const removal = () => ask(remove, { input: { id } }, keeper);
    expect((await removal()).data['deleteLogSource']).toEqual({ id });
    expect((await removal()).errors?.[0]?.extensions.statusCode).toBe(404);
    expect(await ask(one, { id }, reader)).toEqual({ data: { source: null } });
    expect(await platform.services.logSources.open(id)).toBeUndefined();
    expect((await audited()).at(-1)).toMatchObject({
      action: 'DELETE_LOG_SOURCE',
      actor_id: 'keeper',
      params: { input: { id } },
    });
    const again = await ask(put, { input: input({ integrationLabel: 'Trails 2' }) }, keeper);
    expect(again.errors).toBeUndefined();
  });
});
