import { detectionFactsOf, type Finding } from '@margay/alert';
import { createSecretBox, permissions, type LogTypeAccess } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import { alertTypes, severities, type PythonRule } from '@margay/model';
import type { JobDefinition, Jobs } from '@margay/jobs';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../api/actor.ts';
import { migrations } from '../../migrations/index.ts';
import type { FoundMatch } from '../../pipeline/findings.ts';
import { createAuditLog } from '../audit-log/service.ts';
import { createDestinationsService, type DestinationsService } from '../destinations/service.ts';
import { createRolesService } from '../roles/service.ts';
import { createUsersService, type UsersService } from '../users/service.ts';
import { AlertFilter } from './filter.ts';
import { createAlerts, type AlertsDomain } from './index.ts';
import { createRecordFindings } from './record-findings.ts';

const rule = (over: Partial<PythonRule> = {}): PythonRule => ({
  id: 'Test.Rule',
  versionId: 'v1',
  body: '',
  logTypes: ['AWS.CloudTrail'],
  severity: 'HIGH',
  displayName: 'Test rule',
  description: 'What it is',
  runbook: 'What to do',
  reference: '',
  dedupPeriodMinutes: 60,
  threshold: 1,
  createAlert: true,
  tags: ['T1'],
  reports: { 'MITRE ATT&CK': ['TA0001:T1078'] },
  outputIds: [],
  summaryAttributes: [],
  ...over,
});

const actorWith = (logTypeAccess: LogTypeAccess, id: string, name = 'Ada'): Actor => ({
  kind: 'user',
  id,
  name,
  email: `${name.toLowerCase()}@example.com`,
  roleName: 'Admin',
  permissions: new Set(permissions),
  logTypeAccess,
});
const everything: LogTypeAccess = { kind: 'ALLOW_ALL', logTypes: [] };
const all = AlertFilter.parse({});
const newest = { by: 'createdAt', dir: 'descending' } as const;

