import type { Permission } from '@margay/auth';
import { readContentZip, writeContentZip } from '@margay/detect/content';
import { silentLogger } from '@margay/kit';
import { isObjectType } from 'graphql';
import { Hono } from 'hono';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlHandler } from '../../api/graphql.ts';
import type { ApiEnv } from '../../api/http-parts.ts';
import { restRoutesOn } from '../../api/rest-routes.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import type { Services } from '../../services.ts';
import { openUploads, type Uploads } from '../../uploads/uploads.ts';
import { detectionRoutes } from './rest.ts';
import { actorWith, everyKind, idleEngine, openTestDetections, type TestDetections } from './testing.ts';

let test: TestDetections;
const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: false });
let folder: string;
let contentUploads: Uploads;
const services = () =>
  ({
    detections: test.detections,
    contentUploads,
    audit: { record: () => Promise.resolve() },
  }) as unknown as Services;

type Answer = Record<string, unknown>;
async function ask(query: string, variables: Answer = {}, held?: Permission[]) {
  const context = { actor: actorWith(held), services: services() };
  const { body } = await handle({ query, variables }, context);
  const { data, errors } = body as { data: Answer | null; errors?: { message: string }[] };
  return { data: data ?? {}, refusal: errors?.[0]?.message };
}
/** The answer's one field; throws what was refused. */
async function get(query: string, variables: Answer = {}) {
  const { data, refusal } = await ask(query, variables);
  if (refusal !== undefined) throw new Error(refusal);
  return Object.values(data)[0] as Answer;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'margay-zips-'));
  contentUploads = await openUploads(folder);
  test = await openTestDetections(idleEngine);
  await test.upload(everyKind);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const common = `id versionId analysisType displayName enabled managed parentId severity description body outputIds
  reference runbook reports { key values } tags tests { name } createdAt createdBy createdByExternal lastModified
  lastModifiedBy onlyUseBaseRiskScore filePath status`;
const ruleFields = `${common} dedupPeriodMinutes threshold logTypes scheduledQueries fullScheduledQueries { id name }
  summaryAttributes isSimpleDetection simpleDetectionBody inlineFilters dynamicAlertTitle dynamicAlertContext
  dynamicGroupBy dynamicSeverities createAlert userOverrides baseDetection { id analysisType }`;
const rule = (id: string) => get(`query ($id: ID!) { rule(input: { id: $id }) { ${ruleFields} } }`, { id });
const putRule = (input: Answer) =>
  get(`mutation ($input: PutRuleInput!) { putRule(input: $input) { ${ruleFields} } }`, { input });

