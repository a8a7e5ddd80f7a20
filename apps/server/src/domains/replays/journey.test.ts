import { permissions, type LogTypeAccess, type Permission } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../api/actor.ts';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import { readConfig } from '../../config.ts';
import { createMetrics } from '../../metrics.ts';
import { startDetect, type DetectRole } from '../../roles/detect.ts';
import { wire, type Platform } from '../../wire.ts';
import { newDataFolder } from '../../testing/new-data-folder.ts';

const spec = `schema: Custom.Door
fields:
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
  - { name: door, type: string, required: true }
  - { name: user, type: string, indicators: [username] }
`;
const body = (door: string) =>
  `def rule(event):\n    return event.get("door") == "${door}"\n\ndef title(event):\n    return f"{event.get('user')} at {event.get('door')}"\n`;
const ruleInput = (door: string) => ({
  id: 'Custom.Door.Vault',
  body: body(door),
  displayName: 'Vault opened',
  severity: 'HIGH',
  logTypes: ['Custom.Door'],
  enabled: true,
});
const simpleInput = {
  id: 'Custom.Door.South',
  simpleDetectionBody: '- Key: door\n  Condition: Equals\n  Value: south\n',
  inlineFilters: '- KeyPath: user\n  Condition: DoesNotEqual\n  Value: bob\n',
  severity: 'LOW',
  logTypes: ['Custom.Door'],
  enabled: true,
};
const derivedInput = {
  id: 'Custom.Door.Vault.Ana',
  baseDetection: 'Custom.Door.Vault',
  inlineFilters: '- KeyPath: user\n  Condition: Equals\n  Value: ana\n',
  severity: 'INFO',
  enabled: true,
};
const tests = [{ name: 'vault', expectedResult: true, resource: '{"door":"vault"}' }];
const startsAt = '2026-02-06T00:00:00Z';
const endsAt = '2026-02-07T00:00:00Z';

interface Reply {
  data?: Record<string, unknown>;
  errors?: { message: string; extensions: { code: string } }[];
}

let folder: string;
let platform: Platform;
let ingest: DetectRole;
const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
const everything: LogTypeAccess = { kind: 'ALLOW_ALL', logTypes: [] };

async function ask<T>(
  query: string,
  variables: object = {},
  who: { held?: readonly Permission[]; access?: LogTypeAccess } = {},
): Promise<{ data: T; errors: Reply['errors'] }> {
  const actor = {
    ...systemActor(new Set(who.held ?? permissions)),
    id: 'ada',
    logTypeAccess: who.access ?? everything,
  };
  const context = { actor, services: platform.services };
  const reply = await handle({ query, variables }, context);
  const { data, errors } = reply.body as Reply;
  return { data: data as T, errors };
}