describe('alerts', () => {
  let store: Store;
  let server: Server;
  let origin = '';
  let answers: number[] = [];
  const received: { key: unknown; title: unknown }[] = [];
  const rules = new Map<string, PythonRule>();
  const sent: { job: JobDefinition<never>; data: object; startAt: Date | undefined }[] = [];
  let now = new Date('2026-03-01T10:00:00Z');
  let users: UsersService;
  let ada: Actor;
  let destinations: DestinationsService;
  let alerts: AlertsDomain;
  let parts = 0;

  beforeAll(async () => {
    store = await openTestStore(migrations);
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const body = JSON.parse(text) as { title: string };
        received.push({ key: request.headers['idempotency-key'], title: body.title });
        response.writeHead(answers.shift() ?? 200).end('answer');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const audit = createAuditLog({ sql: store, logger: silentLogger });
    const roles = createRolesService({ store });
    await roles.ensurePredefined();
    users = createUsersService({ store, roles, audit });
    const person = await users.createFirstAdministrator({
      email: 'ada@example.com',
      password: 'Correct-horse-7',
      givenName: 'Ada',
      familyName: 'Lovelace',
    });
    ada = actorWith(everything, person.id);
    const clock = () => now;
    const consoleUrl = () => 'https://margay.example.com';
    destinations = createDestinationsService({
      store,
      audit,
      secrets: createSecretBox(new Uint8Array(32)),
      http: createHttpClient({
        allowPrivate: true,
        timeoutMs: 5_000,
        maxResponseBytes: 10_000,
        userAgent: 'test',
      }),
      clock,
      consoleUrl,
    });
    // The queue itself is tested in packages/jobs; here jobs are only noted, and the tests run them.
    const jobs: Jobs = {
      work: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      send: (job, data, options) => {
        // The list holds jobs of every kind.
        sent.push({ job: job as JobDefinition<never>, data, startAt: options?.startAt });
        return Promise.resolve(`job${sent.length}`);
      },
    };
    alerts = await createAlerts({
      store,
      jobs,
      audit,
      users,
      destinations,
      clock,
      consoleUrl,
      logger: silentLogger,
      random: () => 0,
    });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await store.close();
  });
  beforeEach(async () => {
    await store.exec(
      'delete from alerts; delete from alert_windows; delete from alert_rates; delete from destinations',
    );
    rules.clear();
    rules.set('Test.Rule', rule());
    sent.length = 0;
    received.length = 0;
    answers = [];
    now = new Date('2026-03-01T10:00:00Z');
  });

  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
  const found = (
    over: Partial<FoundMatch['match']> = {},
    event: Record<string, unknown> = {},
  ): FoundMatch => ({
    match: { ruleId: 'Test.Rule', ruleVersionId: 'v1', eventIndex: 0, ...over },
    event: {
      p_log_type: 'AWS.CloudTrail',
      p_source_id: 'src1',
      p_row_id: `row${++parts}`,
      p_event_time: '2026-03-01 09:55:00.000000000',
      ...event,
    },
  });
  const record = (...matches: FoundMatch[]) => {
    const recordFindings = createRecordFindings(alerts.writer, (id) => rules.get(id));
    return store.transaction((tx) => recordFindings(tx, { partId: `p${++parts}`, matches, errors: [], now }));
  };
  const list = async (filter: Record<string, unknown> = {}, actor = ada) =>
    (await alerts.service.page(actor, { filter: AlertFilter.parse(filter), sort: newest, pageSize: 50 }))
      .alerts;
  const onlyAlert = async () => {
    const [alert, ...more] = await list();
    expect(more).toEqual([]);
    if (alert === undefined) throw new Error('there is no alert');
    return alert;
  };
  const addDestination = (displayName: string, over: { alertTypes?: (typeof alertTypes)[number][] } = {}) =>
    destinations.put(ada, {
      outputType: 'customwebhook',
      displayName,
      defaultForSeverity: [...severities],
      alertTypes: over.alertTypes ?? alertTypes.filter((type) => type !== 'SYSTEM_ERROR'),
      logTypes: [],
      outputConfig: { webhookURL: origin },
    });
  const runJob = async (name: string, data: object = {}) => {
    const job = alerts.jobDefinitions.find((definition) => definition.name === name);
    await job?.handle(data as never, { jobId: 'j', attempt: 0, signal: new AbortController().signal });
  };

  describe('made of findings', () => {
    it('[000-1.10] writes what the detection said and what the event was', async () => {
      const { alertIdOfMatch } = await record(
        found({ title: 'Root signed in', contextJson: '{"user":"root"}', severity: 'CRITICAL' }),
      );
      const alert = await onlyAlert();
      expect(alertIdOfMatch).toEqual([alert.id]);
      expect(alert).toMatchObject({
        type: 'RULE',
        title: 'Root signed in',
        severity: 'CRITICAL',
        status: 'OPEN',
        description: 'What it is',
        eventCount: 1,
        detectionId: 'Test.Rule',
        detectionName: 'Test rule',
        logTypes: ['AWS.CloudTrail'],
        sourceIds: ['src1'],
        tags: ['T1'],
        reports: { 'MITRE ATT&CK': ['TA0001:T1078'] },
        contextJson: '{"user":"root"}',
        firstEventAt: new Date('2026-03-01T09:55:00Z'),
        createdAt: now,
        deliveryState: 'NONE',
      });
      expect((await alerts.service.events(ada, alert, { pageSize: 25 })).rows).toMatchObject([
        { p_log_type: 'AWS.CloudTrail' },
      ]);
    });

    it('joins later matches to the open window, also when the alert was resolved meanwhile', async () => {
      await record(found(), found());
      const first = await onlyAlert();
      await alerts.service.update(ada, [first.id], { status: 'RESOLVED' });
      later(59);
      expect((await record(found())).alertIdOfMatch).toEqual([first.id]);
      expect(await onlyAlert()).toMatchObject({ eventCount: 3, status: 'RESOLVED', lastReceivedAt: now });
      later(1);
      expect((await record(found())).alertIdOfMatch).not.toEqual([first.id]);
      expect(await list()).toHaveLength(2);
    });

    it('keeps matches below the threshold without alert until it is reached', async () => {
      rules.set('Test.Rule', rule({ threshold: 3 }));
      expect((await record(found({ title: 'first' }))).alertIdOfMatch).toEqual([null]);
      later(1);
      expect((await record(found({ dedup: 'first', title: 'second' }))).alertIdOfMatch).toEqual([null]);
      expect(await list()).toEqual([]);
      later(1);
      const { alertIdOfMatch } = await record(found({ dedup: 'first' }), found({ dedup: 'first' }));
      const alert = await onlyAlert();
      expect(alertIdOfMatch).toEqual([alert.id, alert.id]);
      expect(alert).toMatchObject({ title: 'first', eventCount: 4, createdAt: now, threshold: 3 });
      expect(alert.firstMatchAt).toEqual(new Date('2026-03-01T10:00:00Z'));
      expect((await alerts.service.events(ada, alert, { pageSize: 25 })).rows).toHaveLength(4);
    });

    it('tells nothing of an undone transaction', async () => {
      const recordFindings = createRecordFindings(alerts.writer, (id) => rules.get(id));
      await expect(
        store.transaction(async (tx) => {
          await recordFindings(tx, { partId: 'x', matches: [found()], errors: [], now });
          throw new Error('undone');
        }),
      ).rejects.toThrow('undone');
      expect(await list()).toEqual([]);
      await record(found());
      expect(await onlyAlert()).toMatchObject({ eventCount: 1 });
    });

    it('takes texts that a database would refuse', async () => {
      const hostile = `a\0b \ud800 ${'"\\'.repeat(5)} \u2028 '); drop table alerts; --`;
      await record(
        found(
          { title: hostile, dedup: hostile, contextJson: JSON.stringify({ [hostile]: hostile }) },
          { x: hostile },
        ),
      );
      const alert = await onlyAlert();
      expect(alert.title).toContain('drop table alerts');
      expect(alert.title).not.toContain('\0');
      expect((await record(found({ dedup: hostile }))).alertIdOfMatch).toEqual([alert.id]);
    });

    it('leaves findings of a rule that is gone without alert and keeps the others in place', async () => {
      const { alertIdOfMatch } = await record(found({ ruleId: 'Gone' }), found(), found({ ruleId: 'Gone' }));
      expect(alertIdOfMatch).toEqual([null, (await onlyAlert()).id, null]);
    });

    it('makes one error alert per detection and kind of error', async () => {
      const recordFindings = createRecordFindings(alerts.writer, (id) => rules.get(id));
      const fail = (error: string) => ({
        error: { ruleId: 'Test.Rule', ruleVersionId: 'v1', eventIndex: 0, error, traceback: 'line 3' },
        event: found().event,
      });
      const { alertIdOfError } = await store.transaction((tx) =>
        recordFindings(tx, {
          partId: 'e',
          matches: [],
          errors: [
            fail("KeyError: 'a'"),
            fail("KeyError: 'b'"),
            { ...fail('TypeError: x'), event: undefined },
          ],
          now,
        }),
      );
      expect(new Set(alertIdOfError).size).toBe(2);
      const errors = await list({ type: 'DETECTION_ERROR' });
      expect(errors.map(({ title, eventCount }) => [title, eventCount]).toSorted()).toEqual([
        ["[KeyError] 'a'", 2],
        ['[TypeError] x', 1],
      ]);
      expect(await list()).toEqual([]);
    });

    it('stops at a thousand alerts an hour and says so once', async () => {
      const burst = Array.from({ length: 1_005 }, (_, i) => found({ dedup: `d${i}` }));
      const { alertIdOfMatch } = await record(...burst);
      expect(alertIdOfMatch.filter((id) => id === null)).toHaveLength(5);
      await record(found({ dedup: 'more' }));
      const [error, ...more] = await list({ type: 'SYSTEM_ERROR' });
      expect(more).toEqual([]);
      expect(error).toMatchObject({
        severity: 'CRITICAL',
        eventCount: 2,
        systemError: {
          type: 'DETECTION_ALERT_LIMIT_EXCEEDED',
          relatedComponent: 'DETECTION',
          relatedId: 'Test.Rule',
        },
      });
    });

    it('counts every match once when parts are recorded side by side', async () => {
      const part = () => Array.from({ length: 40 }, (_, i) => found({ dedup: `d${i % 8}` }));
      await Promise.all([
        record(...part()),
        record(...part()),
        record(...part().toReversed()),
        record(...part()),
      ]);
      const made = await list();
      expect(made).toHaveLength(8);
      expect(made.map(({ eventCount }) => eventCount)).toEqual(made.map(() => 20));
    });

    it('forgets windows that closed long ago, and no others', async () => {
      await record(found({ dedup: 'old' }));
      later(49 * 60 + 60);
      await record(found({ dedup: 'young' }));
      await runJob('drop-alert-windows');
      expect(await store.query('select dedup_string from alert_windows')).toEqual([
        { dedup_string: 'young' },
      ]);
    });
  });

  describe('delivered', () => {
    it('reaches every matching destination once, with a link', async () => {
      const a = await addDestination('A');
      await addDestination('B', { alertTypes: ['POLICY'] });
      await record(found({ title: 'T' }));
      await record(found({ title: 'T' }));
      expect(sent.map(({ job }) => job.name)).toEqual(['deliver-alerts']);
      expect((await onlyAlert()).deliveryState).toBe('PENDING');
      await runJob('deliver-alerts');
      await runJob('deliver-alerts');
      const alert = await onlyAlert();
      expect(received).toEqual([{ key: `${alert.id}-${a.outputId}`, title: 'New Alert: T' }]);
      expect(alert.deliveryState).toBe('SUCCEEDED');
      expect(await alerts.service.deliveries(alert)).toMatchObject([
        { outputId: a.outputId, success: true, statusCode: 200, message: 'answer' },
      ]);
      expect(await destinations.byId(a.outputId)).toMatchObject({ verificationStatus: 'VERIFIED' });
    });

    it('follows destinations() and tells nobody when the list is empty', async () => {
      await addDestination('A');
      const b = await addDestination('B', { alertTypes: ['POLICY'] });
      await record(found({ dedup: '1', destinations: [] }));
      expect(await store.query('select 1 from deliveries')).toEqual([]);
      await record(found({ dedup: '2', destinations: ['B'] }));
      expect(await store.query('select output_id from deliveries')).toEqual([{ output_id: b.outputId }]);
    });

    it('tries again with the same key when it is time', async () => {
      await addDestination('A');
      answers = [503];
      await record(found());
      await runJob('deliver-alerts');
      expect((await onlyAlert()).deliveryState).toBe('FAILED');
      expect(sent.at(-1)?.startAt).toEqual(new Date(now.getTime() + 30_000));
      await runJob('deliver-alerts');
      expect(received).toHaveLength(1);
      later(1);
      await runJob('deliver-alerts');
      expect(received).toHaveLength(2);
      expect(received[0]?.key).toBe(received[1]?.key);
      expect((await onlyAlert()).deliveryState).toBe('SUCCEEDED');
    });

    it('gives up after eleven attempts and raises a system error that spares the broken destination', async () => {
      const broken = await addDestination('Broken', { alertTypes: ['RULE', 'SYSTEM_ERROR'] });
      answers = Array.from({ length: 20 }, () => 500);
      await record(found());
      for (let i = 0; i < 15; i++) {
        await runJob('deliver-alerts');
        later(6);
      }
      expect(received).toHaveLength(11);
      const [error] = await list({ type: 'SYSTEM_ERROR' });
      expect(error).toMatchObject({
        status: 'OPEN',
        eventCount: 1,
        systemError: { type: 'ALERT_DELIVERY', relatedComponent: 'DESTINATION', relatedId: broken.outputId },
      });
      expect(error?.description).toContain('11 attempts');
    });

    it('leaves a destination alone after fifty failures in a row, and comes back', async () => {
      await addDestination('Dead');
      answers = Array.from({ length: 60 }, () => 500);
      await record(...Array.from({ length: 60 }, (_, i) => found({ dedup: `d${i}` })));
      await runJob('deliver-alerts');
      expect(received.length).toBeGreaterThanOrEqual(50);
      expect(received.length).toBeLessThan(60);
      const soFar = received.length;
      later(14);
      await runJob('deliver-alerts');
      expect(received).toHaveLength(soFar);
      answers = [];
      later(2);
      await runJob('deliver-alerts');
      expect(await store.query(`select 1 from deliveries where status <> 'DELIVERED'`)).toEqual([]);
    });

    it('takes up a delivery whose process died', async () => {
      await addDestination('A');
      await record(found());
      await store.query('update deliveries set next_attempt_at = $1, attempts = 1', [
        new Date(now.getTime() + 5 * 60_000),
      ]);
      await runJob('deliver-alerts');
      expect(received).toEqual([]);
      later(6);
      await runJob('deliver-alerts');
      expect(received).toHaveLength(1);
    });

    it('ends quietly when the destination was deleted meanwhile', async () => {
      const a = await addDestination('A');
      await record(found());
      await destinations.remove(ada, a.outputId);
      await runJob('deliver-alerts');
      expect((await alerts.service.deliveries(await onlyAlert()))[0]).toMatchObject({ statusCode: 404 });
      expect(await list({ type: 'SYSTEM_ERROR' })).toEqual([]);
    });

    it('is sent again by hand with its own key and a mark in the title', async () => {
      const a = await addDestination('A');
      const b = await addDestination('B', { alertTypes: ['POLICY'] });
      await record(found({ title: 'T' }));
      await runJob('deliver-alerts');
      const { id } = await onlyAlert();
      const again = await alerts.service.deliver(ada, id, [a.outputId]);
      expect(received.map(({ title }) => title)).toEqual(['New Alert: T', '[Re-sent]: T']);
      expect(received[0]?.key).not.toBe(received[1]?.key);
      expect(await alerts.service.deliveries(again)).toHaveLength(2);
      await expect(alerts.service.deliver(ada, id, ['nobody'])).rejects.toMatchObject({
        details: { ids: ['nobody'] },
      });
      await expect(alerts.service.deliver(ada, id, [b.outputId])).rejects.toMatchObject({
        kind: 'invalid-input',
      });
      await expect(alerts.service.deliver(ada, 'none', [a.outputId])).rejects.toMatchObject({
        kind: 'not-found',
      });
    });
  });

  describe('read and edited', () => {
    it('lists by every filter', async () => {
      rules.set('Other', rule({ id: 'Other', logTypes: ['Okta.SystemLog'], tags: ['T2'], severity: 'LOW' }));
      await record(found({ title: 'Alpha 100%' }), found({ title: 'Alpha 100%' }));
      later(10);
      await record(
        found({ ruleId: 'Other', title: 'Beta' }, { p_log_type: 'Okta.SystemLog', p_source_id: 'src2' }),
      );
      const [beta, alpha] = await list();
      await alerts.service.update(ada, [beta?.id ?? ''], { status: 'TRIAGED', assigneeId: ada.id });
      const titles = async (filter: Record<string, unknown>) =>
        (await list(filter)).map(({ title }) => title);
      expect(await titles({})).toEqual(['Beta', 'Alpha 100%']);
      expect(await titles({ subtypes: ['POLICY'] })).toEqual([]);
      expect(await titles({ detectionId: 'Other' })).toEqual(['Beta']);
      expect(await titles({ severities: ['HIGH'] })).toEqual(['Alpha 100%']);
      expect(await titles({ statuses: ['OPEN'] })).toEqual(['Alpha 100%']);
      expect(await titles({ assigneeIds: [ada.id] })).toEqual(['Beta']);
      expect(await titles({ unassigned: true })).toEqual(['Alpha 100%']);
      expect(await titles({ unassigned: true, assigneeIds: [ada.id] })).toHaveLength(2);
      expect(await titles({ logTypes: ['Okta.SystemLog'] })).toEqual(['Beta']);
      expect(await titles({ logSources: ['src2'] })).toEqual(['Beta']);
      expect(await titles({ tags: ['T1'] })).toEqual(['Alpha 100%']);
      expect(await titles({ nameContains: '100%' })).toEqual(['Alpha 100%']);
      expect(await titles({ nameContains: 'ALPHA' })).toEqual(['Alpha 100%']);
      expect(await titles({ nameContains: '_' })).toEqual([]);
      expect(await titles({ eventCountMin: 2 })).toEqual(['Alpha 100%']);
      expect(await titles({ eventCountMax: 1 })).toEqual(['Beta']);
      expect(await titles({ createdAtAfter: now })).toEqual(['Beta']);
      expect(await titles({ createdAtBefore: alpha?.createdAt })).toEqual(['Alpha 100%']);
      expect(await alerts.service.count(ada, all)).toBe(2);
    });

    it.each(['createdAt', 'severity', 'lastReceivedEventAt'] as const)(
      'pages by %s in both directions without losing or repeating any',
      async (by) => {
        for (let i = 0; i < 23; i++) {
          if (i % 3 === 0) later(1);
          const severity = severities[i % 5];
          await record(found({ dedup: `d${i}`, ...(severity === undefined ? {} : { severity }) }));
        }
        for (const dir of ['descending', 'ascending'] as const) {
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await alerts.service.page(ada, {
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
            alerts.service.page(ada, { filter: all, sort: { by, dir: 'ascending' }, pageSize: 5, cursor }),
          ).rejects.toMatchObject({ details: { field: 'cursor' } });
      },
    );

    it('changes status and assignee of several at once and records who did it', async () => {
      await record(found({ dedup: '1' }), found({ dedup: '2' }));
      const ids = (await list()).map(({ id }) => id);
      later(5);
      const [changed] = await alerts.service.update(ada, ids, { status: 'CLOSED', assigneeId: ada.id });
      expect(changed).toMatchObject({
        status: 'CLOSED',
        assigneeId: ada.id,
        statusUpdatedAt: now,
        statusUpdatedBy: { id: ada.id, name: 'Ada' },
        updatedBy: { id: ada.id },
      });
      if (changed === undefined) throw new Error('nothing came back');
      const history = await alerts.service.history(changed);
      expect(history.map(({ type, from, to }) => [type, from, to]).toSorted()).toEqual([
        ['ASSIGNEE_CHANGE', null, ada.id],
        ['STATUS_CHANGE', 'OPEN', 'CLOSED'],
      ]);
      await alerts.service.update(ada, ids, { status: 'CLOSED' });
      expect(await alerts.service.history(changed)).toHaveLength(2);
      const audit = await store.query<{ action: string }>(
        `select action from audit_log where action like '%ALERT%'`,
      );
      expect(audit.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['UPDATE_ALERT_STATUS', 'UPDATE_ALERT_ASSIGNEE']),
      );
    });

    it('changes none when one is unknown, or the assignee is', async () => {
      await record(found());
      const { id } = await onlyAlert();
      await expect(alerts.service.update(ada, [id, 'none'], { status: 'CLOSED' })).rejects.toMatchObject({
        code: 'NotFound',
        details: { ids: ['none'] },
      });
      await expect(alerts.service.update(ada, [id], { assigneeId: 'nobody' })).rejects.toMatchObject({
        details: { field: 'assigneeId' },
      });
      await expect(alerts.service.update(ada, [id], {})).rejects.toMatchObject({ kind: 'invalid-input' });
      expect(await onlyAlert()).toMatchObject({ status: 'OPEN', assigneeId: null });
    });

    it('edits everything that matches as a job', async () => {
      await record(...Array.from({ length: 620 }, (_, i) => found({ dedup: `d${i}` })));
      later(1);
      await record(found({ dedup: 'low', severity: 'LOW' }));
      const filter = AlertFilter.parse({ severities: ['HIGH'], createdAtBefore: now });
      const jobId = await alerts.service.updateMatching(ada, filter, { status: 'RESOLVED' });
      expect(jobId).not.toBe('');
      const job = sent.at(-1);
      expect(job?.job.name).toBe('update-alerts');
      await runJob('update-alerts', JSON.parse(JSON.stringify(job?.data)) as object);
      expect(await alerts.service.count(ada, AlertFilter.parse({ statuses: ['RESOLVED'] }))).toBe(620);
      expect((await list({ statuses: ['OPEN'] })).map(({ severity }) => severity)).toEqual(['LOW']);
    });

    it('hides alerts of log types a person may not see, everywhere', async () => {
      rules.set('Mixed', rule({ id: 'Mixed' }));
      await record(found({ title: 'cloud' }));
      await record(
        found({ ruleId: 'Mixed', title: 'mixed' }),
        found({ ruleId: 'Mixed', dedup: 'mixed' }, { p_log_type: 'Okta.SystemLog' }),
      );
      await alerts.service.raise({
        type: 'SOURCE_NO_DATA',
        relatedComponent: 'LOG_SOURCE',
        relatedId: 'src1',
        relatedName: 'Source',
        title: 'No data',
        description: '',
      });
      const mixed = (await list()).find(({ title }) => title === 'mixed')?.id ?? '';
      const titlesFor = async (access: LogTypeAccess) =>
        (await list({}, actorWith(access, 'u'))).map(({ title }) => title).toSorted();
      expect(await titlesFor({ kind: 'ALLOW', logTypes: ['aws.cloudtrail'] })).toEqual(['cloud']);
      expect(await titlesFor({ kind: 'DENY', logTypes: ['Okta.SystemLog'] })).toEqual(['cloud']);
      expect(await titlesFor({ kind: 'ALLOW', logTypes: ['AWS.CloudTrail', 'Okta.SystemLog'] })).toHaveLength(
        2,
      );
      expect(await titlesFor({ kind: 'DENY_ALL', logTypes: [] })).toEqual([]);
      const restricted = actorWith({ kind: 'ALLOW', logTypes: ['AWS.CloudTrail'] }, 'u');
      expect(await list({ type: 'SYSTEM_ERROR' }, restricted)).toHaveLength(1);
      const hidden = { code: 'NotFound' };
      await expect(alerts.service.get(restricted, mixed)).rejects.toMatchObject(hidden);
      await expect(alerts.service.update(restricted, [mixed], { status: 'CLOSED' })).rejects.toMatchObject(
        hidden,
      );
      await expect(alerts.service.summary(restricted, mixed)).rejects.toMatchObject(hidden);
      await expect(
        alerts.service.comment(restricted, { alertId: mixed, body: 'x', format: 'PLAIN_TEXT' }),
      ).rejects.toMatchObject(hidden);
      expect(await alerts.service.count(restricted, all)).toBe(1);
    });

    it('keeps comments, lets their author edit and delete them, and records them', async () => {
      await record(found());
      const alert = await onlyAlert();
      const comment = await alerts.service.comment(ada, {
        alertId: alert.id,
        body: ' Looking ',
        format: 'PLAIN_TEXT',
      });
      expect(await alerts.service.comments(alert)).toMatchObject([
        { body: 'Looking', createdBy: { name: 'Ada' } },
      ]);
      expect(await alerts.service.history(alert)).toMatchObject([{ type: 'COMMENT', commentId: comment.id }]);
      const bob = { ...actorWith(everything, 'bob', 'Bob'), permissions: new Set(['AlertModify'] as const) };
      const edit = { id: comment.id, body: '<b onclick="x()">Done</b><script>', format: 'HTML' } as const;
      await expect(alerts.service.editComment(bob, edit)).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(alerts.service.removeComment(bob, comment.id)).rejects.toMatchObject({
        kind: 'forbidden',
      });
      later(1);
      const edited = await alerts.service.editComment(ada, edit);
      expect(edited.body).not.toMatch(/<script|<b on/);
      expect((await alerts.service.comments(alert))[0]).toMatchObject({ updatedAt: now, format: 'HTML' });
      await alerts.service.removeComment(ada, comment.id);
      expect(await alerts.service.comments(alert)).toEqual([]);
      expect(await alerts.service.history(alert)).toEqual([]);
    });

    it('sums up the most frequent values', async () => {
      rules.set('Test.Rule', rule({ summaryAttributes: ['user.name', 'p_any_ip_addresses'] }));
      await record(
        found({}, { user: { name: 'ada' }, p_any_ip_addresses: ['192.0.2.1', '192.0.2.2'] }),
        found({}, { user: { name: 'ada' }, p_any_ip_addresses: ['192.0.2.1'] }),
        found({}, { user: { name: 'bob' } }),
      );
      const { id } = await onlyAlert();
      expect(await alerts.service.summary(ada, id)).toEqual([
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
      expect((await alerts.service.summary(ada, id, [])).map(({ name }) => name)).toEqual([
        'p_any_ip_addresses',
      ]);
    });
  });

  describe('system errors', () => {
    const noData = {
      type: 'SOURCE_NO_DATA',
      relatedComponent: 'LOG_SOURCE',
      relatedId: 'src1',
      relatedName: 'Firewall',
      title: 'Firewall sends nothing',
      description: 'Look at it.',
    } as const;

    it('stays one alert until its cause is gone, then starts anew', async () => {
      const destination = await addDestination('Errors', { alertTypes: ['SYSTEM_ERROR'] });
      const first = await alerts.service.raise(noData);
      later(60 * 24 * 10);
      expect(await alerts.service.raise(noData)).toBe(first);
      expect(await store.query('select output_id from deliveries')).toEqual([
        { output_id: destination.outputId },
      ]);
      await alerts.service.recover('SOURCE_NO_DATA', 'src1');
      expect(await alerts.service.get(ada, first)).toMatchObject({
        status: 'RESOLVED',
        eventCount: 2,
        statusUpdatedBy: { kind: 'system' },
      });
      await alerts.service.recover('SOURCE_NO_DATA', 'src1');
      expect(await alerts.service.raise(noData)).not.toBe(first);
      expect(await alerts.service.raise({ ...noData, relatedId: 'src2' })).not.toBe(first);
    });

    it('is resolved by a person, but only when it is about a source', async () => {
      const id = await alerts.service.raise(noData);
      expect(await alerts.service.resolveSourceAlarm(ada, id)).toMatchObject({ status: 'RESOLVED' });
      expect(await alerts.service.raise(noData)).not.toBe(id);
      await record(found());
      const other = await onlyAlert();
      await expect(alerts.service.resolveSourceAlarm(ada, other.id)).rejects.toMatchObject({
        kind: 'invalid-input',
      });
    });
  });

  it('records two thousand matches in a handful of statements', async () => {
    const matches = Array.from({ length: 2_000 }, (_, i) => found({ dedup: `d${i % 500}`, title: `t${i}` }));
    const recordFindings = createRecordFindings(alerts.writer, (id) => rules.get(id));
    let statements = 0;
    await store.transaction((tx) =>
      recordFindings(
        {
          exec: (text) => tx.exec(text),
          query: (text, params) => {
            statements++;
            return tx.query(text, params);
          },
        },
        { partId: 'big', matches, errors: [], now },
      ),
    );
    expect(statements).toBeLessThan(10);
    expect(await alerts.service.count(ada, all)).toBe(500);
  });

  it('records findings of any source of detections', async () => {
    const finding: Finding = {
      kind: 'match',
      detection: { ...detectionFactsOf(rule({ id: 'Chain' })), kind: 'CORRELATION_RULE' },
      at: now,
      event: null,
      texts: { title: 'Chain of events' },
    };
    await store.transaction((tx) => alerts.writer.record(tx, [finding]));
    expect(await onlyAlert()).toMatchObject({ type: 'CORRELATION_RULE', logTypes: [], firstEventAt: null });
  });
});