describe('reading detections', () => {
  it('[001-3.31] [001-7.22] gives rules of every kind with their fields', async () => {
    expect(await rule('My.Rule')).toMatchObject({
      analysisType: 'RULE',
      status: 'Experimental',
      filePath: 'rule.yml',
      isSimpleDetection: false,
      inlineFilters: '- All: []\n',
    });
    expect(await rule('My.Simple')).toMatchObject({
      isSimpleDetection: true,
      body: '',
      simpleDetectionBody: '- Key: door\n  Condition: Equals\n  Value: a\n',
      dynamicAlertTitle: 'Door {door}',
      dynamicGroupBy: '- Key: door\n',
      dynamicSeverities: null,
    });
    expect(await rule('My.Scheduled')).toMatchObject({
      analysisType: 'SCHEDULED_RULE',
      logTypes: [],
      scheduledQueries: ['My query'],
      fullScheduledQueries: [{ id: 'My query', name: 'My query' }],
    });
    expect(await rule('My.Derived')).toMatchObject({
      analysisType: 'DERIVED_RULE',
      parentId: 'My.Rule',
      baseDetection: { id: 'My.Rule', analysisType: 'RULE' },
      userOverrides: { severity: 'CRITICAL', threshold: 7 },
      threshold: 7,
      inlineFilters: '- All: []\n',
    });
  });

  it('answers a rule or a policy, to those who may see its kind', async () => {
    const query = `query ($id: ID!) { detection(input: { id: $id }) { __typename ${common}
      ... on Policy { resourceTypes suppressions } } }`;
    expect(await get(query, { id: 'My.Policy' })).toMatchObject({
      __typename: 'Policy',
      resourceTypes: ['AWS.S3.Bucket'],
      suppressions: ['arn:aws:s3:::public-*'],
    });
    expect(await get(query, { id: 'My.Rule' })).toMatchObject({ __typename: 'Rule' });
    expect((await ask(query, { id: 'My.Policy' }, ['RuleRead'])).data).toEqual({ detection: null });
    expect(await get(query, { id: 'my_helper' })).toBeNull();
  });

  it('shows bodies and tests of a kind only to those who may see that kind', () => {
    const schema = buildConsoleSchema();
    const ruleFor = (type: string, field: string) => {
      const found = schema.getType(type);
      return isObjectType(found) ? found.getFields()[field]?.extensions['auth'] : undefined;
    };
    for (const field of ['body', 'tests']) {
      expect(ruleFor('Rule', field)).toEqual(['RuleRead']);
      expect(ruleFor('Policy', field)).toEqual(['PolicyRead']);
    }
  });

  it('[001-7.31] lists detections of the kinds asked for, and only those the caller may read', async () => {
    const query = `query ($input: ListDetectionsInput) {
      detections(input: $input) { detections { id analysisType } paging { totalItems } } }`;
    const idsOf = async (input: Answer, held?: Permission[]) => {
      const { data } = await ask(query, { input: { sortBy: 'id', sortDir: 'ascending', ...input } }, held);
      return (data['detections'] as { detections: { id: string }[] }).detections.map(({ id }) => id);
    };
    const rules = ['My.Derived', 'My.Rule', 'My.Scheduled', 'My.Simple'];
    expect(await idsOf({})).toEqual(['My.Derived', 'My.Policy', ...rules.slice(1)]);
    expect(await idsOf({}, ['RuleRead'])).toEqual(rules);
    expect(await idsOf({}, ['PolicyRead'])).toEqual(['My.Policy']);
    expect(await idsOf({ analysisTypes: ['RULE', 'CORRELATION_RULE', 'SCHEDULED_RULE'] })).toEqual(
      rules.slice(1),
    );
    expect(await idsOf({ scheduledQueries: ['My query'] })).toEqual(['My.Scheduled']);
    expect(await idsOf({ resourceTypes: ['AWS.S3.Bucket'] })).toEqual(['My.Policy']);
  });
});