const turn = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  folder = await newDataFolder('margay-replay-journey-');
  platform = await wire(readConfig({ MARGAY_DATA_DIR: folder, MARGAY_PYTHON_WORKERS: '1' }), silentLogger);
  const { schemas, logSources } = platform.services;
  await schemas.put(systemActor(), { name: 'Custom.Door', spec });
  ingest = await startDetect(platform, createMetrics(platform), silentLogger);
  const source = await logSources.put(systemActor(), {
    label: 'doors',
    providerId: 'custom',
    ingestionType: 'HTTP',
    streamType: 'Lines',
    streamOptions: {},
    logTypes: ['Custom.Door'],
    config: { authMethod: 'Bearer', authBearerToken: 'a-token-of-this-test' },
  });
  await ask('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
    input: { ...ruleInput('vault'), isNew: true },
  });
  for (const input of [simpleInput, derivedInput])
    await ask('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
      input: { ...input, isNew: true },
    });
  const lines = Array.from({ length: 60 }, (_, index) =>
    JSON.stringify({
      at: new Date(Date.parse(startsAt) + index * 600_000).toISOString(),
      door: ['north', 'south', 'vault'][index % 3],
      user: 'ana',
    }),
  );
  await platform.buffer.append(
    { sourceId: source.id, receivedAt: new Date(), format: { type: 'Lines' } },
    new TextEncoder().encode(lines.join('\n')),
  );
  await ingest.pipeline.idle();
  await platform.jobs.work(platform.jobDefinitions.jobs);
}, 120_000);
afterAll(async () => {
  await ingest.stop();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const replayFields = `id state error logTypes completedAt
  summary { totalAlerts ruleMatchCount ruleErrorCount evaluationProgress computationProgress eventsProcessedCount eventsMatchedCount
    matchesProcessedCount logDataSizeEstimate readTimeNanos processingTimeNanos completedAt errors }
  alerts(input: { pageSize: 3 }) { edges { node { id title severity eventCount examples { rowId logType eventTime } receivers } } pageInfo { hasNextPage } }`;

const explainDocument = `query ($id: ID!) { explainAlert(input: { alertId: $id }) { detectionId versionId body yaml result decisive
  steps { language function line text truth reads { text value } } lines { language line ran } } }`;

interface Explained {
  result: boolean;
  yaml: string | null;
  decisive: number | null;
  steps: { line: number; text: string; truth: boolean }[];
}

/** The newest alert a rule has made. */
async function alertOf(detectionId: string): Promise<{ id: string; detectionVersion: string }> {
  const { data, errors } = await ask<{
    alerts: { edges: { node: { id: string; detectionVersion: string } }[] };
  }>('query ($id: ID!) { alerts(input: { detectionId: $id }) { edges { node { id detectionVersion } } } }', {
    id: detectionId,
  });
  expect(errors).toBeUndefined();
  return data.alerts.edges[0]!.node;
}

interface ShownReplay {
  id: string;
  state: string;
  summary: Record<string, number>;
  alerts: { edges: { node: { id: string; title: string; examples: { rowId: string }[] } }[] };
}

describe('replays and explain in the console schema', () => {
  it('replays a saved rule in the background', async () => {
    const created = await ask<{ createReplay: { replay: { id: string; state: string } } }>(
      'mutation ($input: CreateReplayInput!) { createReplay(input: $input) { replay { id state } } }',
      { input: { detectionId: 'Custom.Door.Vault', logTypes: ['Custom.Door'], startsAt, endsAt } },
    );
    expect(created.errors).toBeUndefined();
    const { id, state } = created.data.createReplay.replay;
    expect(state).toBe('EVALUATION_IN_PROGRESS');
    let replay: ShownReplay;
    do {
      await turn(100);
      const found = await ask<{ replay: ShownReplay }>(
        `query ($id: ID!) { replay(id: $id) { ${replayFields} } }`,
        { id },
      );
      expect(found.errors).toBeUndefined();
      replay = found.data.replay;
    } while (replay.state.endsWith('IN_PROGRESS'));
    expect(replay).toMatchObject({
      state: 'DONE',
      summary: { ruleMatchCount: 20, eventsProcessedCount: 60, totalAlerts: 10, evaluationProgress: 1 },
    });
    const [edge] = replay.alerts.edges;
    expect(edge?.node).toMatchObject({
      title: 'ana at vault',
      severity: 'HIGH',
      eventCount: 2,
      receivers: [],
    });
    const one = await ask<{ replayAlert: { title: string } }>(
      'query ($input: ReplayAlertInput!) { replayAlert(input: $input) { title firstMatchAt lastMatchAt dedupString } }',
      { input: { replayId: id, alertId: edge?.node.id } },
    );
    expect(one.data.replayAlert).toMatchObject({
      title: 'ana at vault',
      firstMatchAt: '2026-02-06T00:20:00.000Z',
    });
    const listed = await ask<{ replays: { id: string }[] }>(
      '{ replays(input: { detectionId: "Custom.Door.Vault" }) { id } }',
    );
    expect(listed.data.replays).toEqual([{ id }]);
  }, 60_000);

  it('replays an edited text beside the saved one', async () => {
    const started = await ask<{ startLiveReplay: { id: string } }>(
      'mutation ($input: StartLiveReplayInput!) { startLiveReplay(input: $input) { id status } }',
      { input: { rule: ruleInput('north'), startsAt, endsAt } },
    );
    expect(started.errors).toBeUndefined();
    interface Live {
      status: string;
      result: Record<string, Record<string, unknown>>;
    }
    let live: Live;
    do {
      await turn(100);
      const found = await ask<{ liveReplay: Live }>(
        `query ($id: ID!) { liveReplay(id: $id) { status phase error progress { eventsProcessed totalEvents }
          result { changed { counts { matches alerts } histogram { startsAt events matches } errors { error } alerts { title } }
            saved { counts { matches } } comparison { newCount goneCount sameCount newAlerts { title } } note } } }`,
        { id: started.data.startLiveReplay.id },
      );
      expect(found.errors).toBeUndefined();
      live = found.data.liveReplay;
    } while (live.status === 'running');
    expect(live).toMatchObject({
      status: 'succeeded',
      result: {
        changed: { counts: { matches: 20 } },
        saved: { counts: { matches: 20 } },
        comparison: { newCount: 10, goneCount: 10, sameCount: 0 },
      },
    });
  }, 60_000);

  it('explains the alert a version made, after the rule has changed', async () => {
    const alert = await alertOf('Custom.Door.Vault');
    await ask('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
      input: ruleInput('nowhere'),
    });
    const explained = await ask<{ explainAlert: Record<string, unknown> }>(
      `query ($id: ID!) { explainAlert(input: { alertId: $id }) { versionId body result decisive event
        steps { text truth line column reads { text value } } lines { line ran } functions { name output } } }`,
      { id: alert.id },
    );
    expect(explained.errors).toBeUndefined();
    expect(explained.data.explainAlert).toMatchObject({
      versionId: alert.detectionVersion,
      body: body('vault'),
      result: true,
      decisive: 0,
      steps: expect.arrayContaining([
        expect.objectContaining({
          text: 'event.get("door") == "vault"',
          truth: true,
          reads: [{ text: 'event.get("door")', value: '"vault"' }],
        }),
      ]),
    });
    const event = JSON.parse(String(explained.data.explainAlert['event'])) as Record<string, string>;
    const now = await ask<{ explainDetection: { result: boolean } }>(
      'query ($input: ExplainDetectionInput!) { explainDetection(input: $input) { result } }',
      {
        input: {
          detectionId: 'Custom.Door.Vault',
          storedEvent: { logType: 'Custom.Door', rowId: event['p_row_id'] },
        },
      },
    );
    expect(now.data.explainDetection.result).toBe(false);
  }, 60_000);

  it('explains the alert of a simple detection by the lines of its YAML', async () => {
    const { data, errors } = await ask<{ explainAlert: Explained }>(explainDocument, {
      id: (await alertOf('Custom.Door.South')).id,
    });
    expect(errors).toBeUndefined();
    const { result, yaml, steps, decisive } = data.explainAlert;
    expect(result).toBe(true);
    expect(steps).toMatchObject([
      { language: 'yaml', function: 'InlineFilters', reads: [{ text: 'user', value: '"ana"' }] },
      { language: 'yaml', function: 'Detection', reads: [{ text: 'door', value: '"south"' }] },
    ]);
    const decided = steps[decisive!]!;
    expect(decided).toMatchObject({ text: 'door Equals "south"', truth: true });
    expect(yaml!.split('\n')[decided.line - 1]).toContain('- Key: door');
  }, 60_000);

  it('explains the alert of a derived rule by the text of its base and its own filters, as both were', async () => {
    const alert = await alertOf('Custom.Door.Vault.Ana'); // the base has changed since
    const { data, errors } = await ask<{ explainAlert: Explained }>(explainDocument, { id: alert.id });
    expect(errors).toBeUndefined();
    expect(data.explainAlert).toMatchObject({
      detectionId: 'Custom.Door.Vault.Ana',
      versionId: alert.detectionVersion,
      body: body('vault'),
      result: true,
      decisive: 1,
    });
    expect(data.explainAlert.steps.slice(0, 2)).toMatchObject([
      { language: 'yaml', text: 'user Equals "ana"', truth: true },
      { language: 'python', text: 'event.get("door") == "vault"', truth: true },
    ]);
    const event = '{"door":"nowhere","user":"bob"}';
    const now = await ask<{ explainDetection: Explained }>(
      `query ($input: ExplainDetectionInput!) { explainDetection(input: $input) { result decisive steps { text truth } } }`,
      { input: { detectionId: 'Custom.Door.Vault.Ana', event } },
    );
    expect(now.data.explainDetection).toMatchObject({
      result: false,
      decisive: 0,
      steps: [{ text: 'user Equals "ana"', truth: false }],
    });
  }, 60_000);

  it('says that no event of the last week reaches a rule it is to time', async () => {
    const timed = await ask<{
      detectionTiming: { events: number; failed: number; lines: unknown[] };
    }>(
      'query ($id: ID!) { detectionTiming(id: $id) { events failed median p99 longest lines { line hits microseconds } } }',
      { id: 'Custom.Door.Vault' },
    );
    expect(timed.errors).toBeUndefined();
    expect(timed.data.detectionTiming).toMatchObject({ events: 0, failed: 0, lines: [] });
  }, 60_000);

  it('tells how well unit tests watch a body', async () => {
    const studied = await ask<{
      testCoverage: { lineShare: number; branchShare: number };
      mutationScore: { score: number; mutants: { isKilled: boolean }[] };
    }>(
      `query ($input: PutRuleInput!) {
        testCoverage(input: $input) { lineShare branchShare branches { text sawTrue sawFalse } lines { line ran } }
        mutationScore(input: $input) { score possible passingTests mutants { line kind before after isKilled killedBy } } }`,
      { input: { ...ruleInput('vault'), tests } },
    );
    expect(studied.errors).toBeUndefined();
    expect(studied.data.testCoverage).toMatchObject({ lineShare: 1, branchShare: 0.5 });
    const { score, mutants } = studied.data.mutationScore;
    expect(score).toBe(mutants.filter(({ isKilled }) => isKilled).length / mutants.length);
    expect(score).toBeGreaterThan(0.5);
    expect(score).toBeLessThan(1);
  }, 60_000);

  it('lets only those replay who may change rules, and names the log types a role forbids', async () => {
    const start = 'mutation ($input: StartLiveReplayInput!) { startLiveReplay(input: $input) { id } }';
    const input = { rule: ruleInput('vault'), startsAt, endsAt };
    const reader = await ask(start, { input }, { held: ['RuleRead'] });
    expect(reader.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    const access: LogTypeAccess = { kind: 'DENY', logTypes: ['Custom.Door'] };
    const refused = await ask(start, { input }, { access });
    expect(refused.errors?.[0]?.message).toContain('Your role may not read Custom.Door');
    const stored = { detectionId: 'Custom.Door.Vault', storedEvent: { logType: 'Custom.Door', rowId: 'x' } };
    const explained = await ask(
      'query ($input: ExplainDetectionInput!) { explainDetection(input: $input) { result } }',
      { input: stored },
      { access },
    );
    expect(explained.errors?.[0]?.message).toContain('Your role may not read Custom.Door');
    const nobody = await ask('{ replays(input: { detectionId: "x" }) { id } }', {}, { held: ['AlertRead'] });
    expect(nobody.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
