import { pythonRule, testCacheDir } from '@margay/detect/testing';
import { testLane } from '@margay/lake/testing';
import { inLane } from '@margay/lake';
import { silentLogger } from '@margay/kit';
import { fullTrust, type PythonRule } from '@margay/model';
import { createEnginePool, type EnginePool, replayRule } from '@margay/replay';
import { contentOfRule } from '@margay/replay/testing';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor, type Actor } from '../../api/actor.ts';
import { migrations } from '../../testing/all-migrations.ts';
import type { AlertRecord } from '../alerts/record.ts';
import type { RuleInput } from '../detections/kinds/rule-input.ts';
import { emptyRule } from '../detections/kinds/rule-definition.ts';
import type { ItemVersion } from '../detections/store.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import type { ContentDeps } from './content.ts';
import { createExplainService } from './explain/service.ts';
import { createLiveRuns } from './live-runs.ts';
import { createReplayRunner, type ReplayRunner } from './runner.ts';
import { createReplaysService, type ReplaysService } from './service.ts';
import { claimReplay } from './store.ts';
import { openStoredEvents, type StoredEvents } from './testing.ts';

const spec = `schema: Custom.Door
fields:
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
  - { name: door, type: string }
  - { name: user, type: string, indicators: [username] }
`;
const from = new Date('2026-02-06T00:00:00Z');
const to = new Date('2026-02-07T00:00:00Z');
const now = new Date('2100-01-01T00:00:00Z');

/** Every ten minutes somebody at one of three doors. */
const lines = Array.from({ length: 144 }, (_, index) =>
  JSON.stringify({
    at: new Date(from.getTime() + index * 600_000).toISOString(),
    door: ['north', 'south', 'vault'][index % 3],
    user: index % 2 ? 'ana' : 'bob',
  }),
);
const body = (door: string) =>
  `def rule(event):\n    return event.get("door") == "${door}"\n\ndef title(event):\n    return f"{event.get('user')} at {event.get('door')}"\n\ndef dedup(event):\n    return event.get("user")\n`;
const saved = pythonRule('Door.Vault', body('vault'), { versionId: 'v2', logTypes: ['Custom.Door'] });
function definitionOf({ id: _id, versionId: _version, trust: _trust, ...rule }: PythonRule) {
  return { ...emptyRule, ...rule, inlineFilters: undefined };
}
const versions: ItemVersion[] = [
  {
    versionId: 'v2',
    number: 2,
    definition: definitionOf(saved),
    createdAt: from,
    createdBy: null,
    textAuthor: { id: null, access: null },
  },
];
/** The rule as an editor sends it. */
const edited = (changes: Partial<RuleInput> = {}): RuleInput => ({
  id: saved.id,
  enabled: true,
  severity: saved.severity,
  body: saved.body,
  logTypes: saved.logTypes,
  ...changes,
});
const hanging = 'def rule(event):\n    while True:\n        pass\n';

let events: StoredEvents;
let rowIds: string[];
let store: Store;
let pool: EnginePool;
let service: ReplaysService;
let runner: ReplayRunner;
let content: ContentDeps;
const rules = new Map<string, PythonRule>([[saved.id, saved]]);
const actor: Actor = { ...systemActor(), id: 'ana' };
const restricted: Actor = { ...actor, id: 'eve', logTypeAccess: { kind: 'DENY', logTypes: ['custom.door'] } };

const makeRunner = (lake = events.lake) =>
  createReplayRunner({ ...content, store, lake, pool, clock: () => now, logger: silentLogger });

beforeAll(async () => {
  events = await openStoredEvents([], [spec]);
  const texts = await events.store('Custom.Door', lines);
  rowIds = texts.map((text) => (JSON.parse(text) as { p_row_id: string }).p_row_id);
  store = await openTestStore(migrations);
  const record = (rule: PythonRule) => ({
    id: rule.id,
    versionId: rule.versionId,
    definition: definitionOf(rule),
  });
  content = {
    detections: {
      rule: async (id) => (rules.has(id) ? (record(rules.get(id)!) as never) : undefined),
      ruleVersion: async () => versions[0] && { ...versions[0], kind: 'RULE' },
      list: async () => [],
      trustOf: async () => () => fullTrust,
      trustOfDraft: async () => fullTrust,
      assertMayTouchStored: async () => undefined,
      assertMayTouchDraft: async () => undefined,
    },
    schemas: {
      byName: async () => ({ name: 'Custom.Door', isManaged: false }) as never,
      versions: async () => [{ version: 1, spec, createdAt: from, createdBy: null }],
    },
    lookupTables: { enrichment: () => [] },
  };
  pool = createEnginePool({ engine: { cacheDir: testCacheDir, deadlines: { eventMs: 500, baseMs: 500 } } });
  runner = makeRunner();
  service = createReplaysService({
    ...content,
    store,
    lake: events.lake,
    pool,
    audit: createTestAuditLog(store),
    liveRuns: createLiveRuns({ logger: silentLogger }),
    clock: () => now,
    destinations: { list: async () => [] },
    wake: async () => undefined,
    stopRunning: (id) => runner.stop(id),
  });
});
afterAll(async () => {
  await runner.close();
  await pool.close();
  await store.close();
  await events.remove();
});