describe('saving detections', () => {
  it('keeps what the editor leaves out, and takes away what it sends as null', async () => {
    const small = { id: 'My.Rule', enabled: true, severity: 'HIGH' };
    expect(await putRule({ ...small, threshold: 3 })).toMatchObject({
      severity: 'HIGH',
      threshold: 3,
      status: 'Experimental',
      inlineFilters: '- All: []\n',
      logTypes: ['AWS.CloudTrail'],
    });
    expect(await putRule({ ...small, inlineFilters: null })).toMatchObject({
      inlineFilters: null,
      threshold: 3,
    });
    await expect(putRule({ ...small, inlineFilters: 'a: [' })).rejects.toThrow(
      /My\.Rule, inlineFilters: There is an error in your syntax\. line 1/,
    );
    await expect(putRule({ ...small, analysisType: 'SCHEDULED_RULE' })).rejects.toThrow(/cannot change/);
  });

  it('stores simple, scheduled and derived rules', async () => {
    const fresh = { isNew: true, enabled: false, severity: 'LOW' };
    const simple = { ...fresh, id: 'New.Simple', logTypes: ['AWS.CloudTrail'] };
    const body = '# by hand\n- { Key: door, Condition: Exists }\n';
    expect(await putRule({ ...simple, simpleDetectionBody: body })).toMatchObject({
      simpleDetectionBody: body,
    });
    await expect(putRule({ ...simple, id: 'Bad', simpleDetectionBody: '[]' })).rejects.toThrow(/is empty/);
    expect(
      await putRule({ ...fresh, id: 'New.Scheduled', scheduledQueries: ['My query'], body: 'x = 1\n' }),
    ).toMatchObject({ analysisType: 'SCHEDULED_RULE' });
    const derived = { ...fresh, id: 'New.Derived', baseDetection: 'My.Rule', displayName: 'Mine' };
    expect(await putRule({ ...derived, logTypes: ['AWS.CloudTrail'], threshold: 3 })).toMatchObject({
      analysisType: 'DERIVED_RULE',
      userOverrides: { displayName: 'Mine', severity: 'LOW', enabled: false },
      threshold: 3,
    });
    await expect(putRule({ ...derived, isNew: false, logTypes: ['Okta.SystemLog'] })).rejects.toThrow(
      /takes its logTypes from My\.Rule/,
    );
    await expect(putRule({ ...derived, id: 'Far', baseDetection: 'Nobody' })).rejects.toThrow(
      /baseDetection: Nobody does not exist/,
    );
  });

  it('[001-7.23] stores inline filters with the rule of the filter panel, for those who may change rules', async () => {
    const mutation = `mutation ($input: PutRuleInput!) { updateRuleAndFilter(input: $input) { id inlineFilters tests { name } } }`;
    const stored = { id: 'My.Filtered', enabled: true, severity: 'LOW', logTypes: ['AWS.CloudTrail'] };
    await putRule({ ...stored, isNew: true, body: 'def rule(event):\n    return True\n' });
    const input = {
      ...stored,
      inlineFilters: '- { KeyPath: user, Condition: Equals, Value: ana }\n',
      tests: [{ name: 'left out', expectedResult: false, resource: '{"user":"bob"}' }],
    };
    expect(await get(mutation, { input })).toEqual({
      id: 'My.Filtered',
      inlineFilters: input.inlineFilters,
      tests: [{ name: 'left out' }],
    });
    expect((await ask(mutation, { input }, ['RuleRead'])).refusal).toMatch(/It needs RuleModify/);
  });

  it('[001-5.75] stores policies for those who may change policies, and refuses tests of one name', async () => {
    const mutation = `mutation ($input: PutPolicyInput!) { putPolicy(input: $input) { ${common} resourceTypes } }`;
    const input = {
      id: 'My.Policy',
      enabled: true,
      severity: 'LOW',
      body: 'def policy(r):\n    return True\n',
    };
    expect((await ask(mutation, { input }, ['RuleModify'])).refusal).toMatch(/PolicyModify/);
    expect(await get(mutation, { input })).toMatchObject({
      severity: 'LOW',
      resourceTypes: ['AWS.S3.Bucket'],
    });
    const tests = ['a', 'a'].map((name) => ({ name, expectedResult: true, resource: '{}' }));
    await expect(get(mutation, { input: { ...input, tests } })).rejects.toThrow(/No duplicate test names/);
  });

  it('restores a version, and lists versions of every kind', async () => {
    const query = `query ($id: ID!) { detectionVersions(id: $id) { versionId number definition createdBy } }`;
    const versions = async (id: string) =>
      (await get(query, { id })) as unknown as { versionId: string; number: number; definition: Answer }[];
    const before = await versions('My.Rule');
    const oldest = before.at(-1);
    await get(
      `mutation ($input: RestoreDetectionVersionInput!) { restoreDetectionVersion(input: $input) { number } }`,
      { input: { id: 'My.Rule', versionId: oldest?.versionId } },
    );
    const after = await versions('My.Rule');
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]?.definition).toEqual(oldest?.definition);
    expect(await rule('My.Rule')).toMatchObject({ severity: 'LOW', threshold: 1 });
    expect(await versions('my_helper')).toHaveLength(1);
    expect((await ask(query, { id: 'My query' }, ['RuleRead'])).refusal).toMatch(/DataAnalyticsRead/);
  });
});

