import type { LogTypeAccess } from '@margay/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../api/actor.ts';
import { emptyRule } from './kinds/rule-definition.ts';
import { actorWith, idleEngine, openTestDetections, type TestDetections } from './testing.ts';
import { authorAccess, trustOfText } from './trust.ts';

const only = (...logTypes: string[]): LogTypeAccess => ({ kind: 'ALLOW', logTypes });
const everything: LogTypeAccess = { kind: 'ALLOW_ALL', logTypes: [] };
const ada = actorWith();
const eve: Actor = { ...actorWith(), id: 'eve', logTypeAccess: only('Okta.SystemLog') };
const first = 'def rule(event):\n    return True\n';
const second = 'def rule(event):\n    return False\n';

describe('with whose rules a text shares a process', () => {
  let test: TestDetections;
  beforeAll(async () => {
    test = await openTestDetections(idleEngine);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    test.accessToday.clear();
    await test.store.exec('delete from content_items; delete from content_versions');
  });

  const put = (actor: Actor, over: { body?: string; isNew?: boolean; dedupPeriodMinutes?: number } = {}) => {
    const { isNew = false, body = first, ...rest } = over;
    const definition = { ...emptyRule, displayName: 'R', logTypes: ['Okta.SystemLog'], body, ...rest };
    return test.detections.put(actor, { kind: 'RULE', id: 'R', isNew, enabled: true, definition });
  };
  const trust = async (id = 'R') =>
    (await test.detections.content()).rules.find((rule) => rule.id === id)?.trust;

  it('is what its author may read', async () => {
    await put(eve, { isNew: true });
    expect(await trust()).toBe('ALLOW:okta.systemlog');
    await put(ada, { body: second });
    expect(await trust()).toBe('ALLOW_ALL');
  });

  it('stays when somebody else changes settings, switches it off and on, or saves the same text', async () => {
    await put(eve, { isNew: true });
    await put(ada, { dedupPeriodMinutes: 5 });
    await test.detections.setEnabled(ada, ['R'], false);
    await test.detections.setEnabled(ada, ['R'], true);
    await test.detections.edit(ada, ['R'], { severity: 'CRITICAL' });
    expect(await trust()).toBe('ALLOW:okta.systemlog');
    const [newest] = await test.detections.versions(ada, 'R');
    expect(newest).toMatchObject({ createdBy: 'ada', textAuthor: { id: 'eve' } });
  });

  it('is never more than the author may read today, nor than she might when it was saved', async () => {
    await put(ada, { isNew: true });
    test.accessToday.set('ada', only('Okta.SystemLog', 'AWS.CloudTrail'));
    expect(await trust()).toBe('ALLOW:aws.cloudtrail,okta.systemlog');
    await put(eve, { body: second });
    test.accessToday.set('eve', everything);
    expect(await trust()).toBe('ALLOW:okta.systemlog');
  });

  it('follows a role that changes, where nobody changes a text', async () => {
    await put(ada, { isNew: true });
    const loaded = () => test.detections.loaded()?.content;
    const before = loaded();
    expect(before?.rules.map((rule) => rule.trust)).toEqual(['ALLOW_ALL']);
    await test.detections.reloadWhenStale();
    expect(loaded()).toBe(before);
    test.accessToday.set('ada', only('Okta.SystemLog'));
    await test.detections.reloadWhenStale();
    expect(loaded()?.rules.map((rule) => rule.trust)).toEqual(['ALLOW:okta.systemlog']);
  });

  it('is that of the base for a derived rule, whoever derives it', async () => {
    await put(eve, { isNew: true });
    const derived = 'AnalysisType: rule\nRuleID: My.Derived\nBaseDetection: R\nSeverity: Critical\n';
    expect(await test.upload({ 'derived.yml': derived })).toEqual(['My.Derived: new']);
    expect(await trust('My.Derived')).toBe('ALLOW:okta.systemlog');
    test.accessToday.set('eve', { kind: 'DENY_ALL', logTypes: [] });
    expect(await trust('My.Derived')).toBe('DENY_ALL');
  });

  it('is full for the product’s own texts; of a text of nobody knows whom, none', () => {
    expect(trustOfText({ id: null, access: null }, new Map())).toBe('ALLOW_ALL');
    expect(trustOfText({ id: 'gone', access: only('A') }, new Map())).toBe('ALLOW:a');
    expect(trustOfText({ id: 'gone', access: null }, new Map())).toBe('DENY_ALL');
  });

  it('follows the roles of the people there are, and what tokens may read', async () => {
    const accessOf = authorAccess({
      users: {
        byIds: async () => [{ id: 'eve', roleId: 'narrow' } as never, { id: 'bob', roleId: 'gone' } as never],
      },
      roles: {
        list: async () => [
          { id: 'narrow', logTypeAccessKind: 'DENY', logTypeAccess: ['AWS.CloudTrail'] } as never,
        ],
      },
      apiTokens: {
        accessOf: async (ids) =>
          new Map(ids.filter((id) => id === 'ci').map((id) => [id, { kind: 'DENY_ALL', logTypes: [] }])),
      },
    });
    expect([...(await accessOf(['eve', 'bob', 'ci', 'gone']))]).toEqual([
      ['eve', { kind: 'DENY', logTypes: ['AWS.CloudTrail'] }],
      ['ci', { kind: 'DENY_ALL', logTypes: [] }],
    ]);
  });
});