const turn = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function ended(id: string) {
  for (;;) {
    const replay = service.live(actor, id);
    if (replay.status !== 'running') return replay;
    await turn(20);
  }
}

describe('a replay of an unsaved text', () => {
  it('tells its alerts, and what changes against the saved rule', async () => {
    const rule = edited({ body: body('vault').replace('== "vault"', 'in ("vault", "north")') });
    const { id } = await service.startLive(actor, { rule, startsAt: from, endsAt: to });
    const { status, error, result } = await ended(id);
    expect(error).toBeNull();
    expect(status).toBe('succeeded');
    const { changed, saved: before, comparison } = result!;
    expect(changed.counts).toMatchObject({ totalEvents: 144, eventsProcessed: 144, matches: 96, errors: 0 });
    expect(changed.counts.eventsRead).toBe(96);
    expect(before?.counts.matches).toBe(48);
    expect(changed.slices.reduce((sum, { matches }) => sum + matches, 0)).toBe(96);
    expect(changed.slices.reduce((sum, { events }) => sum + events, 0)).toBe(144);
    expect(changed.slices.reduce((sum, { alerts }) => sum + alerts, 0)).toBe(changed.counts.alerts);
    const [first] = changed.alerts;
    expect(first).toMatchObject({
      title: 'bob at north',
      severity: 'MEDIUM',
      dedupString: 'bob',
      eventCount: 2,
    });
    expect(first?.examples[0]).toEqual({ logType: 'Custom.Door', rowId: rowIds[0], eventTime: from });
    expect(comparison!.same.length + comparison!.added.length).toBe(changed.counts.alerts);
    expect(comparison!.same.length + comparison!.gone.length).toBe(before?.counts.alerts);
    expect(comparison!.same.length).toBeGreaterThan(10);
  });

  it('applies inline filters, and replays simple detections', async () => {
    const start = async (changes: Partial<RuleInput>) => {
      const { id } = await service.startLive(actor, { rule: edited(changes), startsAt: from, endsAt: to });
      const { result, error } = await ended(id);
      expect(error).toBeNull();
      return result?.changed.counts.matches;
    };
    const filter = '- KeyPath: user\n  Condition: Equals\n  Value: ana\n';
    expect(await start({ inlineFilters: filter })).toBe(24);
    expect(await start({ body: '', simpleDetectionBody: filter })).toBe(72);
  }, 120_000);

  it('lists the first errors with their events', async () => {
    const rule = edited({
      body: 'def rule(event):\n    return event["door"] == "north" or event["nothing"]\n',
    });
    const { id } = await service.startLive(actor, { rule, startsAt: from, endsAt: to });
    const { result } = await ended(id);
    expect(result?.changed.counts).toMatchObject({ matches: 48, errors: 96 });
    expect(result?.changed.errors).toHaveLength(20);
    expect(result?.changed.errors[0]).toMatchObject({
      error: "KeyError: 'nothing'",
      event: { rowId: rowIds[1] },
    });
  });

  it('says why a text cannot be replayed', async () => {
    const start = async (changes: Partial<RuleInput>) =>
      (await service.startLive(actor, { rule: edited(changes), startsAt: from, endsAt: to })).id;
    expect(await ended(await start({ body: 'def rule(event:\n' }))).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/Door\.Vault does not load: line 1: SyntaxError/),
    });
    const slow = await ended(await start({ body: hanging }));
    expect(slow).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/ran out of time on \d+ events/),
    });
  });

  it('can be cancelled, inside of a rule as well', async () => {
    const rule = edited({ body: hanging });
    const { id } = await service.startLive(actor, { rule, startsAt: from, endsAt: to });
    while (service.live(actor, id).progress === null) await turn(10);
    await turn(100);
    expect(service.cancelLive(actor, id).status).toBe('cancelled');
    // The next one gets its turn.
    const { id: next } = await service.startLive(actor, { rule: edited(), startsAt: from, endsAt: to });
    expect((await ended(next)).status).toBe('succeeded');
  });

  it('lets go of its engine when it is stopped, though the rule hangs', async () => {
    const controller = new AbortController();
    const content = contentOfRule({ ...saved, body: hanging }, events.schemas);
    const scope = { logTypes: ['Custom.Door'], from, to, parsedBefore: now };
    let isJudging: () => void = () => undefined;
    const judging = new Promise<void>((resolve) => (isJudging = resolve));
    const work = pool.use('ana', controller.signal, (engine) =>
      replayRule(content, scope, {
        engine,
        lake: inLane(events.lake, testLane),
        signal: controller.signal,
        onProgress: () => isJudging(),
      }),
    );
    await judging;
    await turn(400);
    controller.abort();
    await expect(work).rejects.toThrow(/was stopped/);
    // Whoever waits for it gets one that works.
    const found = await pool.use('ana', new AbortController().signal, (engine) =>
      replayRule(contentOfRule(saved, events.schemas), scope, {
        engine,
        lake: inLane(events.lake, testLane),
        signal: new AbortController().signal,
      }),
    );
    expect(found.counts.totalEvents).toBeGreaterThan(0);
  });

  it('is nobody else’s to see, and is refused by name where a role forbids the log type', async () => {
    const { id } = await service.startLive(actor, { rule: edited(), startsAt: from, endsAt: to });
    expect(() => service.live(restricted, id)).toThrow(/is not kept any more/);
    await expect(
      service.startLive(restricted, { rule: edited(), startsAt: from, endsAt: to }),
    ).rejects.toThrow(/may not read Custom\.Door/);
    await expect(
      service.startLive(actor, { rule: edited(), logTypes: ['Other.Log'], startsAt: from, endsAt: to }),
    ).rejects.toThrow(/does not look at Other\.Log/);
    await ended(id);
  });
});

