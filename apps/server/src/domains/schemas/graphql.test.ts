import { silentLogger } from '@margay/kit';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { askConsole, person } from '../../api/testing-console.ts';
import { readConfig } from '../../config.ts';
import { startDetect, type DetectRole } from '../../roles/detect.ts';
import { createMetrics } from '../../metrics.ts';
import { wire, type Platform } from '../../wire.ts';
import { newDataFolder } from '../../testing/new-data-folder.ts';

const door = `schema: Custom.Door
description: Doors that were opened
referenceURL: https://example.com/doors
fieldDiscoveryEnabled: true
fields:
  - name: door
    type: string
    required: true
    description: Which door
  - name: address
    type: string
    indicators: [ip]
  - name: who
    type: object
    fields:
      - name: email
        type: string
        indicators: [email]
  - name: keys
    type: array
    element:
      type: string
`;
const table = `schema: Custom.Table
parser:
  csv:
    delimiter: ','
    hasHeader: false
    columns: [address, count]
fields:
  - name: address
    type: string
    indicators: [ip]
  - name: count
    type: bigint
`;
const ada = person('ada', new Set(['LogSourceRead', 'LogSourceModify', 'RuleRead', 'DataAnalyticsRead']));
const rulesOnly = person('rules', new Set(['RuleRead']));