describe('helpers, data models and saved queries', () => {
  it('are put, listed, read and deleted', async () => {
    await get(`mutation ($input: PutGlobalHelperInput!) { putGlobalHelper(input: $input) { id } }`, {
      input: { id: 'second_helper', isNew: true, body: 'x = 1\n', tags: ['t'] },
    });
    expect(await get('{ listGlobalHelpers { id } }')).toEqual([{ id: 'my_helper' }, { id: 'second_helper' }]);
    await expect(
      get(`mutation { putGlobalHelper(input: { id: "no-name", isNew: true, body: "" }) { id } }`),
    ).rejects.toThrow(/"no-name" cannot be the id of a helper/);
    const ids = { input: { ids: ['second_helper', 'My.Rule'] } };
    expect(
      await get('mutation ($input: IdsInput!) { deleteGlobalHelpers(input: $input) { ids } }', ids),
    ).toEqual({ ids: ['second_helper'] });

    const model = { id: 'M', isNew: true, enabled: true, logTypes: ['Okta.SystemLog'] };
    const putModel = 'mutation ($input: PutDataModelInput!) { putDataModel(input: $input) { id } }';
    await get(putModel, { input: { ...model, mappings: [{ name: 'actor', path: 'a' }] } });
    await expect(
      get(putModel, { input: { ...model, id: 'N', mappings: [{ name: 'actor', method: 'm' }] } }),
    ).rejects.toThrow(/Data model N, body: .*needs a body/);
    expect(
      await get('{ listDataModels(input: { logTypes: ["Okta.SystemLog"] }) { models { id } } }'),
    ).toEqual({ models: [{ id: 'M' }] });
    expect(await get('{ getDataModel(id: "M") { mappings { name path method } } }')).toEqual({
      mappings: [{ name: 'actor', path: 'a', method: null }],
    });
  });

  it('[001-3.7] saved queries hold text or search form, and a schedule', async () => {
    const fields = `id name sqlQuery queryKind queryCookie simpleSearchQueryFilter startTime endTime databases tables limit
      relativeTime relativeNumberVal relativeTimeUnit sortDirection query schedule { rateMinutes timeoutMinutes disabled }`;
    const put = (input: Answer) =>
      get(
        `mutation ($input: PutSavedQueryInput!) { putSavedQuery(input: $input) { savedQuery { ${fields} } } }`,
        {
          input,
        },
      );
    const schedule = { rateMinutes: 30, timeoutMinutes: 5, disabled: true };
    expect(await put({ name: 'Mine', sqlQuery: 'select 1 limit 1', schedule })).toMatchObject({
      savedQuery: { id: 'Mine', queryKind: 'sql', query: null, schedule },
    });
    expect(
      await put({ name: 'Form', simpleSearchQueryFilter: '{}', databases: ['d'], limit: 10 }),
    ).toMatchObject({ savedQuery: { queryKind: 'simplesearch', databases: ['d'], limit: 10 } });
    const queryCookie = JSON.stringify({ database: 'panther_logs', table: 'aws_alb', filters: [] });
    expect(await put({ name: 'First form', queryCookie })).toMatchObject({
      savedQuery: { queryKind: 'simplesearch', queryCookie, simpleSearchQueryFilter: null },
    });
    await expect(put({ name: 'First by clock', queryCookie, schedule })).rejects.toThrow(/first form/);
    await get('mutation { deleteSavedQueries(input: { ids: ["First form"] }) { ids } }');
    await expect(put({ name: 'Empty' })).rejects.toThrow(/is empty/);
    await expect(put({ name: 'R&D', sqlQuery: 'select 1' })).rejects.toThrow(
      /cannot be the name of a saved query/,
    );
    await expect(put({ id: 'Mine', name: 'Yours', sqlQuery: 'select 1' })).rejects.toThrow(
      /cannot be renamed/,
    );
    const late = { ...schedule, timeoutMinutes: 31 };
    await expect(
      put({ id: 'Mine', name: 'Mine', sqlQuery: 'select 1 limit 1', schedule: late }),
    ).rejects.toThrow(/longer than the rate/);
    expect(
      await get('{ savedQueries(input: { pageSize: 2 }) { edges { node { id } } pageInfo { endCursor } } }'),
    ).toEqual({
      edges: [{ node: { id: 'Form' } }, { node: { id: 'Mine' } }],
      pageInfo: { endCursor: '2' },
    });
  });

  it('[001-9.35] [002-9.31] saved queries come by name, by when somebody opened them, and by creation and change', async () => {
    const idsBy = async (sortBy: string, sortDir: string) => {
      const query = `{ savedQueries(input: { sortBy: ${sortBy}, sortDir: ${sortDir} }) { edges { node { id } } } }`;
      const { edges } = (await get(query)) as { edges: { node: { id: string } }[] };
      return edges.map(({ node }) => node.id);
    };
    const all = await idsBy('name', 'ascending');
    expect(all).toEqual(all.toSorted());
    expect((await idsBy('createdAt', 'descending')).toSorted()).toEqual(all);
    expect((await idsBy('updatedAt', 'descending')).toSorted()).toEqual(all);
    await get('{ savedQuery(id: "Mine") { id } }');
    await get('{ savedQuery(id: "Form") { id } }');
    expect((await idsBy('lastAccessedAt', 'descending')).slice(0, 2)).toEqual(['Form', 'Mine']);
    expect(await get('{ savedQuery(id: "Form") { lastAccessedAt } }')).toEqual({
      lastAccessedAt: expect.any(String),
    });
  });

  it('[001-3.8] a saved query that is no SQL is in the flow language', async () => {
    expect(await get('{ savedQuery(id: "Other query") { queryKind query sqlQuery } }')).toEqual({
      queryKind: 'pantherflow',
      query: 'aws_cloudtrail | limit 5',
      sqlQuery: null,
    });
  });

  it('a query cannot be deleted while a rule refers to it', async () => {
    const remove = 'mutation ($input: IdsInput!) { deleteSavedQueries(input: $input) { ids } }';
    await expect(get(remove, { input: { ids: ['My query'] } })).rejects.toThrow(/My\.Scheduled.*first/);
    expect(await get(remove, { input: { ids: ['Other query'] } })).toEqual({ ids: ['Other query'] });
  });

  it('managed items are read only, but for switching them off', async () => {
    await test.upload(
      { 'a.py': 'x = 1\n', 'a.yml': 'AnalysisType: global\nGlobalID: held\nFilename: a.py\n' },
      { managed: true },
    );
    await expect(get(`mutation { putGlobalHelper(input: { id: "held", body: "" }) { id } }`)).rejects.toThrow(
      /Helper held is managed/,
    );
    await expect(get('mutation { deleteGlobalHelpers(input: { ids: ["held"] }) { ids } }')).rejects.toThrow(
      /Managed .*held/,
    );
  });
});

