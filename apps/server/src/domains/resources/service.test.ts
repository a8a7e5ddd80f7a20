import { silentLogger } from '@margay/kit';
import { permissions, type Permission } from '@margay/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import type { Services } from '../../services.ts';
import { bucket, createResourcesWorld, type ResourcesWorld } from './testing.ts';

interface Reply {
  data?: Record<string, unknown>;
  errors?: { message: string; extensions: { code: string } }[];
}

describe('the inventory in the console schema', () => {
  let own: ResourcesWorld;
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
  beforeAll(async () => {
    own = await createResourcesWorld();
  });
  afterAll(() => own.close());
  beforeEach(() => own.reset());

  const ask = async (
    query: string,
    variables: object = {},
    held: readonly Permission[] = permissions,
  ): Promise<Reply> => {
    const { body } = await handle(
      { query, variables },
      {
        actor: { ...own.world.ada, permissions: new Set(held) },
        // Only the services these fields ask.
        services: { resources: own.resources, detections: own.detections } as unknown as Services,
      },
    );
    return body as Reply;
  };
  const upload = `mutation Up($input: UploadResourcesInput!) { uploadResources(input: $input) { id verdict reason } }`;
  const list = `query List($input: ListResourcesInput) { resources(input: $input) {
    resources { id complianceStatus deleted isBeingJudged } paging { totalItems totalPages thisPage } } }`;
  const idsOf = (reply: Reply) =>
    (reply.data as { resources: { resources: { id: string }[] } }).resources.resources.map(({ id }) => id);

  it('takes a batch and gives a verdict for each resource', async () => {
    await own.upload(bucket('same'), bucket('old'));
    const resources = [
      bucket('same'),
      bucket('old', { Size: 1 }),
      bucket('fresh'),
      bucket('twice', { n: 1 }),
      bucket('twice', { n: 2 }),
      { id: '', type: 'AWS.S3.Bucket', attributes: {} },
      { id: 'x', type: 'no type', attributes: {} },
      { id: 'y', type: 'AWS.S3.Bucket' },
      { id: 'z', type: 'AWS.S3.Bucket', attributes: { big: 'x'.repeat(262_144) } },
      'nonsense',
      { id: 'plain', type: 'Custom', attributes: { odd: '\u0000\ud800' } },
    ];
    const { data, errors } = await ask(upload, { input: { resources } });
    expect(errors).toBeUndefined();
    const verdicts = data?.['uploadResources'] as { id: string; verdict: string; reason: string }[];
    expect(verdicts.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'same unchanged',
      'old modified',
      'fresh new',
      'twice refused',
      'twice new',
      ' refused',
      'x refused',
      'y refused',
      'z refused',
      ' refused',
      'plain new',
    ]);
    expect(verdicts.map(({ reason }) => reason).filter(Boolean)).toEqual([
      'Resource twice, id: stands in the batch more than once; its last entry counts. Send each resource once.',
      'Resource number 6, id: must not be empty and must not hold control characters. Give the id as the cloud provider writes it, for instance an ARN.',
      'Resource x, type: must be names separated by dots. Write it like AWS.S3.Bucket.',
      'Resource y, attributes: must be a JSON object. Send what policy() reads in it.',
      'Resource z, attributes: are more than 262,144 characters of JSON. Leave out what no policy reads.',
      expect.stringContaining('Resource number 10, resource:'),
    ]);
    const plain = await own.resources.find('plain');
    expect(plain).toMatchObject({ integrationId: 'upload', integrationLabel: 'upload', isDue: true });
  });

  it('refuses too many at once, and stores nothing of them', async () => {
    const resources = Array.from({ length: 1001 }, (_, i) => bucket(`r${i}`));
    const { errors } = await ask(upload, { input: { resources } });
    expect(errors?.[0]?.message).toContain('holds 1001 resources, and at most 1000');
    expect(
      (await own.resources.page({ deleted: false, sortBy: 'id', sortDir: 'ascending', page: 1, pageSize: 1 }))
        .total,
    ).toBe(0);
  });

  it('keeps the order of attributes', async () => {
    await own.upload(bucket('a', { Zebra: 1, Apple: 2 }));
    expect(Object.keys((await own.resources.find('a'))?.attributes ?? {})).toEqual([
      'Name',
      'Zebra',
      'Apple',
    ]);
  });

  it('lists with filters, order and pages', async () => {
    await own.putPolicy('P');
    await own.upload(
      bucket('arn:b-good', { Encrypted: true }),
      bucket('arn:a-bad', { Encrypted: false, Name: 'Claims' }),
      { ...bucket('arn:user'), type: 'AWS.IAM.User', integrationId: 'other' },
      bucket('arn:gone'),
    );
    await own.resources.delete(own.world.ada, ['arn:gone']);
    await own.judge();
    const asked = async (input: object) =>
      idsOf(await ask(list, { input: { sortBy: 'id', sortDir: 'ascending', ...input } }));
    expect(await asked({})).toEqual(['arn:a-bad', 'arn:b-good', 'arn:user']);
    expect(await asked({ deleted: true })).toEqual(['arn:gone']);
    expect(await asked({ idContains: 'GOOD' })).toEqual(['arn:b-good']);
    expect(await asked({ idContains: 'claims' })).toEqual(['arn:a-bad']);
    expect(await asked({ idContains: '%' })).toEqual([]);
    expect(await asked({ types: ['AWS.IAM.User'] })).toEqual(['arn:user']);
    expect(await asked({ integrationId: 'other' })).toEqual(['arn:user']);
    expect(await asked({ complianceStatus: 'FAIL' })).toEqual(['arn:a-bad']);
    expect(await asked({ complianceStatus: 'PASS' })).toEqual(['arn:b-good', 'arn:user']);
    expect(await asked({ sortBy: 'complianceStatus', sortDir: 'descending', pageSize: 1 })).toEqual([
      'arn:a-bad',
    ]);
    expect(await asked({ pageSize: 2, page: 2 })).toEqual(['arn:user']);
    const { data } = await ask('{ resourceFacets { types { type count } integrations { id label count } } }');
    expect(data?.['resourceFacets']).toEqual({
      types: [
        { type: 'AWS.IAM.User', count: 1 },
        { type: 'AWS.S3.Bucket', count: 2 },
      ],
      integrations: [
        { id: '111122223333', label: 'prod', count: 2 },
        { id: 'other', label: 'prod', count: 1 },
      ],
    });
  });

  it('[001-3.37] shows pairs, the worst status and counts of a policy and of a resource', async () => {
    await own.putPolicy('P', { suppressions: ['c'] });
    await own.putPolicy('Off', {}, false);
    await own.upload(
      bucket('a', { Encrypted: true }),
      bucket('b', { Encrypted: false }),
      bucket('c', { Encrypted: false }),
    );
    await own.judge();
    const { data, errors } = await ask(`{
      policy(input: { id: "P" }) { id resourceTypes suppressions complianceStatus compliance { active { pass fail error } suppressed { fail } } scan { judgedCount } }
      off: policy(input: { id: "Off" }) { complianceStatus }
      resource(id: "b") { id type integrationId integrationLabel complianceStatus deleted lastModified attributes }
      nothing: resource(id: "nothing") { id }
      resourcesForPolicy(input: { policyId: "P" }) { status active { fail } suppressed { fail } paging { totalItems }
        items { policyId policySeverity resourceId resourceType integrationId status suppressed suppressedBy errorMessage lastUpdated } }
      policiesForResource(input: { resourceId: "b", status: FAIL }) { items { policyId policyName } }
      failing: detections(input: { complianceStatus: FAIL }) { detections { id } }
      organizationStats { appliedPolicies { severity counts { pass fail error } } scannedResources { type counts { pass fail error } }
        topFailingPolicies { id } topFailingResources { id } }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      policy: {
        complianceStatus: 'FAIL',
        suppressions: ['c'],
        compliance: { active: { pass: 1, fail: 1, error: 0 }, suppressed: { fail: 1 } },
        scan: null,
      },
      off: { complianceStatus: null },
      resource: { complianceStatus: 'FAIL', attributes: { Name: 'b', Encrypted: false } },
      nothing: null,
      resourcesForPolicy: {
        status: 'FAIL',
        active: { fail: 1 },
        suppressed: { fail: 1 },
        paging: { totalItems: 3 },
        items: [
          { resourceId: 'b', status: 'FAIL', suppressed: false, suppressedBy: [], policySeverity: 'HIGH' },
          { resourceId: 'c', status: 'FAIL', suppressed: true, suppressedBy: ['c'] },
          { resourceId: 'a', status: 'PASS' },
        ],
      },
      policiesForResource: { items: [{ policyId: 'P', policyName: 'Encryption' }] },
      failing: { detections: [{ id: 'P' }] },
      organizationStats: {
        appliedPolicies: [{ severity: 'HIGH', counts: { pass: 0, fail: 1, error: 0 } }],
        scannedResources: [{ type: 'AWS.S3.Bucket', counts: { pass: 2, fail: 1, error: 0 } }],
        topFailingPolicies: [{ id: 'P' }],
        topFailingResources: [{ id: 'b' }],
      },
    });
    const without = await ask('{ resourcesForPolicy(input: { resourceId: "b" }) { status } }');
    expect(without.errors?.[0]?.message).toContain('no policyId');
  });

  it.each<[string, string, Permission[], Permission[]]>([
    ['resources', '{ resources { paging { totalItems } } }', ['ResourceRead'], ['PolicyModify']],
    ['resource', '{ resource(id: "x") { id } }', ['ResourceRead'], ['PolicyModify']],
    [
      'policiesForResource',
      '{ policiesForResource(input: { resourceId: "x" }) { status } }',
      ['ResourceRead'],
      ['PolicyRead'],
    ],
    [
      'resourcesForPolicy',
      '{ resourcesForPolicy(input: { policyId: "x" }) { status } }',
      ['PolicyRead'],
      ['ResourceRead'],
    ],
    [
      'organizationStats',
      '{ organizationStats { scannedResources { type } } }',
      ['SummaryRead'],
      ['ResourceRead'],
    ],
    [
      'uploadResources',
      'mutation { uploadResources(input: { resources: [] }) { id } }',
      ['ResourceModify'],
      ['ResourceRead'],
    ],
    [
      'deleteResources',
      'mutation { deleteResources(input: { ids: [] }) { ids } }',
      ['ResourceModify'],
      ['ResourceRead'],
    ],
    [
      'suppressPolicies',
      'mutation { suppressPolicies(input: { policyIds: [], resourcePatterns: ["x"] }) { ids } }',
      ['PolicyModify'],
      ['PolicyRead', 'ResourceModify'],
    ],
  ])('asks for the right permission: %s', async (_name, query, enough, tooLittle) => {
    expect((await ask(query, {}, enough)).errors).toBeUndefined();
    expect((await ask(query, {}, tooLittle)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
