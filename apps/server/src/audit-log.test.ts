import { rm } from 'node:fs/promises';
import type { GraphQLField } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { auditRuleOf, unauditedMutations } from './api/audited-operations.ts';
import { buildConsoleSchema } from './api/schema.ts';
import { documentOf } from './api/testing-console.ts';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import { administrator, consoleOf, httpSource, putSource } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';
import { argumentsOf } from './testing/whole-document.ts';

// The audit log of a whole server: what is in it, who reads it, how it is verified, and its way through the pipeline.
let folder: string;
let server: RunningServer;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  folder = await newDataFolder('margay-audit-');
  server = await startServerOn(folder);
  ask = await consoleOf(server);
}, 120_000);
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const schema = buildConsoleSchema();
const mutations: GraphQLField<unknown, unknown>[] = Object.values(
  schema.getMutationType()?.getFields() ?? {},
);

interface Row {
  id: string;
  action: string;
  result: string;
  source_ip: string | null;
  user_agent: string | null;
  actor_name: string | null;
  params: { before?: object; after?: object; input?: object };
}
const rowsAfter = (id: string) =>
  server.platform.store.query<Row>('select * from audit_log where id > $1 order by id', [id]);
const newest = async () =>
  (await server.platform.store.query<{ id: string }>('select id from audit_log order by id desc limit 1'))[0]
    ?.id ?? '';

const Page = z.object({
  auditLog: z.object({
    endCursor: z.string().nullable(),
    entries: z.array(
      z.object({
        id: z.string(),
        action: z.string(),
        result: z.string(),
        params: z.unknown(),
        isWithheld: z.boolean(),
        sourceIp: z.string().nullable(),
        position: z.number().nullable(),
        actor: z.object({ name: z.string().nullable(), kind: z.string() }),
      }),
    ),
  }),
});
const list = `query ($input: AuditLogInput) { auditLog(input: $input) { endCursor
  entries { id action result params isWithheld sourceIp position actor { name kind } } } }`;
const entriesOf = async (input: object, asker = ask) =>
  Page.parse((await asker(list, { input })).data).auditLog;
const Report = z.object({
  verifyAuditLog: z.object({
    entries: z.number(),
    waiting: z.number(),
    fault: z.object({ position: z.number(), reason: z.string() }).nullable(),
  }),
});
const verify = async () =>
  Report.parse(
    (await ask('mutation { verifyAuditLog { entries waiting fault { position reason } } }', {})).data,
  ).verifyAuditLog;

describe('every mutation', () => {
  it('is known to the audit log, by an action or by the reason why it has none', () => {
    const names = new Set(mutations.map(({ name }) => name));
    expect(mutations.length).toBeGreaterThan(60);
    expect(Object.keys(unauditedMutations).filter((name) => !names.has(name))).toEqual([]);
    for (const { name } of mutations)
      expect(auditRuleOf('Mutation', name) ?? unauditedMutations[name], name).toBeDefined();
    for (const reason of Object.values(unauditedMutations)) expect(reason.length).toBeGreaterThan(20);
  });

  // Invented ids and texts: most are refused, and that is an entry too. Signing out oneself comes with none of them.
  it.each(mutations.filter(({ name }) => unauditedMutations[name] === undefined))(
    '$name leaves an entry with actor, address and program',
    async (mutation) => {
      const before = await newest();
      await ask(documentOf('mutation', mutation), argumentsOf(mutation, `nothing-${mutation.name}`));
      const rows = await rowsAfter(before);
      expect(rows.length, mutation.name).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row.actor_name, row.action).not.toBeNull();
        expect(row.source_ip, row.action).toBe('127.0.0.1');
        expect(row.user_agent, row.action).not.toBe('');
      }
    },
  );

  it('can be undone where it took effect', async () => {
    const back = `mutation { updateSignInPolicy(input: { requireSecondFactor: false }) { requireSecondFactor }
      updateUniversalSettings(input: { timezone: UTC }) { timezone } }`;
    expect((await ask(back, {})).errors).toBeUndefined();
  });

  it('that is refused for want of a permission is an entry as well', async () => {
    const eve = { ...administrator, email: 'reader@example.com' };
    await addPerson(server, eve, 'AnalystReadOnly');
    const before = await newest();
    const reply = await (
      await consoleOf(server, eve)
    )('mutation ($i: IdInput!) { deleteRole(input: $i) { id } }', {
      i: { id: 'r-1' },
    });
    expect(reply.errors?.[0]?.extensions['statusCode']).toBe(403);
    const rows = (await rowsAfter(before)).filter(({ action }) => action !== 'SIGN_IN');
    expect(rows).toMatchObject([
      { action: 'DELETE_USER_ROLE', result: 'FAILED', params: { input: { id: 'r-1' } } },
    ]);
  });
});