const input = { detectionId: saved.id, logTypes: ['Custom.Door'], startsAt: from, endsAt: to };
const get = async (id: string) => (await service.get(actor.logTypeAccess, id))!;

describe('a replay of a saved rule', () => {
  it('ends with its numbers and its alerts, which are no real ones', async () => {
    const { id, state } = await service.create(actor, input);
    expect(state).toBe('EVALUATION_IN_PROGRESS');
    runner.wake();
    await runner.idle();
    const replay = await get(id);
    expect(replay).toMatchObject({ state: 'DONE', error: null, completedAt: now, detectionVersionId: 'v2' });
    expect(replay.summary).toMatchObject({
      ruleMatchCount: 48,
      ruleErrorCount: 0,
      eventsProcessedCount: 144,
      eventsMatchedCount: 48,
      matchesProcessedCount: 48,
      evaluationProgress: 1,
      computationProgress: 1,
    });
    const { histogram, totalAlerts } = replay.summary;
    const sumOf = (key: 'events' | 'matches' | 'alerts') =>
      histogram.reduce((sum, slice) => sum + slice[key], 0);
    expect([sumOf('events'), sumOf('matches'), sumOf('alerts')]).toEqual([144, 48, totalAlerts]);
    expect(histogram[0]?.startsAt).toEqual(from);
    const page = await service.previews(replay, { pageSize: 10 });
    expect(page.alerts).toHaveLength(10);
    expect(page.hasNextPage).toBe(true);
    const rest = await service.previews(replay, { pageSize: 200, cursor: page.endCursor! });
    expect(page.alerts.length + rest.alerts.length).toBe(replay.summary.totalAlerts);
    const [first] = page.alerts;
    expect(await service.preview(actor.logTypeAccess, id, first!.id)).toEqual(first);
    expect(await store.query('select 1 from alerts')).toEqual([]);
    expect((await service.list(actor.logTypeAccess, saved.id)).map((entry) => entry.id)).toContain(id);
    expect(await service.list(restricted.logTypeAccess, saved.id)).toEqual([]);
    expect(await service.get(restricted.logTypeAccess, id)).toBeUndefined();
  });

  it('reads the newest events where a size is given', async () => {
    const { id } = await service.create(actor, { ...input, maxSizeInGB: 0.000_004 });
    runner.wake();
    await runner.idle();
    const { state, summary } = await get(id);
    expect(state).toBe('DONE');
    expect(summary.eventsProcessedCount).toBeGreaterThan(0);
    expect(summary.eventsProcessedCount).toBeLessThan(144);
  });

  it('can be stopped, running or waiting', async () => {
    rules.set('Door.Slow', { ...saved, id: 'Door.Slow', body: hanging });
    const running = await service.create(actor, { ...input, detectionId: 'Door.Slow' });
    const waiting = await service.create(actor, input);
    runner.wake();
    while ((await get(running.id)).state !== 'EVALUATION_IN_PROGRESS') await turn(20);
    await service.stop(actor, waiting.id);
    expect((await service.stop(actor, running.id)).state).toBe('CANCELED');
    // Left alone, the rule would hang on each event for half a second until the test is out of time.
    await runner.idle();
    expect((await get(waiting.id)).state).toBe('CANCELED');
    expect((await get(running.id)).state).toBe('CANCELED');
  });

  it('says why it failed', async () => {
    rules.set('Door.Broken', { ...saved, id: 'Door.Broken', body: 'import nothing_there\n' });
    const { id } = await service.create(actor, { ...input, detectionId: 'Door.Broken' });
    runner.wake();
    await runner.idle();
    expect(await get(id)).toMatchObject({
      state: 'ERROR_EVALUATION',
      error: expect.stringContaining("No module named 'nothing_there'"),
    });
    await expect(service.create(actor, { ...input, detectionId: 'No.Such' })).rejects.toThrow(
      /does not exist/,
    );
    await expect(service.create(restricted, input)).rejects.toThrow(/may not read Custom\.Door/);
  });

  it('goes on after a restart: from the start, with the same result', async () => {
    const { id } = await service.create(actor, input);
    let begin: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    let goOn: () => void = () => undefined;
    const isClosing = new Promise<void>((resolve) => (goOn = resolve));
    const stopping = makeRunner({
      ...events.lake,
      query: async (request) => {
        begin();
        await isClosing;
        return events.lake.query(request);
      },
    });
    stopping.wake();
    await hasBegun;
    const closing = stopping.close();
    goOn();
    await closing;
    expect((await get(id)).completedAt).toBeNull();
    runner.wake();
    await runner.idle();
    expect(await get(id)).toMatchObject({ state: 'DONE', summary: { ruleMatchCount: 48 } });
  });

  it('is taken over when its process is gone, and given up when it takes the server down again and again', async () => {
    const { id } = await service.create(actor, input);
    const past = new Date(now.getTime() - 1);
    for (let attempt = 1; attempt <= 3; attempt++) await claimReplay(store, `gone-${attempt}`, past, now);
    runner.wake();
    await runner.idle();
    expect(await get(id)).toMatchObject({
      state: 'ERROR_EVALUATION',
      error: expect.stringContaining('The server stopped 3 times while this replay ran'),
    });
  });
});

