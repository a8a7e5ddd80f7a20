import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { buildConsoleSchema } from './api/schema.ts';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import {
  administrator,
  consoleOf,
  httpSource,
  putSchema,
  putSource,
  sendLine,
  sourceIdOf,
} from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';
import { argumentsOf, wholeDocuments } from './testing/whole-document.ts';

/** Stands in everything that was sent, and in nothing else. */
const marker = 'marker7731';
const logType = 'Custom.Doors';
type Ask = Awaited<ReturnType<typeof consoleOf>>;

// Every question of the schema with every id, as two people: 20 s of a processor.
describe('what was sent, for a person who may read no log type', () => {
  let folder: string;
  let server: RunningServer;
  let ada: Ask;
  let eve: Ask;
  let ids: string[];

  beforeAll(async () => {
    folder = await newDataFolder('margay-content-');
    server = await startServerOn(folder);
    const { store } = server.platform;
    await store.query(
      `insert into roles (id, name, permissions, log_type_access_kind, log_type_access)
       select 'blind', 'Blind', permissions, 'DENY_ALL', '{}'::text[] from roles where name = 'Admin'`,
    );
    const second = { ...administrator, email: 'eve@example.com' };
    await addPerson(server, second, 'Blind');
    ada = await consoleOf(server);
    eve = await consoleOf(server, second);
    await ada(putSchema, {
      input: {
        name: logType,
        spec: 'fieldDiscoveryEnabled: true\nfields: [{ name: door, type: string, required: true }]',
      },
    });
    const sourceId = sourceIdOf((await ada(putSource, { input: httpSource('Doors', [logType]) })).data);
    const put = async (id: string, lines: string[]) => {
      const body = ['def rule(event):', ...lines].join('\n    ');
      const rule = { id, isNew: true, enabled: true, severity: 'HIGH', logTypes: [logType], body };
      await ada('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', { input: rule });
    };
    const more = `\n\ndef title(event):\n    return event.get('door')\n\ndef alert_context(event):\n    return {'door': event.get('door')}\n`;
    await put('Any.Door', [`return True${more}`]);
    await put('No.Door', [`raise ValueError(event.get('door'))\n`]);
    await sendLine(server, sourceId, JSON.stringify({ door: marker, [`${marker}_key`]: marker }));
    // So many that the source is unhealthy, and an error says so.
    await sendLine(
      server,
      sourceId,
      Array.from({ length: 12 }, (_, n) => `${marker} ${n} is no JSON`).join('\n'),
    );
    const Alerts = z.object({
      alerts: z.object({
        edges: z.array(z.object({ node: z.object({ id: z.string(), type: z.string() }) })),
      }),
    });
    const listed = async (type: string) => {
      const text = 'query ($input: AlertsInput!) { alerts(input: $input) { edges { node { id type } } } }';
      return Alerts.parse((await ada(text, { input: { type } })).data).alerts.edges.map(({ node }) => node);
    };
    const alerts = await vi.waitFor(
      async () => {
        const found = [
          ...(await listed('ALERT')),
          ...(await listed('DETECTION_ERROR')),
          ...(await listed('SYSTEM_ERROR')),
        ];
        const types = new Set(found.map(({ type }) => type));
        expect([...types].toSorted()).toEqual(['RULE', 'RULE_ERROR', 'SYSTEM_ERROR']);
        return found;
      },
      { timeout: 60_000, interval: 200 },
    );
    const search =
      'mutation ($input: ExecuteDataLakeQueryInput!) { executeDataLakeQuery(input: $input) { id } }';
    const searched = await ada(search, { input: { sql: `select * from custom_doors limit 5` } });
    const replay = 'mutation ($input: CreateReplayInput!) { createReplay(input: $input) { replay { id } } }';
    const input = { detectionId: 'Any.Door', logTypes: [logType], maxSizeInGB: 0.1 };
    const replayed = await ada(replay, { input });
    const Made = z.object({ executeDataLakeQuery: z.object({ id: z.string() }) });
    const Replayed = z.object({ createReplay: z.object({ replay: z.object({ id: z.string() }) }) });
    const searchId = Made.parse(searched.data).executeDataLakeQuery.id;
    const replayId = Replayed.parse(replayed.data).createReplay.replay.id;
    const ends =
      'query ($s: ID!, $r: ID!) { dataLakeQuery(id: $s) { results { stats { rowCount } } } replay(id: $r) { state } }';
    await vi.waitFor(
      async () => {
        const { data } = await ada(ends, { s: searchId, r: replayId });
        expect(data).toEqual({
          dataLakeQuery: { results: { stats: { rowCount: 1 } } },
          replay: { state: 'DONE' },
        });
      },
      { timeout: 60_000, interval: 200 },
    );
    ids = [
      searchId,
      replayId,
      sourceId,
      logType,
      'Any.Door',
      'No.Door',
      ...alerts.map(({ id }) => id),
      'panther_logs.public.custom_doors',
    ];
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is in no answer to any question, though the same question shows it to an administrator', async () => {
    const roots = Object.values(buildConsoleSchema().getQueryType()?.getFields() ?? {});
    const shown = new Set<string>();
    const leaks = new Set<string>();
    for (const root of roots)
      for (const document of wholeDocuments(root))
        for (const id of root.args.length === 0 ? [''] : ids) {
          const variables = argumentsOf(root, id);
          const [whole, blind] = await Promise.all([ada(document, variables), eve(document, variables)]);
          if (JSON.stringify(whole).includes(marker)) shown.add(root.name);
          if (JSON.stringify(blind).includes(marker)) leaks.add(root.name);
          if (root.args.length === 0) break;
        }
    expect([...leaks]).toEqual([]);
    expect(expected.filter((name) => !shown.has(name))).toEqual([]);
  }, 240_000);
});

/** Where an administrator sees it without giving more than an id; the test would prove nothing of a field that shows it to nobody. */
const expected = [
  'alert',
  'alerts',
  'asyncQueryResults',
  'dataLakeDatabases',
  'dataLakePropertyDefinitions',
  'dataLakeQuery',
  'detectionProfiles',
  'eventFields',
  'explainAlert',
  'filterFields',
  'flatFilterFields',
  'getSchema',
  'replay',
  'replays',
  'schemas',
  'uberSearch',
];