describe('content as a zip', () => {
  const app = (held?: Permission[]) => {
    const hono = new Hono<ApiEnv>();
    hono.onError((error, c) => c.json({ message: error.message }, 400));
    hono.use(async (c, next) => {
      c.set('services', services());
      c.set('actor', actorWith(held));
      await next();
    });
    detectionRoutes(restRoutesOn(hono).routes);
    return hono;
  };
  const zipOf = (files: Record<string, string>) =>
    writeContentZip(Object.entries(files).map(([path, text]) => ({ path, text })));

  it('is downloaded, and uploads as unchanged', async () => {
    const reply = await app().request('/internal/detections/download');
    expect(reply.headers.get('content-type')).toBe('application/zip');
    const zip = new Uint8Array(await reply.arrayBuffer());
    const again = await app().request('/internal/detections/upload', { method: 'POST', body: zip });
    const { verdicts } = (await again.json()) as { verdicts: { change: string }[] };
    expect(new Set(verdicts.map(({ change }) => change))).toEqual(new Set(['unchanged']));
    const url = await get('{ downloadDetectionsUrl(ids: ["My.Rule", "My query"]) }');
    const some = await app().request(String(url));
    expect((await readContentZip(new Uint8Array(await some.arrayBuffer()))).map(({ path }) => path)).toEqual([
      'queries/My_query.yml',
      'rules/My.Rule.py',
      'rules/My.Rule.yml',
    ]);
  });

  it('is validated or stored through GraphQL, with counts for each kind', async () => {
    const data = Buffer.from(
      await zipOf({
        ...everyKind,
        'x.py': '',
        'x.yml': 'AnalysisType: global\nGlobalID: x\nFilename: x.py\n',
      }),
    ).toString('base64');
    const mutation = `mutation ($input: UploadDetectionContentInput!) { uploadDetectionContent(input: $input) {
      verdicts { id verdict change } result { globalHelpers { total new modified deleted } policies { total modified } } } }`;
    for (const validateOnly of [true, false]) {
      expect(await get(mutation, { input: { data, validateOnly } })).toMatchObject({
        verdicts: expect.arrayContaining([{ id: 'x', verdict: 'stored', change: 'new' }]),
        result: {
          globalHelpers: { total: 2, new: 1, modified: 0, deleted: 0 },
          policies: { total: 1, modified: 1 },
        },
      });
    }
    await expect(get(mutation, { input: {} })).rejects.toThrow(/either files or data/);
    await expect(get(mutation, { input: { data: '%%' } })).rejects.toThrow(/base64/);
    expect((await ask(mutation, { input: { data } }, ['BulkUploadValidate'])).refusal).toMatch(
      /not authorized/,
    );
  });

  it('is refused when it is too large or no zip', async () => {
    const send = async (body: Uint8Array<ArrayBuffer>) =>
      (await app().request('/internal/detections/upload', { method: 'POST', body })).json();
    expect(await send(new Uint8Array(51 * 1024 ** 2))).toMatchObject({
      message: expect.stringMatching(/larger than 50 MB/),
    });
    expect(await send(new Uint8Array([1, 2, 3]))).toMatchObject({
      message: expect.stringMatching(/cannot be read/),
    });
    const denied = await app(['AlertRead']).request('/internal/detections/download');
    expect(await denied.json()).toMatchObject({ message: expect.stringMatching(/not authorized/) });
  });
});
