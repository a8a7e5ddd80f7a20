import { createDetectEngine } from '@margay/detect';
import { testCacheDir } from '@margay/detect/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConsole } from '../../api/testing-console.ts';
import { actorWith, openTestDetections, type TestDetections } from '../detections/testing.ts';
import { createShippedDetections } from './service.ts';

const cloudTrail = 'AWS.CloudTrail';
const tampered = 'AWS.CloudTrail.TrailTampered';
const byAddress = 'Identity.FailedSignInsFromOneAddress';
const listDocument = `query ($logTypes: [String!]) {
  shippedDetections(logTypes: $logTypes) { id displayName severity logTypes state alertingEvent }
}`;
const enableDocument = `mutation ($input: EnableShippedDetectionsInput!) {
  enableShippedDetections(input: $input) { detections { id state } problems }
}`;
interface Shipped {
  id: string;
  displayName: string;
  logTypes: string[];
  state: string;
  alertingEvent: string | null;
}

describe('detections that ship with the product, over GraphQL', () => {
  let test: TestDetections;
  let ask: ReturnType<typeof askConsole>;
  const list = async (logTypes?: string[]) =>
    (await ask(listDocument, { logTypes }, actorWith())).data['shippedDetections'] as Shipped[];
  const enable = (ids: string[], actor = actorWith()) => ask(enableDocument, { input: { ids } }, actor);
  const stateOf = async (id: string) => (await list()).find((one) => one.id === id)?.state;

  beforeAll(async () => {
    test = await openTestDetections(createDetectEngine({ workers: 1, cacheDir: testCacheDir }));
    test.logTypes.push('Duo.Authentication', 'GSuite.ActivityEvent', 'OneLogin.Events');
    ask = askConsole({
      detections: test.detections,
      shippedDetections: createShippedDetections(test.detections),
    });
  }, 120_000);
  afterAll(() => test.close());

  it('lists those that watch a log type, none of them taken in yet', async () => {
    const all = await list();
    const some = await list([cloudTrail]);
    expect(some.length).toBeGreaterThan(10);
    expect(some.length).toBeLessThan(all.length);
    expect(some.every(({ logTypes, state }) => logTypes.includes(cloudTrail) && state === 'ABSENT')).toBe(
      true,
    );
    expect(await list(['Nobody.Ships.This'])).toEqual([]);
    const event = some.find(({ id }) => id === tampered)?.alertingEvent ?? '';
    expect(JSON.parse(event)).toMatchObject({ eventName: 'StopLogging' });
  });

  it('takes one in with the helpers and the data models it needs, and it runs', async () => {
    const { data, errors } = await enable([tampered, byAddress]);
    expect(errors).toBeUndefined();
    expect(data['enableShippedDetections']).toEqual({
      detections: expect.arrayContaining([
        { id: tampered, state: 'ON' },
        { id: byAddress, state: 'ON' },
      ]) as unknown,
      problems: [],
    });
    const content = await test.detections.content();
    expect(content.rules.map(({ id }) => id)).toContain(tampered);
    expect(content.dataModels.length).toBeGreaterThan(0);
    const rule = content.rules.find(({ id }) => id === tampered);
    const tests = (await test.detections.rule(tampered))?.definition.tests ?? [];
    const results = rule && 'body' in rule ? await test.detections.test(rule, tests) : [];
    expect(results.map(({ passed }) => passed)).toEqual(tests.map(() => true));
  });

  it('switches on again what was switched off, as the person left it', async () => {
    await test.detections.setEnabled(actorWith(), [tampered], false);
    await test.detections.edit(actorWith(), [tampered], { severity: 'LOW' });
    expect(await stateOf(tampered)).toBe('OFF');
    await enable([tampered]);
    expect(await stateOf(tampered)).toBe('ON');
    expect((await test.detections.rule(tampered))?.definition.severity).toBe('LOW');
  });

  it('leaves the data model alone that somebody brought', async () => {
    const model = 'AWS.CloudTrail';
    const before = (await test.detections.list(['DATA_MODEL'])).map(({ id }) => id);
    await test.detections.delete(actorWith(), ['DATA_MODEL'], before);
    await test.detections.delete(actorWith(), ['RULE'], [byAddress]);
    await test.upload({
      'own.yml': `AnalysisType: datamodel\nDataModelID: Own.Model\nEnabled: true\nLogTypes: [${model}]\nMappings:\n  - { Name: source_ip, Path: sourceIPAddress }\n`,
    });
    const { data } = await enable([byAddress]);
    expect(data['enableShippedDetections']).toMatchObject({ problems: [] });
    const models = await test.detections.list(['DATA_MODEL']);
    expect(
      models.filter(({ definition }) => definition.logTypes.includes(model)).map(({ id }) => id),
    ).toEqual(['Own.Model']);
  });

  it('refuses an id that does not ship, and who may not change rules, and changes nothing', async () => {
    const before = (await test.detections.list()).map(({ id }) => id).toSorted();
    const unknown = await enable(['AWS.CloudTrail.RootActivity', 'My.Own']);
    expect(unknown.errors?.[0]).toMatchObject({
      message: expect.stringContaining('My.Own') as unknown,
      extensions: { statusCode: 404 },
    });
    const reader = await enable(['AWS.CloudTrail.RootActivity'], actorWith(['RuleRead']));
    expect(reader.errors?.[0]?.extensions.statusCode).toBe(403);
    const nobody = await ask(listDocument, {}, actorWith([]));
    expect(nobody.errors?.[0]?.extensions.statusCode).toBe(403);
    expect((await test.detections.list()).map(({ id }) => id).toSorted()).toEqual(before);
  });

  it('refuses all of them to whoever may not read the logs of one', async () => {
    const restricted = {
      ...actorWith(),
      logTypeAccess: { kind: 'ALLOW' as const, logTypes: ['Okta.SystemLog'] },
    };
    const oktas = (await list()).filter(({ logTypes }) => logTypes.join() === 'Okta.SystemLog');
    // With the first come the helpers, which only somebody without limits may bring.
    await enable(oktas.slice(0, 1).map(({ id }) => id));
    const absent = (await list()).filter(({ state }) => state === 'ABSENT');
    const own = absent.find(({ logTypes }) => logTypes.join() === 'Okta.SystemLog');
    const foreign = absent.find(({ logTypes }) => logTypes.includes(cloudTrail));
    const { errors } = await enable([own?.id ?? '', foreign?.id ?? ''], restricted);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(cloudTrail) as unknown,
      extensions: { statusCode: 403 },
    });
    expect(await stateOf(own?.id ?? '')).toBe('ABSENT');
    await enable([own?.id ?? ''], restricted);
    expect(await stateOf(own?.id ?? '')).toBe('ON');
  });
});