describe('changes', () => {
  it('keep before and after, and never secrets', async () => {
    const before = await newest();
    const made = await ask(putSource, { input: httpSource('Audited', ['AWS.CloudTrail']) });
    const id = z
      .object({ putLogSource: z.object({ source: z.object({ integrationId: z.string() }) }) })
      .parse(made.data).putLogSource.source.integrationId;
    await ask(putSource, {
      input: { ...httpSource('Audited', ['AWS.CloudTrail', 'Okta.SystemLog']), integrationId: id },
    });
    const setZone =
      'mutation ($i: UniversalSettingsInput!) { updateUniversalSettings(input: $i) { timezone } }';
    await ask(setZone, { i: { timezone: 'Local' } });
    const rows = await rowsAfter(before);
    expect(rows).toMatchObject([
      { action: 'CREATE_LOG_SOURCE', params: { after: { label: 'Audited' } } },
      {
        action: 'UPDATE_LOG_SOURCE',
        params: {
          before: { logTypes: ['AWS.CloudTrail'] },
          after: { logTypes: ['AWS.CloudTrail', 'Okta.SystemLog'] },
        },
      },
      {
        action: 'UPDATE_GENERAL_SETTINGS',
        params: { before: { timezone: 'UTC' }, after: { timezone: 'Local' } },
      },
    ]);
    expect(Object.keys(rows[1]?.params.after ?? {})).toEqual(['logTypes']);
    expect(JSON.stringify(rows)).not.toContain('a-bearer-token');
  });
});

describe('reads of raw data', () => {
  it('are entries, the same one once a minute', async () => {
    const before = await newest();
    const values = 'query ($l: [String!]!) { eventFields(logTypes: $l) { __typename } }';
    for (let n = 0; n < 3; n++) await ask(values, { l: ['AWS.CloudTrail'] });
    await ask('mutation ($i: ExecuteDataLakeQueryInput!) { executeDataLakeQuery(input: $i) { id } }', {
      i: { sql: 'select 1 as answer' },
    });
    const actions = (await rowsAfter(before)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'GET_EVENT_FIELDS')).toHaveLength(1);
    expect(actions).toContain('EXECUTE_DATA_LAKE_QUERY');
  });

  it('are entries too where a search is refused before it runs', async () => {
    const searching = 'mutation ($i: ExecuteDataLakeQueryInput!) { executeDataLakeQuery(input: $i) { id } }';
    for (const sql of ['select * from panther_logs.public.no_such_table', 'select from where']) {
      const before = await newest();
      const { errors } = await ask(searching, { i: { sql } });
      expect(errors, sql).toHaveLength(1);
      const rows = (await rowsAfter(before)).map(({ action, result }) => `${action} ${result}`);
      expect(rows, sql).toEqual(['EXECUTE_DATA_LAKE_QUERY FAILED']);
    }
  });
});