describe('schemas over GraphQL', () => {
  let folder: string;
  let platform: Platform;
  let ingest: DetectRole;
  let ask: ReturnType<typeof askConsole>;

  beforeAll(async () => {
    folder = await newDataFolder('margay-schemas-');
    platform = await wire(readConfig({ MARGAY_DATA_DIR: folder }), silentLogger);
    ingest = await startDetect(platform, createMetrics(platform), silentLogger);
    ask = askConsole(platform.services);
    for (const [name, spec] of [
      ['Custom.Door', door],
      ['Custom.Table', table],
    ]) {
      const { errors } = await ask(
        'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
        { input: { name, spec } },
        ada,
      );
      expect(errors).toBeUndefined();
    }
  }, 180_000);
  afterAll(async () => {
    await ingest.stop();
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('take web addresses only as their reference', async () => {
    const put = (referenceURL: string) =>
      ask(
        'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
        { input: { name: 'Custom.Linked', spec: door.replaceAll('Door', 'Linked'), referenceURL } },
        ada,
      );
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//example.com']) {
      const { errors } = await put(url);
      expect(errors?.[0]?.message).toMatch(/Custom\.Linked, referenceURL: it is not a web address/);
      expect(errors?.[0]?.extensions.details).toEqual({ field: 'referenceURL' });
    }
  });

  const details = `query ($input: GetSchemaInput!) { getSchema(input: $input) { error { code message }
    schema { name revision description referenceURL spec discoveredSpec isFieldDiscoveryEnabled parserType parser
      isArchived isManaged createdAt updatedAt logSources { integrationId integrationLabel } } } }`;
  async function schemaNamed(name: string, actor = ada) {
    const { data } = await ask(details, { input: { name } }, actor);
    return data['getSchema'] as { schema: Record<string, unknown> | null; error: unknown };
  }

  it('[001-3.25] [001-7.21] are given with text and parser, or with what is wrong', async () => {
    expect(await schemaNamed('custom.DOOR')).toEqual({
      error: null,
      schema: expect.objectContaining({
        name: 'Custom.Door',
        revision: 1,
        description: 'Doors that were opened',
        referenceURL: 'https://example.com/doors',
        spec: door,
        isFieldDiscoveryEnabled: true,
        parserType: 'none',
        parser: null,
      }),
    });
    const { schema } = await schemaNamed('Custom.Table');
    expect(schema).toMatchObject({ parserType: 'csv', isFieldDiscoveryEnabled: false, discoveredSpec: null });
    expect(parse(String(schema?.['parser']))).toEqual({
      csv: { delimiter: ',', hasHeader: false, columns: ['address', 'count'] },
    });
    expect(await schemaNamed('Custom.Nothing')).toEqual({
      schema: null,
      error: { code: 'NotFound', message: 'Schema Custom.Nothing does not exist.' },
    });
  });

  it('[001-3.26] [001-3.27] name their sources, and the fields that arrived without a name in them', async () => {
    const { data } = await ask(
      'mutation ($input: PutLogSourceInput!) { putLogSource(input: $input) { source { integrationId } } }',
      {
        input: {
          integrationLabel: 'Doors',
          providerId: 'custom',
          ingestionType: 'HTTP',
          logStreamType: 'Lines',
          logTypes: ['Custom.Door'],
          config: { authMethod: 'Bearer', authBearerToken: 'a-bearer-token' },
        },
      },
      ada,
    );
    const { integrationId } = (data['putLogSource'] as { source: { integrationId: string } }).source;
    const entries = [
      { door: 'a', floor: 3, who: { email: 'a@example.com', badge: 'x1' } },
      { door: 'b', floor: 4, visit: { reason: 'mail' }, who: { badge: 7 } },
    ];
    await platform.buffer.append(
      { sourceId: integrationId, receivedAt: new Date(), format: { type: 'Lines' } },
      new TextEncoder().encode(entries.map((entry) => JSON.stringify(entry)).join('\n')),
    );
    await ingest.pipeline.idle();
    const list = `{ schemas { name description createdAt updatedAt isArchived isManaged isFieldDiscoveryEnabled
      discoveredSpec logSources { integrationId integrationLabel } } }`;
    const all = (await ask(list, {}, ada)).data['schemas'] as Record<string, unknown>[];
    const found = all.find(({ name }) => name === 'Custom.Door');
    expect(found).toMatchObject({
      isArchived: false,
      isManaged: false,
      isFieldDiscoveryEnabled: true,
      logSources: [{ integrationId, integrationLabel: 'Doors' }],
    });
    expect(all.find(({ name }) => name === 'Custom.Table')).toMatchObject({
      discoveredSpec: null,
      logSources: [],
    });
    const { fields } = parse(String(found?.['discoveredSpec'])) as { fields: Record<string, unknown>[] };
    const named = (name: string) => fields.find((field) => field['name'] === name);
    expect(named('door')).toEqual({
      name: 'door',
      type: 'string',
      required: true,
      description: 'Which door',
    });
    expect(named('address')).toMatchObject({ indicators: ['ip'] });
    expect(named('keys')).toMatchObject({ type: 'array', element: { type: 'string' } });
    expect(named('floor')).toEqual({ name: 'floor', type: 'bigint', isDiscovered: true });
    expect(named('visit')).toMatchObject({
      type: 'object',
      isDiscovered: true,
      fields: [{ name: 'reason', type: 'string' }],
    });
    expect(named('who')).toMatchObject({
      fields: [
        { name: 'email', indicators: ['email'] },
        { name: 'badge', isDiscovered: true },
      ],
    });
    expect((await schemaNamed('Custom.Door')).schema).toMatchObject({ spec: door });
    expect((await schemaNamed('Custom.Door', rulesOnly)).schema).toMatchObject({ logSources: [] });
  });

  it('[001-7.16] [002-7.16] [001-7.17] give the fields that filters can name, by who has them', async () => {
    const field = 'target type description isPantherManaged logType';
    const query = `query ($input: FilterFieldsInput!) {
      filterFields(input: $input) { pantherManaged { ${field} } shared { ${field} }
        filtersByLogType { logType fields { ${field} } } }
      flatFilterFields(input: $input) { flatFields { ${field} } } }`;
    interface Answer {
      filterFields: {
        pantherManaged: { target: string }[];
        shared: { target: string; type: string }[];
        filtersByLogType: { logType: string; fields: { target: string; type: string }[] }[];
      };
      flatFilterFields: { flatFields: { target: string; type: string }[] };
    }
    const fieldsOf = async (input: Record<string, unknown>) =>
      (await ask(query, { input }, rulesOnly)).data as unknown as Answer;
    const { filterFields, flatFilterFields } = await fieldsOf({
      logTypes: ['Custom.Door', 'Custom.Table', 'Custom.Nothing'],
    });
    expect(filterFields.shared).toEqual([
      { target: 'address', type: 'ip', description: null, isPantherManaged: false, logType: null },
    ]);
    expect(filterFields.pantherManaged).toContainEqual({
      target: 'p_any_ip_addresses',
      type: expect.stringMatching(/_array$/),
      description: expect.anything(),
      isPantherManaged: true,
      logType: null,
    });
    expect(filterFields.filtersByLogType).toEqual([
      {
        logType: 'Custom.Door',
        fields: [
          expect.objectContaining({ target: 'door', type: 'string', description: 'Which door' }),
          expect.objectContaining({ target: 'who.email', type: 'string' }),
          // Field discovery found this one and the two at the end.
          expect.objectContaining({ target: 'who.badge', type: 'string' }),
          expect.objectContaining({ target: 'keys', type: 'string_array' }),
          expect.objectContaining({ target: 'floor', type: 'int' }),
          expect.objectContaining({ target: 'visit.reason', type: 'string' }),
        ],
      },
      {
        logType: 'Custom.Table',
        fields: [expect.objectContaining({ target: 'count', type: 'int', logType: 'Custom.Table' })],
      },
    ]);
    expect(flatFilterFields.flatFields[0]).toMatchObject({ target: 'address', type: 'ip' });
    const targets = flatFilterFields.flatFields.map(({ target }) => target);
    expect(targets.slice(0, 5)).toEqual(['address', 'door', 'who.email', 'who.badge', 'keys']);
    const all = await fieldsOf({ logTypes: ['Custom.Door'], showUnsafeTypes: true });
    expect(all.filterFields.filtersByLogType[0]?.fields).toContainEqual(
      expect.objectContaining({ target: 'who', type: 'json' }),
    );
  });

  it('[002-7.15] give them as one list too, with fields of unsafe types when asked', async () => {
    const typesOf = async (input: Record<string, unknown>) => {
      const { data } = await ask(
        `query ($input: FilterFieldsInput!) { flatFilterFields(input: $input) { flatFields { target type } } }`,
        { input: { logTypes: ['Custom.Door'], ...input } },
        rulesOnly,
      );
      const { flatFilterFields } = data as unknown as {
        flatFilterFields: { flatFields: { target: string; type: string }[] };
      };
      return Object.fromEntries(flatFilterFields.flatFields.map(({ target, type }) => [target, type]));
    };
    expect(await typesOf({})).toMatchObject({ address: 'ip', door: 'string', 'who.email': 'string' });
    expect(await typesOf({})).not.toHaveProperty('who');
    expect(await typesOf({ showUnsafeTypes: true })).toMatchObject({ address: 'ip', who: 'json' });
  });

  it('[001-7.30] [001-7.33] [002-7.14] lists providers with their parsers, and the time zone of everybody', async () => {
    const { data } = await ask(
      `{ availableLogProviders { results { id availableParsers { name } } error { message } }
         universalSettings { timezone } }`,
      {},
      ada,
    );
    const { availableLogProviders, universalSettings } = data as unknown as {
      availableLogProviders: { results: { id: string; availableParsers: { name: string }[] }[]; error: null };
      universalSettings: unknown;
    };
    expect(availableLogProviders.error).toBeNull();
    expect(availableLogProviders.results.find(({ id }) => id === 'aws')?.availableParsers).toContainEqual({
      name: 'AWS.CloudTrail',
    });
    expect(universalSettings).toEqual({ timezone: 'UTC' });
  });

  it('[001-8.35] say by a code what kind of fault it is', async () => {
    const put =
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }';
    const archive =
      'mutation ($input: UpdateSchemaStatusInput!) { updateSchemaStatus(input: $input) { schema { name } } }';
    const codeOf = async (query: string, input: Record<string, unknown>) =>
      (await ask(query, { input }, ada)).errors?.[0]?.extensions.code;
    const managed = (await platform.services.schemas.byName('AWS.CloudTrail'))!;
    const spec = door;
    expect(await codeOf(put, { name: 'Custom.Door', spec })).toBe('AlreadyExists');
    expect(await codeOf(archive, { name: 'Custom.Door', isArchived: true })).toBe('InUse');
    expect(await codeOf(put, { name: 'Custom.Empty', spec: 'fields: []' })).toBe('InvalidLogSchema');
    expect(await codeOf(put, { name: 'Custom.Text', spec: 'fields: [' })).toBe('InvalidSyntax');
    const { name, revision } = managed;
    const edit = { name: 'Custom.Door', spec: door.replace('type: string', 'type: int'), revision: 1 };
    expect(await codeOf(put, edit)).toBe('InvalidUpdate');
    expect(await codeOf(put, { name: 'Custom.Door', spec, revision: revision + 7 })).toBe('RevisionConflict');
    expect(await codeOf(archive, { name: `${name}.Nothing`, isArchived: true })).toBe('NotFound');
    const sizes =
      'query ($input: UserFeedbackInput) { userFeedback(input: $input) { pageInfo { endCursor } } }';
    const reader = person('reader', new Set(['GeneralSettingsRead']));
    expect((await ask(sizes, { input: { pageSize: 0 } }, reader)).errors?.[0]?.extensions.code).toBe(
      'InvalidInput',
    );
    const broken = askConsole({
      feedback: {
        page: () => Promise.reject(new Error('a secret detail')),
        send: () => Promise.reject(new Error('unused')),
      },
    });
    expect((await broken(sizes, {}, reader)).errors?.[0]).toMatchObject({
      message: 'An unexpected server error has occurred',
      extensions: { code: 'ServerError', statusCode: 500 },
    });
  });
});
