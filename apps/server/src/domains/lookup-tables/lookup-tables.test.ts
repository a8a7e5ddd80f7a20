import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningServer } from '../../server.ts';
import { addPerson } from '../../testing/add-person.ts';
import {
  administrator,
  consoleOf,
  httpSource,
  putSchema,
  putSource,
  sendLine,
  sourceIdOf,
} from '../../testing/console-client.ts';
import { startServerOn } from '../../testing/server-on.ts';
import { writeBackup } from '../backups/write-backup.ts';
import { newDataFolder } from '../../testing/new-data-folder.ts';

const doorSpec = `schema: Custom.Door
fields:
  - { name: door, type: string, required: true }
  - { name: user, type: string, indicators: [username] }
  - { name: address, type: string, indicators: [ip] }
`;
const peopleSpec = `schema: Custom.People
fields:
  - { name: name, type: string, required: true }
  - { name: team, type: string }
  - { name: level, type: int }
`;
const networkSpec = `schema: Custom.Networks
fields:
  - { name: cidr, type: string, required: true, validate: { cidr: any } }
  - { name: site, type: string }
`;
/** Reads both ways a rule can ask: what the event carries, and the table itself. */
const body = `def rule(event):
    return event.deep_get("p_enrichment", "Our People", "user", "team") is not None

def title(event):
    team = event.deep_get("p_enrichment", "Our People", "user", "team")
    sites = event.deep_get("p_enrichment", "networks", "p_any_ip_addresses", default=[])
    row = event.lookup("Our People", "bob") or {}
    nobody = event.lookup("Our People", "nobody")
    return f"{event.get('door')} {team} {[s.get('site') for s in sites]} {row.get('team')} {nobody} {event.lookup('none', 'x')}"

def dedup(event):
    return event.get("door")
`;

const putTable = `mutation ($input: PutLookupTableInput!) { putLookupTable(input: $input) { lookupTable {
  id name status tableName rowCount activeVersion revision } } }`;
const tables = `query { lookupTables { id name status error rowCount activeVersion lastModifiedBy { name }
  versions { version rowCount duplicateCount restoredFrom createdBy { name } } } }`;

interface Shown {
  id: string;
  name: string;
  status: string;
  error: string | null;
  rowCount: number;
  activeVersion: number | null;
  versions: { version: number; rowCount: number; restoredFrom: number | null; createdBy: { name: string } }[];
}