describe('the log in the console', () => {
  it('is filtered and paged, newest first', async () => {
    const first = await entriesOf({ pageSize: 5 });
    expect(first.entries).toHaveLength(5);
    const second = await entriesOf({ pageSize: 5, cursor: first.endCursor });
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(new Set(ids).size).toBe(10);
    const failed = await entriesOf({ results: ['FAILED'], actions: ['DELETE_USER_ROLE'] });
    expect(failed.entries.length).toBeGreaterThan(0);
    expect(new Set(failed.entries.map(({ action, result }) => `${action} ${result}`))).toEqual(
      new Set(['DELETE_USER_ROLE FAILED']),
    );
    expect((await entriesOf({ text: 'Audited' })).entries.map(({ action }) => action)).toContain(
      'CREATE_LOG_SOURCE',
    );
    expect((await entriesOf({ text: 'no_such%thing' })).entries).toEqual([]);
    expect((await entriesOf({ sourceIp: '127.0.0' })).entries.length).toBeGreaterThan(0);
    expect((await entriesOf({ sourceIp: '192.0.2' })).entries).toEqual([]);
    expect((await entriesOf({ actor: 'reader@' })).entries.length).toBeGreaterThan(0);
    expect((await entriesOf({ until: '2020-01-01T00:00:00Z' })).entries).toEqual([]);
    expect((await entriesOf({ since: '2020-01-01T00:00:00Z' })).entries.length).toBeGreaterThan(0);
    const wrong = await ask(list, { input: { cursor: "x' or true" } });
    expect(wrong.errors?.[0]?.message).toBe(
      'The cursor is not one of the audit log. Start again at the first page.',
    );
  });

  it('is for who manages users alone, and withholds log data from who may not read every log type', async () => {
    const reader = await consoleOf(server, { ...administrator, email: 'reader@example.com' });
    expect((await reader(list, { input: {} })).errors?.[0]?.extensions['statusCode']).toBe(403);
    await server.platform.store.query(
      `insert into roles (id, name, permissions, log_type_access_kind, log_type_access)
       select 'narrow', 'Narrow', permissions, 'ALLOW', '{Okta.SystemLog}'::text[] from roles where name = 'Admin'`,
    );
    const narrow = { ...administrator, email: 'narrow@example.com' };
    await addPerson(server, narrow, 'Narrow');
    const asker = await consoleOf(server, narrow);
    await ask('mutation ($i: ExecuteDataLakeQueryInput!) { executeDataLakeQuery(input: $i) { id } }', {
      i: { sql: "select 'marker4711' as answer" },
    });
    const seen = await entriesOf({ actions: ['EXECUTE_DATA_LAKE_QUERY', 'UPDATE_GENERAL_SETTINGS'] }, asker);
    expect(JSON.stringify(seen)).not.toContain('marker4711');
    const withheld = new Map(seen.entries.map(({ action, isWithheld }) => [action, isWithheld]));
    expect([...withheld].toSorted()).toEqual([
      ['EXECUTE_DATA_LAKE_QUERY', true],
      ['UPDATE_GENERAL_SETTINGS', false],
    ]);
    // What is withheld cannot be guessed by searching for it either.
    const found = (await entriesOf({ text: 'marker4711' }, asker)).entries;
    expect(found.filter(({ action }) => action === 'EXECUTE_DATA_LAKE_QUERY')).toEqual([]);
    expect((await entriesOf({ text: 'marker4711' })).entries.length).toBeGreaterThan(0);
    const link = await asker(exporting, { i: { format: 'jsonl', filter: {} } });
    expect(await fileOf(link)).not.toContain('marker4711');
  });

  const exporting = 'mutation ($i: ExportAuditLogInput!) { exportAuditLog(input: $i) { url } }';
  const fileOf = async ({ data }: { data?: unknown }) => {
    const { url } = z.object({ exportAuditLog: z.object({ url: z.string() }) }).parse(data).exportAuditLog;
    return (await fetch(`${server.url}${url}`)).text();
  };

  it('is exported as CSV without formulas and as JSON lines, by a link that nobody can change', async () => {
    const role = { name: '=HYPERLINK("http://example.com")', permissions: ['AlertRead'] };
    await ask('mutation ($i: CreateRoleInput!) { createRole(input: $i) { role { id } } }', {
      i: { ...role, logTypeAccessKind: 'ALLOW_ALL', logTypeAccess: [] },
    });
    const filter = { actions: ['CREATE_USER_ROLE'] };
    const csv = await fileOf(await ask(exporting, { i: { format: 'csv', filter } }));
    const [head, ...lines] = csv.trim().split('\r\n');
    expect(head).toBe(
      'time,action,result,actor,actorEmail,actorKind,actorRole,address,userAgent,params,errors,id,position,hash',
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?=/);
    const reply = await ask(exporting, { i: { format: 'jsonl', filter } });
    const text = await fileOf(reply);
    const events = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { actionName: string });
    expect(new Set(events.map(({ actionName }) => actionName))).toEqual(new Set(['CREATE_USER_ROLE']));
    expect(text).not.toContain('\r');
    const { url } = z
      .object({ exportAuditLog: z.object({ url: z.string() }) })
      .parse(reply.data).exportAuditLog;
    const changed = url.replace('CREATE_USER_ROLE', 'DELETE_USER_ROLE');
    expect(changed).not.toBe(url);
    expect((await fetch(`${server.url}${changed}`)).status).toBe(403);
    expect((await fetch(`${server.url}${url.replace(/expires=\d+/, 'expires=9999999999999')}`)).status).toBe(
      403,
    );
  });
});

