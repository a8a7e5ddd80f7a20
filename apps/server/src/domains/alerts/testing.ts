import { createSecretBox, permissions, type LogTypeAccess } from '@margay/auth';
import { newId, silentLogger } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import { fullTrust, alertTypes, severities, type AlertType, type PythonRule } from '@margay/model';
import type { JobDefinition, Jobs } from '@margay/jobs';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Actor } from '../../api/actor.ts';
import { migrations } from '../../testing/all-migrations.ts';
import {
  createSignalFeed,
  type FoundMatch,
  type RecordedFindings,
  type SignalFeed,
} from '../../findings/index.ts';
import { createAccessTokens } from '../../oauth-tokens/access-tokens.ts';
import { recordAlerts } from '../../findings/record-alerts.ts';
import { createDestinationsService, type DestinationsService } from '../destinations/service.ts';
import type { Destination } from '../destinations/store.ts';
import type { UsersService } from '../users/service.ts';
import { AlertFilter } from './filter.ts';
import { createAlerts, type AlertsDomain } from './index.ts';
import type { AlertRecord } from './record.ts';
import type { CountAlertEvents, ReadAlertEvents } from './service.ts';
import { peopleServices } from '../../testing/people-services.ts';

/** For the domain's tests: a rule that alerts on everything. */
export const sampleRule = (over: Partial<PythonRule> = {}): PythonRule => ({
  id: 'Test.Rule',
  versionId: 'v1',
  trust: fullTrust,
  kind: 'RULE',
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

export const everything: LogTypeAccess = { kind: 'ALLOW_ALL', logTypes: [] };

export const actorWith = (logTypeAccess: LogTypeAccess, id: string, name = 'Ada'): Actor => ({
  kind: 'person',
  id,
  name,
  email: `${name.toLowerCase()}@example.com`,
  roleName: 'Admin',
  permissions: new Set(permissions),
  logTypeAccess,
});

let rows = 0;
/** A match of the sample rule about an event of its own. */
export const foundMatch = (
  over: Partial<FoundMatch['match']> = {},
  event: Record<string, unknown> = {},
): FoundMatch => ({
  match: { ruleId: 'Test.Rule', ruleVersionId: 'v1', eventIndex: 0, ...over },
  event: {
    p_log_type: 'AWS.CloudTrail',
    p_source_id: 'src1',
    p_row_id: `row${++rows}`,
    p_event_time: '2026-03-01 09:55:00.000000000',
    ...event,
  },
});

/** The domain on a real store, with a receiver on loopback, a clock that stands still and jobs that tests run. */
export interface AlertsWorld {
  store: Store;
  users: UsersService;
  destinations: DestinationsService;
  alerts: AlertsDomain;
  signals: SignalFeed;
  /** A person who exists and may do everything. */
  ada: Actor;
  rules: Map<string, PythonRule>;
  now(): Date;
  later(minutes: number): Date;
  record(...matches: FoundMatch[]): Promise<RecordedFindings>;
  list(filter?: Record<string, unknown>, actor?: Actor): Promise<AlertRecord[]>;
  /** The one alert there is. */
  onlyAlert(): Promise<AlertRecord>;
  addDestination(displayName: string, accepts?: AlertType[]): Promise<Destination>;
  runJob(name: string, data?: object): Promise<void>;
  /** Jobs sent so far. */
  sent: { name: string; data: object; startAt: Date | undefined }[];
  /** What the receiver got, and the statuses it answers with next (then 200). */
  received: { key: unknown; title: unknown }[];
  answers: number[];
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function createAlertsWorld(
  options: {
    /** Default: jobs are only noted. */
    openQueue?: (store: Store) => Promise<Jobs>;
    /** Default: the lake answers nothing. */
    readEvents?: ReadAlertEvents;
    countEvents?: CountAlertEvents;
  } = {},
): Promise<AlertsWorld> {
  const { openQueue, readEvents, countEvents } = options;
  const store = await openTestStore(migrations);
  const answers: number[] = [];
  const received: AlertsWorld['received'] = [];
  const { server, origin } = await startReceiver(answers, received);
  const sent: AlertsWorld['sent'] = [];
  const rules = new Map<string, PythonRule>();
  const start = new Date('2026-03-01T10:00:00Z');
  let moment = start;
  const clock = () => moment;
  const consoleUrl = () => 'https://margay.example.com';
  const { audit, users } = await peopleServices(store, clock);
  const person = await users.createFirstAdministrator({
    email: 'ada@example.com',
    password: 'Correct-horse-7',
    givenName: 'Ada',
    familyName: 'Lovelace',
  });
  const ada = actorWith(everything, person.id);
  const secrets = createSecretBox(new Uint8Array(32));
  const http = createHttpClient({
    allowPrivate: true,
    timeoutMs: 5_000,
    maxResponseBytes: 10_000,
    userAgent: 'test',
  });
  const destinations = createDestinationsService({
    store,
    audit,
    secrets,
    http,
    tokens: createAccessTokens({ store, secrets, http, clock, processId: newId() }),
    clock,
    consoleUrl,
    offers: () => true,
  });
  const alerts = await createAlerts({
    store,
    jobs: openQueue === undefined ? notingJobs(sent) : await openQueue(store),
    audit,
    users,
    destinations,
    clock,
    consoleUrl,
    logger: silentLogger,
    random: () => 0,
    ...(readEvents === undefined ? {} : { readEvents }),
    ...(countEvents === undefined ? {} : { countEvents }),
  });
  let parts = 0;
  const list = async (filter: Record<string, unknown> = {}, actor = ada) => {
    const sort = { by: 'createdAt', dir: 'descending' } as const;
    const page = await alerts.service.page(actor, { filter: AlertFilter.parse(filter), sort, pageSize: 50 });
    return page.alerts;
  };

  return {
    store,
    users,
    destinations,
    alerts,
    signals: createSignalFeed({ store, retention: { days: 16, entries: 1_000_000 } }),
    ada,
    rules,
    sent,
    received,
    answers,
    now: clock,
    later: (minutes) => (moment = new Date(moment.getTime() + minutes * 60_000)),
    record: (...matches) =>
      store.transaction((tx) =>
        recordAlerts(
          tx,
          alerts.writer,
          { unitId: `part${++parts}`, matches, errors: [], now: moment },
          (id) => rules.get(id),
        ),
      ),
    list,
    async onlyAlert() {
      const [alert, ...more] = await list();
      if (alert === undefined || more.length > 0)
        throw new Error(`there are ${more.length + (alert === undefined ? 0 : 1)} alerts`);
      return alert;
    },
    addDestination: (displayName, accepts = alertTypes.filter((type) => type !== 'SYSTEM_ERROR')) =>
      destinations.put(ada, {
        outputType: 'customwebhook',
        displayName,
        defaultForSeverity: [...severities],
        alertTypes: accepts,
        logTypes: [],
        outputConfig: { webhookURL: origin },
      }),
    async runJob(name, data = {}) {
      const job = alerts.jobDefinitions.find((definition) => definition.name === name);
      if (job === undefined) throw new Error(`there is no job ${name}`);
      // Each job parses its own data.
      await job.handle(data as never, { jobId: 'j', attempt: 0, signal: new AbortController().signal });
    },
    async reset() {
      await store.exec(
        'delete from alerts; delete from alert_windows; delete from alert_rates; delete from destinations',
      );
      rules.clear();
      rules.set('Test.Rule', sampleRule());
      sent.length = 0;
      received.length = 0;
      answers.length = 0;
      moment = start;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };
}

/** The queue itself is tested in packages/jobs; here jobs are only noted. */
function notingJobs(sent: AlertsWorld['sent']): Jobs {
  return {
    work: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    send: (job: Pick<JobDefinition, 'name'>, data, options) => {
      sent.push({ name: job.name, data, startAt: options?.startAt });
      return Promise.resolve(`job${sent.length}`);
    },
  };
}

async function startReceiver(
  answers: number[],
  received: AlertsWorld['received'],
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const body = JSON.parse(text) as { title: string };
      received.push({ key: request.headers['idempotency-key'], title: body.title });
      response.writeHead(answers.shift() ?? 200).end('answer');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