describe('explain', () => {
  const explainService = () =>
    createExplainService({
      ...content,
      lake: events.lake,
      pool,
      candidates: () => true,
      clock: () => to,
      alerts: {
        get: async (_actor, id) =>
          ({
            id,
            type: 'RULE',
            detectionId: saved.id,
            detectionVersionId: 'v2',
            logTypes: ['Custom.Door'],
            firstEventAt: from,
          }) as AlertRecord,
        events: async () => ({ rows: [], endCursor: null }),
      },
    });

  it('runs a rule on a stored event, as its text stands or as it is saved', async () => {
    const explain = explainService();
    const stored = { logType: 'Custom.Door', rowId: rowIds[0]!, eventTime: from };
    const { explanation, event } = await explain.explain(actor, saved.id, { stored });
    expect(JSON.parse(event)).toMatchObject({ door: 'north', p_row_id: rowIds[0] });
    expect(explanation.result).toBe(false);
    expect(explanation.steps[explanation.decisive!]).toMatchObject({
      text: 'event.get("door") == "vault"',
      reads: [{ text: 'event.get("door")', value: '"north"' }],
    });
    expect(
      (await explain.explain(actor, edited({ body: body('north') }), { stored })).explanation.result,
    ).toBe(true);
    await expect(explain.explain(restricted, saved.id, { stored })).rejects.toThrow(
      /may not read Custom\.Door/,
    );
    await expect(explain.explain(actor, saved.id, { stored: { ...stored, rowId: 'none' } })).rejects.toThrow(
      /There is no event none/,
    );
  });

  it('times the lines of a saved rule on stored events of log types the person may read', async () => {
    const { timing, sampleCount } = await explainService().timing(actor, saved.id);
    expect(sampleCount).toBeGreaterThan(0);
    expect(timing.microseconds).toHaveLength(sampleCount);
    expect(timing.failed).toBe(0);
    const [first] = timing.lines;
    expect(first).toMatchObject({ hits: sampleCount });
    await expect(explainService().timing(restricted, saved.id)).rejects.toThrow(/may not read Custom\.Door/);
  });

  it('runs the version that made an alert on the event it was made of', async () => {
    const stored = { logType: 'Custom.Door', rowId: rowIds[2]! };
    const { rule, explanation } = await explainService().explainAlert(actor, 'a1', stored);
    expect(rule.versionId).toBe('v2');
    expect(explanation.result).toBe(true);
    await expect(explainService().explainAlert(actor, 'a1')).rejects.toThrow(
      /The data lake has no event of alert a1/,
    );
  });
});