describe('the chain', () => {
  it('is sealed within seconds and verified, and a change in the database is found and told', async () => {
    await vi.waitFor(async () => expect((await verify()).waiting).toBeLessThan(3), { timeout: 20_000 });
    const { entries, fault } = await verify();
    expect(fault).toBeNull();
    expect(entries).toBeGreaterThan(80);
    const { store } = server.platform;
    const alter = (sql: string) =>
      store.exec(
        `alter table audit_log disable trigger user; ${sql}; alter table audit_log enable trigger user`,
      );
    await alter("update audit_log set action = action || '_X' where position = 40");
    expect((await verify()).fault).toMatchObject({ position: 40 });
    const chain = '{ auditLogChain { sealedUpTo verifiedUpTo retentionDays fault { position } } }';
    expect((await ask(chain, {})).data).toMatchObject({
      auditLogChain: { verifiedUpTo: 39, retentionDays: 1827, fault: { position: 40 } },
    });
    const told = await entriesOf({ actions: ['VERIFY_AUDIT_LOG'], results: ['FAILED'] });
    expect(told.entries).toMatchObject([{ actor: { name: expect.any(String) } }]);
    await alter('update audit_log set action = left(action, -2) where position = 40');
    expect((await verify()).fault).toBeNull();
  });
});

describe('the log type Panther.Audit', () => {
  const count = async (condition: string): Promise<number> => {
    const { rows } = await server.platform.lake.query({
      sql: `select count() from panther_logs.panther_audit where ${condition}`,
      params: {},
      lane: { pool: 'internal', owner: 'test' },
    });
    return Number(rows[0]?.[0]);
  };

  it('has every sealed entry once, with its indicators', async () => {
    const { store } = server.platform;
    await vi.waitFor(
      async () => {
        const [last] = await store.query<{ last: number }>('select max(position) as last from audit_log');
        expect(await count('1')).toBeGreaterThanOrEqual((last?.last ?? 0) - 5);
      },
      { timeout: 60_000, interval: 500 },
    );
    const { rows } = await server.platform.lake.query({
      sql: 'select count(), uniqExact(entryId), uniqExact(p_row_id), max(position) from panther_logs.panther_audit',
      params: {},
      lane: { pool: 'internal', owner: 'test' },
    });
    const [all, ids, rowIds, last] = (rows[0] ?? []).map(Number);
    expect(ids).toBe(all);
    expect(rowIds).toBe(all);
    expect(last).toBe(all);
    expect(
      await count(`has(p_any_ip_addresses, '127.0.0.1') and has(p_any_emails, '${administrator.email}')`),
    ).toBeGreaterThan(50);
  });

  it('is appended once also where the position behind it was lost', async () => {
    const { store } = server.platform;
    const before = await count('1');
    await store.query('update audit_feed set seal = 0');
    await vi.waitFor(
      async () => {
        const [fed] = await store.query<{ seal: number }>('select seal from audit_feed');
        expect(fed?.seal).toBeGreaterThan(before - 50);
      },
      { timeout: 60_000, interval: 300 },
    );
    await new Promise((turn) => setTimeout(turn, 3_000));
    const { rows } = await server.platform.lake.query({
      sql: 'select count() - uniqExact(entryId) from panther_logs.panther_audit',
      params: {},
      lane: { pool: 'internal', owner: 'test' },
    });
    expect(Number(rows[0]?.[0])).toBe(0);
  }, 90_000);

  it('comes from no log source, cannot be sent to, and keeps its schema', async () => {
    const reply = await ask(putSource, { input: httpSource('Forged', ['Panther.Audit']) });
    expect(reply.errors?.[0]?.message).toBe(
      "Panther.Audit is Margay's own audit log, which no log source brings. Take the log type away.",
    );
    const sent = await fetch(`${server.url}/http/panther-audit`, { method: 'POST', body: '{}' });
    expect(sent.status).toBe(404);
    const archive =
      'mutation ($i: UpdateSchemaStatusInput!) { updateSchemaStatus(input: $i) { schema { name } } }';
    const refused = await ask(archive, { i: { name: 'Panther.Audit', isArchived: true } });
    expect(refused.errors?.[0]?.message).toContain('is used by Audit log');
  });
});
