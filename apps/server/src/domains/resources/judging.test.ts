import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bucket, createResourcesWorld, type ResourcesWorld } from './testing.ts';

const titled =
  'def policy(resource):\n    return resource["Encrypted"]\ndef title(resource):\n    return resource["Name"] + " is open"';

describe('policies judge resources', () => {
  let own: ResourcesWorld;
  beforeAll(async () => {
    own = await createResourcesWorld();
  });
  afterAll(() => own.close());
  beforeEach(() => own.reset());

  const good = { Encrypted: true };
  const bad = { Encrypted: false };

  it('[000-1.8] gives each pair of policy and resource its status', async () => {
    await own.putPolicy('P');
    await own.putPolicy('Any', { resourceTypes: [], body: 'def policy(resource):\n    return True' });
    await own.putPolicy('Off', {}, false);
    await own.upload(bucket('a', good), bucket('b', bad), bucket('c'), {
      ...bucket('u', bad),
      type: 'AWS.IAM.User',
    });
    await own.judge();
    expect(await own.entries()).toEqual([
      'Any a PASS',
      'Any b PASS',
      'Any c PASS',
      'Any u PASS',
      'P a PASS',
      'P b FAIL',
      'P c ERROR',
    ]);
    const { entries, counts } = await own.resources.compliance(
      { policyId: 'P', page: 1, pageSize: 25 },
      'policy',
    );
    expect(entries[0]).toMatchObject({
      resourceId: 'c',
      status: 'ERROR',
      errorMessage: "KeyError: 'Encrypted'",
    });
    expect(counts.active).toEqual({ error: 1, fail: 1, pass: 1 });
  });

  it('makes one alert when a pair turns to FAIL, and a new one after it passed', async () => {
    await own.putPolicy('P', { body: titled });
    await own.upload(bucket('a', bad));
    await own.judge();
    expect(await own.alerts()).toEqual(['POLICY a is open']);
    const alert = await own.world.onlyAlert();
    expect(alert).toMatchObject({
      resourceId: 'a',
      resourceTypes: ['AWS.S3.Bucket'],
      severity: 'HIGH',
      runbook: 'What to do',
      eventCount: 1,
    });
    await own.upload(bucket('a', { ...bad, Tag: 1 }));
    await own.judge();
    expect(await own.alerts()).toHaveLength(1);
    await own.upload(bucket('a', good));
    await own.judge();
    await own.upload(bucket('a', bad));
    await own.judge();
    expect(await own.alerts()).toHaveLength(2);
  });

  it('alerts for each resource of its own, whatever dedup() says', async () => {
    await own.putPolicy('P', { body: `${titled}\ndef dedup(resource):\n    return "same"` });
    await own.upload(bucket('a', bad), bucket('b', bad));
    await own.judge();
    expect(await own.alerts()).toHaveLength(2);
  });

  it('sends its alerts only to destinations without log types', async () => {
    const all = await own.world.addDestination('All');
    const some = await own.world.addDestination('Some');
    await own.world.store.query(
      `update destinations set log_types = '{AWS.CloudTrail}' where output_id = $1`,
      [some.outputId],
    );
    await own.putPolicy('P');
    await own.upload(bucket('a', bad));
    await own.judge();
    const rows = await own.world.store.query('select output_id from deliveries');
    expect(rows).toEqual([{ output_id: all.outputId }]);
  });

  it('tells of an error once, as an error of the detection', async () => {
    await own.putPolicy('P');
    await own.upload(bucket('a'), bucket('b'));
    await own.judge();
    await own.upload(bucket('a', { Other: 1 }));
    await own.judge();
    expect(await own.alerts()).toEqual(["RULE_ERROR [KeyError] 'Encrypted'"]);
    expect(await own.world.store.query('select event_count from alerts')).toEqual([{ event_count: 2 }]);
  });

  it('judges suppressed pairs without an alert', async () => {
    await own.putPolicy('P', { suppressions: ['public-*'] });
    await own.upload(bucket('public-docs', bad), bucket('not-public-docs', bad));
    await own.judge();
    expect(await own.entries()).toEqual(['P not-public-docs FAIL', '[P public-docs FAIL]']);
    expect(await own.alerts()).toHaveLength(1);
    const { counts } = await own.resources.compliance({ policyId: 'P', page: 1, pageSize: 25 }, 'policy');
    expect(counts).toMatchObject({ active: { fail: 1 }, suppressed: { fail: 1 } });
  });

  it('suppresses from a page at once, also what is managed, and takes it back without an alert', async () => {
    await own.putPolicy('P');
    await own.upload(bucket('a', bad));
    await own.judge();
    await own.world.store.query(`update content_items set managed = true where id = 'P'`);
    const input = { policyIds: ['P'], resourcePatterns: ['a'] };
    expect(await own.resources.suppress(own.world.ada, { ...input, remove: false })).toEqual(['P']);
    expect(await own.entries()).toEqual(['[P a FAIL]']);
    expect(await own.resources.suppressedBy('P', 'a')).toEqual(['a']);
    await own.judge();
    expect(await own.entries()).toEqual(['[P a FAIL]']);
    await own.resources.suppress(own.world.ada, { ...input, remove: true });
    await own.judge();
    expect(await own.entries()).toEqual(['P a FAIL']);
    expect(await own.alerts()).toHaveLength(1);
    await expect(
      own.resources.suppress(own.world.ada, { ...input, resourcePatterns: [''], remove: false }),
    ).rejects.toThrow('resourcePatterns.0 must not be empty');
    await expect(
      own.resources.suppress(own.world.ada, { ...input, policyIds: ['X'], remove: false }),
    ).rejects.toThrow('Policy X does not exist.');
  });

  it('judges everything again when a policy is edited, also through a helper', async () => {
    await own.detections.put(own.world.ada, {
      kind: 'GLOBAL',
      id: 'wanted',
      isNew: true,
      enabled: true,
      definition: { description: '', body: 'KEY = "Encrypted"', tags: [] },
    });
    const body = 'from wanted import KEY\ndef policy(resource):\n    return resource[KEY]';
    await own.putPolicy('P', { body });
    await own.upload(bucket('a', { ...good, Logged: false }));
    await own.judge();
    expect(await own.entries()).toEqual(['P a PASS']);
    await own.detections.put(own.world.ada, {
      kind: 'GLOBAL',
      id: 'wanted',
      isNew: false,
      enabled: true,
      definition: { description: '', body: 'KEY = "Logged"', tags: [] },
    });
    await own.judge();
    expect(await own.entries()).toEqual(['P a FAIL']);
    await own.putPolicy('P', { body: 'def policy(resource):\n    return True' });
    await own.judge();
    expect(await own.entries()).toEqual(['P a PASS']);
  });

  it('forgets what a disabled or deleted policy, a deleted resource and a lost type were judged', async () => {
    await own.putPolicy('P');
    await own.putPolicy('Q');
    await own.upload(bucket('a', bad), bucket('b', bad));
    await own.judge();
    await own.detections.setEnabled(own.world.ada, ['P'], false);
    await own.judge();
    expect(await own.entries()).toEqual(['Q a FAIL', 'Q b FAIL']);
    await own.resources.delete(own.world.ada, ['a']);
    expect(await own.entries()).toEqual(['Q b FAIL']);
    await own.putPolicy('Q', { resourceTypes: ['AWS.IAM.User'] });
    await own.judge();
    expect(await own.entries()).toEqual([]);
    await own.detections.setEnabled(own.world.ada, ['P'], true);
    await own.judge();
    expect(await own.entries()).toEqual(['P b FAIL']);
    expect(await own.alerts()).toHaveLength(5);
    await own.upload({ ...bucket('b', bad), type: 'AWS.KMS.Key' });
    await own.judge();
    expect(await own.entries()).toEqual([]);
  });

  it('says ERROR of a policy that does not load', async () => {
    await own.putPolicy('P', { body: 'import no_such_module\ndef policy(resource):\n    return True' });
    await own.upload(bucket('a', good));
    await own.judge();
    const { entries } = await own.resources.compliance({ policyId: 'P', page: 1, pageSize: 25 }, 'policy');
    expect(entries[0]?.errorMessage).toContain('ModuleNotFoundError');
  });

  it('looks up other resources from Python, and fails on one that is not there', async () => {
    const body =
      'from panther_oss_helpers import resource_lookup\ndef policy(resource):\n    return resource_lookup(resource["Log"])["Encrypted"]';
    await own.putPolicy('P', { body });
    await own.upload(
      bucket('a', { Log: 'logs' }),
      bucket('b', { Log: 'none' }),
      bucket('logs', { ...good, Log: 'old' }),
      bucket('old', { ...bad, Log: 'logs' }),
    );
    await own.resources.delete(own.world.ada, ['old']);
    await own.judge();
    expect(await own.entries()).toEqual(['P a PASS', 'P b ERROR', 'P logs ERROR']);
    const { entries } = await own.resources.compliance(
      { resourceId: 'b', page: 1, pageSize: 25 },
      'resource',
    );
    expect(entries[0]?.errorMessage).toContain('none is not in the resource inventory');
  });

  it('loses nothing and alerts once when it dies in the middle, and goes on where it was', async () => {
    const many = Array.from({ length: 250 }, (_, i) => bucket(`r${String(i).padStart(3, '0')}`, bad));
    await own.upload(...many);
    await own.judge();
    await own.putPolicy('P');
    let calls = 0;
    const dying = {
      async evaluate(batch: Parameters<typeof own.engine.evaluate>[0]) {
        if (++calls === 2) throw new Error('the process died');
        return own.engine.evaluate(batch);
      },
    };
    await expect(own.judge({ engine: dying })).rejects.toThrow('died');
    expect(await own.entries()).toHaveLength(100);
    expect((await own.resources.scansOf(['P'])).get('P')).toMatchObject({
      judgedCount: 100,
      totalCount: 250,
    });
    const judged: string[] = [];
    const counting = {
      evaluate(batch: Parameters<typeof own.engine.evaluate>[0]) {
        judged.push(...(batch.events ?? []).map((event) => String(event['Name'])));
        return own.engine.evaluate(batch);
      },
    };
    await own.judge({ engine: counting });
    expect(judged).toEqual(many.slice(100).map(({ id }) => id));
    expect(await own.entries()).toHaveLength(250);
    const [count] = await own.world.store.query<{ n: number }>('select count(*) as n from alerts');
    expect(count?.n).toBe(250);
    expect((await own.resources.scansOf(['P'])).size).toBe(0);
    await own.judge({ engine: counting });
    expect(judged).toHaveLength(150);
  });

  it('does not store what a resource or a policy no longer is', async () => {
    await own.putPolicy('P');
    await own.upload(bucket('a', bad));
    let meanwhile: (() => Promise<void>) | undefined = () => own.upload(bucket('a', good));
    const slow = {
      async evaluate(batch: Parameters<typeof own.engine.evaluate>[0]) {
        const found = await own.engine.evaluate(batch);
        const work = meanwhile;
        meanwhile = undefined;
        await work?.();
        return found;
      },
    };
    await own.judge({ engine: slow });
    expect(await own.entries()).toEqual(['P a PASS']);
    await own.upload(bucket('a', bad));
    meanwhile = () => own.putPolicy('P', { body: 'def policy(resource):\n    return True' });
    await own.judge({ engine: slow });
    expect(await own.entries()).toEqual(['P a PASS']);
    expect(await own.alerts()).toEqual([]);
  });

  it('judges again when asked to', async () => {
    await own.putPolicy('P');
    await own.upload(bucket('a', good));
    await own.judge();
    let calls = 0;
    const counting = {
      evaluate(batch: Parameters<typeof own.engine.evaluate>[0]) {
        calls++;
        return own.engine.evaluate(batch);
      },
    };
    const wakes = own.wakes;
    await own.resources.judgeAgain(own.world.ada, { policyIds: ['P'], resourceIds: [] });
    await own.judge({ engine: counting });
    await own.resources.judgeAgain(own.world.ada, { policyIds: [], resourceIds: ['a'] });
    await own.judge({ engine: counting });
    expect([calls, own.wakes - wakes]).toEqual([2, 2]);
  });
});
