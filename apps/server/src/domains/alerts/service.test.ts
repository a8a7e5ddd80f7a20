import type { LogTypeAccess } from '@margay/auth';
import { severities } from '@margay/model';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlertFilter } from './filter.ts';
import {
  actorWith,
  createAlertsWorld,
  everything,
  foundMatch,
  sampleRule,
  type AlertsWorld,
} from './testing.ts';

const all = AlertFilter.parse({});

describe('alerts read and edited', () => {
  let world: AlertsWorld;
  beforeAll(async () => {
    world = await createAlertsWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it('lists by every filter', async () => {
    world.rules.set(
      'Other',
      sampleRule({ id: 'Other', logTypes: ['Okta.SystemLog'], tags: ['T2'], severity: 'LOW' }),
    );
    await world.record(foundMatch({ title: 'Alpha 100%' }), foundMatch({ title: 'Alpha 100%' }));
    world.later(10);
    await world.record(
      foundMatch({ ruleId: 'Other', title: 'Beta' }, { p_log_type: 'Okta.SystemLog', p_source_id: 'src2' }),
    );
    const [beta, alpha] = await world.list();
    await world.alerts.service.update(world.ada, [beta?.id ?? ''], {
      status: 'TRIAGED',
      assigneeId: world.ada.id,
    });
    const titles = async (filter: Record<string, unknown>) =>
      (await world.list(filter)).map(({ title }) => title);
    expect(await titles({})).toEqual(['Beta', 'Alpha 100%']);
    expect(await titles({ subtypes: ['POLICY'] })).toEqual([]);
    expect(await titles({ detectionId: 'Other' })).toEqual(['Beta']);
    expect(await titles({ severities: ['HIGH'] })).toEqual(['Alpha 100%']);
    expect(await titles({ statuses: ['OPEN'] })).toEqual(['Alpha 100%']);
    expect(await titles({ assigneeIds: [world.ada.id] })).toEqual(['Beta']);
    expect(await titles({ unassigned: true })).toEqual(['Alpha 100%']);
    expect(await titles({ unassigned: true, assigneeIds: [world.ada.id] })).toHaveLength(2);
    expect(await titles({ logTypes: ['Okta.SystemLog'] })).toEqual(['Beta']);
    expect(await titles({ logSources: ['src2'] })).toEqual(['Beta']);
    expect(await titles({ tags: ['T1'] })).toEqual(['Alpha 100%']);
    expect(await titles({ nameContains: '100%' })).toEqual(['Alpha 100%']);
    expect(await titles({ nameContains: 'ALPHA' })).toEqual(['Alpha 100%']);
    expect(await titles({ nameContains: '_' })).toEqual([]);
    expect(await titles({ eventCountMin: 2 })).toEqual(['Alpha 100%']);
    expect(await titles({ eventCountMax: 1 })).toEqual(['Beta']);
    expect(await titles({ createdAtAfter: world.now() })).toEqual(['Beta']);
    expect(await titles({ createdAtBefore: alpha?.createdAt })).toEqual(['Alpha 100%']);
    expect(await world.alerts.service.count(world.ada, all)).toBe(2);
  });

  it.each(['createdAt', 'severity', 'lastReceivedEventAt'] as const)(
    'pages by %s in both directions without losing or repeating any',
    async (by) => {
      for (let i = 0; i < 23; i++) {
        if (i % 3 === 0) world.later(1);
        const severity = severities[i % 5];
        await world.record(foundMatch({ dedup: `d${i}`, ...(severity === undefined ? {} : { severity }) }));
      }
      for (const dir of ['descending', 'ascending'] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await world.alerts.service.page(world.ada, {
            filter: all,
            sort: { by, dir },
            pageSize: 5,
            cursor,
          });
          seen.push(...page.alerts.map(({ id }) => id));
          cursor = page.hasNextPage ? (page.endCursor ?? undefined) : undefined;
        } while (cursor !== undefined);
        expect(seen).toHaveLength(23);
        expect(new Set(seen).size).toBe(23);
      }
      for (const cursor of ['nonsense', Buffer.from('["x",1]').toString('base64url')])
        await expect(
          world.alerts.service.page(world.ada, {
            filter: all,
            sort: { by, dir: 'ascending' },
            pageSize: 5,
            cursor,
          }),
        ).rejects.toMatchObject({ details: { field: 'cursor' } });
    },
  );

  it('[000-1.12] changes status and assignee of several at once and records who did it', async () => {
    await world.record(foundMatch({ dedup: '1' }), foundMatch({ dedup: '2' }));
    const ids = (await world.list()).map(({ id }) => id);
    world.later(5);
    const [changed] = await world.alerts.service.update(world.ada, ids, {
      status: 'CLOSED',
      assigneeId: world.ada.id,
    });
    expect(changed).toMatchObject({
      status: 'CLOSED',
      assigneeId: world.ada.id,
      statusUpdatedAt: world.now(),
      statusUpdatedBy: { id: world.ada.id, name: 'Ada' },
      updatedBy: { id: world.ada.id },
    });
    if (changed === undefined) throw new Error('nothing came back');
    const history = await world.alerts.service.history(changed);
    expect(history.map(({ type, from, to }) => [type, from, to]).toSorted()).toEqual([
      ['ASSIGNEE_CHANGE', null, world.ada.id],
      ['STATUS_CHANGE', 'OPEN', 'CLOSED'],
    ]);
    await world.alerts.service.update(world.ada, ids, { status: 'CLOSED' });
    expect(await world.alerts.service.history(changed)).toHaveLength(2);
    const audit = await world.store.query<{ action: string }>(
      `select action from audit_log where action like '%ALERT%'`,
    );
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['UPDATE_ALERT_STATUS', 'UPDATE_ALERT_ASSIGNEE']),
    );
  });

  it('counts the alerts of detections day by day, of those that may be read', async () => {
    world.rules.set('Other', sampleRule({ id: 'Other', logTypes: ['Okta.SystemLog'] }));
    const other = { ruleId: 'Other' };
    const okta = { p_log_type: 'Okta.SystemLog' };
    await world.record(foundMatch({ dedup: 'too old' }));
    world.later(24 * 60 * 7 + 1);
    await world.record(foundMatch({ dedup: 'a' }), foundMatch({ dedup: 'b' }), foundMatch(other, okta));
    world.later(24 * 60 * 2 + 1);
    await world.record(foundMatch({ dedup: 'c' }));
    const perDay = (actor = world.ada, days = 7) =>
      world.alerts.service.perDay(actor, ['Test.Rule', 'Other', 'Nobody'], days);
    expect(Object.fromEntries(await perDay())).toEqual({
      'Test.Rule': [0, 0, 0, 0, 2, 0, 1],
      Other: [0, 0, 0, 0, 1, 0, 0],
      Nobody: [0, 0, 0, 0, 0, 0, 0],
    });
    expect((await perDay(world.ada, 1)).get('Test.Rule')).toEqual([1]);
    const eve = actorWith({ kind: 'ALLOW', logTypes: ['Okta.SystemLog'] }, 'eve', 'Eve');
    expect(Object.fromEntries(await perDay(eve))).toMatchObject({
      'Test.Rule': [0, 0, 0, 0, 0, 0, 0],
      Other: [0, 0, 0, 0, 1, 0, 0],
    });
  });

  it('changes none when one is unknown, or the assignee is', async () => {
    await world.record(foundMatch());
    const { id } = await world.onlyAlert();
    await expect(
      world.alerts.service.update(world.ada, [id, 'none'], { status: 'CLOSED' }),
    ).rejects.toMatchObject({
      code: 'NotFound',
      details: { ids: ['none'] },
    });
    await expect(
      world.alerts.service.update(world.ada, [id], { assigneeId: 'nobody' }),
    ).rejects.toMatchObject({
      details: { field: 'assigneeId' },
    });
    await expect(world.alerts.service.update(world.ada, [id], {})).rejects.toMatchObject({
      kind: 'invalid-input',
    });
    expect(await world.onlyAlert()).toMatchObject({ status: 'OPEN', assigneeId: null });
  });

  it('edits everything that matches as a job', async () => {
    await world.record(...Array.from({ length: 620 }, (_, i) => foundMatch({ dedup: `d${i}` })));
    world.later(1);
    await world.record(foundMatch({ dedup: 'low', severity: 'LOW' }));
    const filter = AlertFilter.parse({ severities: ['HIGH'], createdAtBefore: world.now() });
    const jobId = await world.alerts.service.updateMatching(world.ada, filter, {
      status: 'RESOLVED',
      comment: 'Known',
    });
    expect(jobId).not.toBe('');
    const job = world.sent.at(-1);
    expect(job?.name).toBe('update-alerts');
    const data = JSON.parse(JSON.stringify(job?.data)) as object;
    await world.runJob('update-alerts', data);
    await world.runJob('update-alerts', data);
    expect(await world.alerts.service.count(world.ada, AlertFilter.parse({ statuses: ['RESOLVED'] }))).toBe(
      620,
    );
    expect((await world.list({ statuses: ['OPEN'] })).map(({ severity }) => severity)).toEqual(['LOW']);
    const tables = ['alert_comments', 'alert_history'];
    const counts = tables.map((table) => world.store.query(`select count(*) as n from ${table}`));
    expect(await Promise.all(counts)).toEqual([[{ n: 620 }], [{ n: 1240 }]]);
  });

  it('hides alerts of log types a person may not see, everywhere', async () => {
    world.rules.set('Mixed', sampleRule({ id: 'Mixed' }));
    await world.record(foundMatch({ title: 'cloud' }));
    await world.record(
      foundMatch({ ruleId: 'Mixed', title: 'mixed' }),
      foundMatch({ ruleId: 'Mixed', dedup: 'mixed' }, { p_log_type: 'Okta.SystemLog' }),
    );
    await world.alerts.service.raise({
      type: 'SOURCE_NO_DATA',
      relatedComponent: 'LOG_SOURCE',
      relatedId: 'src1',
      relatedName: 'Source',
      title: 'No data',
      description: '',
    });
    const mixed = (await world.list()).find(({ title }) => title === 'mixed')?.id ?? '';
    const titlesFor = async (access: LogTypeAccess) =>
      (await world.list({}, actorWith(access, 'u'))).map(({ title }) => title).toSorted();
    expect(await titlesFor({ kind: 'ALLOW', logTypes: ['aws.cloudtrail'] })).toEqual(['cloud']);
    expect(await titlesFor({ kind: 'DENY', logTypes: ['Okta.SystemLog'] })).toEqual(['cloud']);
    expect(await titlesFor({ kind: 'ALLOW', logTypes: ['AWS.CloudTrail', 'Okta.SystemLog'] })).toHaveLength(
      2,
    );
    expect(await titlesFor({ kind: 'DENY_ALL', logTypes: [] })).toEqual([]);
    const restricted = actorWith({ kind: 'ALLOW', logTypes: ['AWS.CloudTrail'] }, 'u');
    expect(await world.list({ type: 'SYSTEM_ERROR' }, restricted)).toHaveLength(1);
    const hidden = { code: 'NotFound' };
    await expect(world.alerts.service.get(restricted, mixed)).rejects.toMatchObject(hidden);
    await expect(
      world.alerts.service.update(restricted, [mixed], { status: 'CLOSED' }),
    ).rejects.toMatchObject(hidden);
    await expect(world.alerts.service.summary(restricted, mixed)).rejects.toMatchObject(hidden);
    await expect(
      world.alerts.service.comment(restricted, { alertId: mixed, body: 'x', format: 'PLAIN_TEXT' }),
    ).rejects.toMatchObject(hidden);
    expect(await world.alerts.service.count(restricted, all)).toBe(1);
  });

  it('[000-1.13] keeps comments, lets their author edit and delete them, and records them', async () => {
    await world.record(foundMatch());
    const alert = await world.onlyAlert();
    const comment = await world.alerts.service.comment(world.ada, {
      alertId: alert.id,
      body: ' Looking ',
      format: 'PLAIN_TEXT',
    });
    expect(await world.alerts.service.comments(alert)).toMatchObject([
      { body: 'Looking', createdBy: { name: 'Ada' } },
    ]);
    expect(await world.alerts.service.history(alert)).toMatchObject([
      { type: 'COMMENT', commentId: comment.id },
    ]);
    const bob = { ...actorWith(everything, 'bob', 'Bob'), permissions: new Set(['AlertModify'] as const) };
    const edit = { id: comment.id, body: '<b onclick="x()">Done</b><script>', format: 'HTML' } as const;
    await expect(world.alerts.service.editComment(bob, edit)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(world.alerts.service.removeComment(bob, comment.id)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    world.later(1);
    const edited = await world.alerts.service.editComment(world.ada, edit);
    expect(edited.body).not.toMatch(/<script|<b on/);
    expect((await world.alerts.service.comments(alert))[0]).toMatchObject({
      updatedAt: world.now(),
      format: 'HTML',
    });
    await world.alerts.service.removeComment(world.ada, comment.id);
    expect(await world.alerts.service.comments(alert)).toEqual([]);
    expect(await world.alerts.service.history(alert)).toEqual([]);
  });

  it('sums up the most frequent values', async () => {
    world.rules.set('Test.Rule', sampleRule({ summaryAttributes: ['user.name', 'p_any_ip_addresses'] }));
    await world.record(
      foundMatch({}, { user: { name: 'ada' }, p_any_ip_addresses: ['192.0.2.1', '192.0.2.2'] }),
      foundMatch({}, { user: { name: 'ada' }, p_any_ip_addresses: ['192.0.2.1'] }),
      foundMatch({}, { user: { name: 'bob' } }),
    );
    const { id } = await world.onlyAlert();
    expect(await world.alerts.service.summary(world.ada, id)).toEqual([
      {
        name: 'user.name',
        values: [
          { label: 'ada', value: 2 },
          { label: 'bob', value: 1 },
        ],
      },
      {
        name: 'p_any_ip_addresses',
        values: [
          { label: '192.0.2.1', value: 2 },
          { label: '192.0.2.2', value: 1 },
        ],
      },
    ]);
    expect((await world.alerts.service.summary(world.ada, id, [])).map(({ name }) => name)).toEqual([
      'p_any_ip_addresses',
    ]);
  });
});