describe('lookup tables on a server', { timeout: 300_000 }, () => {
  let folder: string;
  let server: RunningServer;
  let ask: Awaited<ReturnType<typeof consoleOf>>;
  let sourceId: string;
  const ids = new Map<string, string>();

  async function start(): Promise<void> {
    server = await startServerOn(folder, { MARGAY_PYTHON_WORKERS: '1' });
    ask = await consoleOf(server);
  }
  async function done<T>(query: string, variables: unknown = {}): Promise<T> {
    const { data, errors } = await ask(query, variables);
    expect(errors).toBe(undefined);
    return data as T; // as the query selects it
  }
  async function idToken(credentials = administrator): Promise<string> {
    const reply = await fetch(`${server.url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    return ((await reply.json()) as { idToken: string }).idToken;
  }
  async function upload(
    name: string,
    data: string | Uint8Array<ArrayBuffer>,
    { format = 'csv', credentials = administrator } = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const reply = await fetch(
      `${server.url}/internal/lookup-tables/${ids.get(name) ?? name}/data?format=${format}`,
      { method: 'PUT', headers: { authorization: await idToken(credentials) }, body: data },
    );
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  }
  const shown = async (name: string) =>
    (await done<{ lookupTables: Shown[] }>(tables)).lookupTables.find((table) => table.name === name);
  const rowsOf = async (text: string) => {
    const { runQuery } = await done<{ runQuery: { rows: unknown[][] } }>(
      'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
      { input: { language: 'sql', text } },
    );
    return runQuery.rows;
  };
  const titles = async () =>
    (
      await done<{ alerts: { edges: { node: { title: string } }[] } }>(
        '{ alerts(input: { pageSize: 50 }) { edges { node { title } } } }',
      )
    ).alerts.edges.map(({ node }) => node.title);
  /** Sends an event of this door and gives the title of its alert. */
  async function alertOf(door: string, event: Record<string, unknown>): Promise<string> {
    await sendLine(server, sourceId, JSON.stringify({ door, ...event }));
    return vi.waitFor(
      async () => {
        const title = (await titles()).find((one) => one.startsWith(`${door} `));
        if (title === undefined) throw new Error(`no alert of ${door} yet`);
        return title;
      },
      { timeout: 120_000, interval: 250 },
    );
  }

  beforeAll(async () => {
    folder = await newDataFolder('margay-lookups-');
    await start();
    for (const spec of [doorSpec, peopleSpec, networkSpec])
      await done(putSchema, { input: { name: /schema: (\S+)/.exec(spec)?.[1], spec } });
    sourceId = sourceIdOf(await done(putSource, { input: httpSource('doors', ['Custom.Door']) }));
    await done('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
      input: {
        id: 'Test.Door',
        isNew: true,
        enabled: true,
        severity: 'LOW',
        logTypes: ['Custom.Door'],
        body,
      },
    });
    const people = {
      name: 'Our People',
      enabled: true,
      schemaName: 'Custom.People',
      primaryKey: 'name',
      logTypeMap: [{ logType: 'Custom.Door', selectors: ['user'] }],
    };
    const networks = {
      name: 'networks',
      enabled: true,
      schemaName: 'Custom.Networks',
      primaryKey: 'cidr',
      logTypeMap: [],
    };
    for (const input of [people, networks]) {
      const { putLookupTable } = await done<{ putLookupTable: { lookupTable: Shown } }>(putTable, { input });
      expect(putLookupTable.lookupTable).toMatchObject({ status: 'NEVER_LOADED', activeVersion: null });
      ids.set(input.name, putLookupTable.lookupTable.id);
    }
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('enrich the next event for the rules, its match in the lake keeps it, and its log does not', async () => {
    const csv = gzipSync('name,team,level\nada,blue,7\nbob,red,\nada,green,8\n');
    expect(await upload('Our People', csv)).toMatchObject({
      status: 200,
      body: { version: 1, rowCount: 2, duplicateCount: 1 },
    });
    const lines = '{"cidr": "192.0.2.0/24", "site": "office"}\n{"cidr": "192.0.2.7", "site": "desk"}\n';
    expect((await upload('networks', lines, { format: 'jsonl' })).status).toBe(200);
    expect(await alertOf('front', { user: 'ada', address: '192.0.2.7' })).toBe(
      "front green ['desk'] red None None",
    );
    const kept = await vi.waitFor(
      async () => {
        const [row] = await rowsOf(
          "select p_enrichment from panther_rule_matches.public.custom_door where door = 'front'",
        );
        if (row === undefined) throw new Error('the match is not in the lake yet');
        return row[0];
      },
      { timeout: 60_000, interval: 250 },
    );
    expect(typeof kept === 'string' ? JSON.parse(kept) : kept).toEqual({
      'Our People': { user: { name: 'ada', team: 'green', level: 8, p_match: 'ada' } },
      networks: { p_any_ip_addresses: [{ cidr: '192.0.2.7/32', site: 'desk', p_match: '192.0.2.7' }] },
    });
    const [log] = await rowsOf("select * from panther_logs.public.custom_door where door = 'front'");
    expect(JSON.stringify(log)).not.toContain('green');
    expect(
      await rowsOf(
        "select d.door, p.team from panther_logs.public.custom_door d join panther_lookups.public.our_people p on d.user = p.name where d.door = 'front'",
      ),
    ).toEqual([['front', 'green']]);
  });

  it('make a rule wait for their rows, which is told apart from what the rule costs', async () => {
    const profile = await vi.waitFor(
      async () => {
        const { detectionProfiles } = await done<{ detectionProfiles: Record<string, unknown>[] }>(
          '{ detectionProfiles { id evaluations microsecondsPerEvent waitedPerEvent } }',
        );
        const found = detectionProfiles.find(({ id }) => id === 'Test.Door');
        if (found === undefined || found['evaluations'] === 0) throw new Error('no figures are there yet');
        return found;
      },
      { timeout: 60_000, interval: 250 },
    );
    expect(profile['microsecondsPerEvent']).toBeGreaterThan(0);
    expect(profile['waitedPerEvent']).toBeGreaterThan(0);
  });

  it('take effect with each new version for the next event, and with an older one that is restored', async () => {
    expect(await upload('Our People', 'name,team\nada,black\nbob,white\n')).toMatchObject({
      body: { version: 2 },
    });
    expect(await alertOf('second', { user: 'ada' })).toBe('second black [] white None None');
    await done(
      'mutation ($input: RestoreLookupTableVersionInput!) { restoreLookupTableVersion(input: $input) { version } }',
      {
        input: { id: ids.get('Our People'), version: 1 },
      },
    );
    expect(await alertOf('third', { user: 'ada' })).toBe('third green [] red None None');
    const versions = (await shown('Our People'))?.versions;
    expect(versions?.map(({ version, restoredFrom }) => [version, restoredFrom])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    expect(versions?.[0]?.createdBy.name).toContain('Administrator');
  });

  it('enrich stored events that a replay judges again, and answer its rules', async () => {
    const { createReplay } = await done<{ createReplay: { replay: { id: string } } }>(
      'mutation ($input: CreateReplayInput!) { createReplay(input: $input) { replay { id } } }',
      { input: { detectionId: 'Test.Door', logTypes: ['Custom.Door'], maxSizeInGB: 1 } },
    );
    const titles = await vi.waitFor(
      async () => {
        const { replay } = await done<{
          replay: { state: string; alerts: { edges: { node: { title: string } }[] } };
        }>('query ($id: ID!) { replay(id: $id) { state alerts { edges { node { title } } } } }', {
          id: createReplay.replay.id,
        });
        if (replay.state !== 'DONE') throw new Error(`the replay is ${replay.state}`);
        return replay.alerts.edges.map(({ node }) => node.title);
      },
      { timeout: 60_000, interval: 250 },
    );
    expect(titles.toSorted()).toEqual([
      "front green ['desk'] red None None",
      'second green [] red None None',
      'third green [] red None None',
    ]);
  });

  it('stay as they were when an upload has a fault, which is named', async () => {
    const { status, body: refusal } = await upload('Our People', 'name,level\nada,high\n');
    expect(status).toBe(400);
    expect(JSON.stringify(refusal)).toMatch(
      /Our People, row 2, column level .*whole number.*Nothing was imported/,
    );
    expect(await upload('Our People', 'team\nblue\n')).toMatchObject({ status: 400 });
    expect(await upload('Our People', 'name\nada', { format: 'xml' })).toMatchObject({ status: 400 });
    expect(await upload('nothing', 'name\nada')).toMatchObject({ status: 404 });
    expect(await shown('Our People')).toMatchObject({ activeVersion: 3, rowCount: 2, status: 'HEALTHY' });
    for (const change of [
      { primaryKey: 'level' },
      { schemaName: 'Custom.Networks', primaryKey: 'cidr' },
      { name: 'networks' },
      { name: 'p_any_people' },
      { logTypeMap: [{ logType: 'Custom.Door', selectors: [] }] },
      { logTypeMap: [{ logType: 'Custom.Door', selectors: ['$.user['] }] },
      { revision: 99 },
    ]) {
      const input = {
        id: ids.get('Our People'),
        name: 'Our People',
        enabled: true,
        schemaName: 'Custom.People',
        primaryKey: 'name',
        logTypeMap: [],
        ...change,
      };
      const { errors } = await ask(putTable, { input });
      expect([400, 409], JSON.stringify(change)).toContain(errors?.[0]?.extensions.statusCode);
    }
  });

  it('are refused, and told as faulty, where another process does not share their storage', async () => {
    const { store } = server.platform;
    await store.query(
      `insert into processes (id, roles, host, lease_until) values ('p2', '{detect}', 'far-away', now() + interval '1 hour')`,
    );
    const { status, body: refusal } = await upload('Our People', 'name\nada\n');
    expect(status).toBe(409);
    expect(JSON.stringify(refusal)).toMatch(/far-away \(detect\)\. Set MARGAY_OBJECTS_URL/);
    await store.query(
      `insert into lookup_table_states select 'p2', id, active_version, 'its rows cannot be read' from lookup_tables`,
    );
    const { lookupTables } = await done<{ lookupTables: Record<string, unknown>[] }>(
      '{ lookupTables { name status error activeVersion processes { host roles version error } } }',
    );
    expect(lookupTables.find(({ name }) => name === 'Our People')).toMatchObject({
      status: 'ERROR',
      error: 'The process on far-away (detect) does not use it: its rows cannot be read',
      activeVersion: 3,
      processes: [
        { version: 3, error: null },
        { host: 'far-away', roles: ['detect'], version: 3, error: 'its rows cannot be read' },
      ],
    });
    await store.query(`delete from processes where id = 'p2'`);
    expect(await shown('Our People')).toMatchObject({ status: 'HEALTHY', error: null });
  });

  it('may be read and changed only by those who have the permission', async () => {
    const reader = { email: 'reader@example.com', password: 'Reader-horse-7' };
    await addPerson(server, reader, 'AnalystReadOnly');
    const asReader = await consoleOf(server, reader);
    expect((await asReader(tables, {})).errors).toBe(undefined);
    expect((await upload('Our People', 'name\nada', { credentials: reader })).status).toBe(403);
    for (const [query, input] of [
      [
        'mutation ($input: IdInput!) { deleteLookupTable(input: $input) { id } }',
        { id: ids.get('networks') },
      ],
      [
        'mutation ($input: RestoreLookupTableVersionInput!) { restoreLookupTableVersion(input: $input) { version } }',
        { id: ids.get('Our People'), version: 2 },
      ],
    ] as const)
      expect((await asReader(query, { input })).errors?.[0]?.extensions.statusCode).toBe(403);
    const anonymous = await fetch(`${server.url}/internal/lookup-tables/${ids.get('networks')}/data`, {
      method: 'PUT',
      body: 'name\nada',
    });
    expect(anonymous.status).toBe(401);
    const actions = await server.platform.store.query<{ action: string; actor_name: string }>(
      "select action, actor_name from audit_log where action like '%LOOKUP%' and result = 'SUCCEEDED' order by id",
    );
    expect(new Set(actions.map(({ action }) => action))).toEqual(
      new Set(['CREATE_LOOKUP_TABLE', 'IMPORT_LOOKUP_TABLE_DATA', 'RESTORE_LOOKUP_TABLE_VERSION']),
    );
    expect(actions.every(({ actor_name }) => actor_name.includes('Administrator'))).toBe(true);
  });

  it('enrich the event of a unit test on demand', async () => {
    const { enrichEvent } = await done<{ enrichEvent: Record<string, unknown> }>(
      'mutation ($input: EnrichEventInput!) { enrichEvent(input: $input) }',
      { input: { event: { p_log_type: 'Custom.Door', user: 'bob' } } },
    );
    expect(enrichEvent).toMatchObject({ p_enrichment: { 'Our People': { user: { team: 'red' } } } });
  });

  it('are in a backup with the rows of every version', async () => {
    const { store, lake, buffer, secrets } = server.platform;
    const backup = await mkdtemp(join(tmpdir(), 'margay-lookups-backup-'));
    const order = { dataDir: folder, folder: backup, secrets, withSecretKey: false };
    const watch = { signal: new AbortController().signal, onProgress: () => undefined };
    await writeBackup({ store, lake, buffer }, order, watch);
    const files = await readdir(join(backup, 'data', 'lookup-tables'));
    const digests = await store.query<{ digest: string }>(
      'select distinct digest from lookup_table_versions',
    );
    expect(files.toSorted()).toEqual(digests.map(({ digest }) => `${digest}.table`).toSorted());
    expect(files.length).toBeGreaterThan(2);
    await rm(backup, { recursive: true, force: true });
  });

  it('keep the version that counts over a stop between an upload and its activation', async () => {
    const rows = join(folder, 'lookup-tables');
    const before = await readdir(rows);
    await server.stop();
    // What such a stop leaves behind: a draft, and rows that no version names.
    await writeFile(join(rows, 'a-draft.new'), 'half of the rows');
    await writeFile(join(rows, `${'0'.repeat(64)}.table`), 'rows that were never activated');
    await start();
    expect(await readdir(rows)).toEqual(before);
    expect(await shown('Our People')).toMatchObject({ activeVersion: 3, status: 'HEALTHY' });
    expect(await alertOf('restarted', { user: 'ada' })).toBe('restarted green [] red None None');
  });

  it('are gone for rules and searches once they are deleted', async () => {
    await done('mutation ($input: IdInput!) { deleteLookupTable(input: $input) { id } }', {
      input: { id: ids.get('networks') },
    });
    expect(await alertOf('last', { user: 'ada', address: '192.0.2.7' })).toBe('last green [] red None None');
    expect(server.platform.lake.layout('panther_lookups', 'networks')).toBe(undefined);
    expect(await shown('networks')).toBe(undefined);
  });
});
