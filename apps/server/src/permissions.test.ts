import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildConsoleSchema } from './api/schema.ts';
import { documentOf } from './api/testing-console.ts';
import type { RunningServer } from './server.ts';
import { callersOf, type Caller } from './testing/callers.ts';
import { consoleOf } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';
import { argumentsOf, wholeDocuments } from './testing/whole-document.ts';

const roots = Object.values(buildConsoleSchema().getQueryType()?.getFields() ?? {});

// What permissions there are and what they bring, as the running server says and does it.
let folder: string;
let server: RunningServer;
let ask: Awaited<ReturnType<typeof consoleOf>>;
let callers: Caller[];
beforeAll(async () => {
  folder = await newDataFolder('margay-permissions-');
  server = await startServerOn(folder, { MARGAY_ROLES: 'api' });
  ask = await consoleOf(server);
  callers = await callersOf(server);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ statusCode: z.number() }).loose() }))
    .optional(),
});
async function askAs({ idToken = '' }: Caller, query: string, variables: object = {}) {
  const reply = await fetch(`${server.url}/internal/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: idToken },
    body: JSON.stringify({ query, variables }),
  });
  return Answer.parse(await reply.json());
}
const holderOf = (permission: string) =>
  callers.find(({ name }) => name === permission) ?? { name: 'nobody' };
/** What somebody's ID token says they may do. */
function groupsOf({ idToken = '' }: Caller): string[] {
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
  return z.object({ groups: z.array(z.string()) }).parse(JSON.parse(payload)).groups;
}

const Listed = z.object({
  __type: z.object({ enumValues: z.array(z.object({ name: z.string(), description: z.string() })) }),
});
/** The group of each permission, as the server describes it. */
async function groups(): Promise<Map<string, string>> {
  const text = '{ __type(name: "Permission") { enumValues { name description } } }';
  const { enumValues } = Listed.parse((await ask(text, {})).data).__type;
  return new Map(enumValues.map(({ name, description }) => [name, description.split(':')[0] ?? '']));
}

describe('the permissions', () => {
  it.each([
    ['[000-6.9]', 'UserRead', 'User Management'],
    ['[000-6.10]', 'UserModify', 'User Management'],
    ['[000-6.11]', 'AlertRead', 'Alerts'],
    ['[000-6.12]', 'AlertModify', 'Alerts'],
    ['[000-6.13]', 'RuleRead', 'Detections'],
    ['[000-6.14]', 'RuleModify', 'Detections'],
    ['[000-6.15]', 'PolicyRead', 'Detections'],
    ['[000-6.16]', 'PolicyModify', 'Detections'],
    ['[000-6.17]', 'BulkUpload', 'Detections'],
    ['[000-6.18]', 'BulkUploadValidate', 'Detections'],
    ['[000-6.19]', 'ResourceRead', 'Analysis'],
    ['[000-6.20]', 'ResourceModify', 'Analysis'],
    ['[000-6.21]', 'DataAnalyticsRead', 'Analysis'],
    ['[000-6.22]', 'DataAnalyticsModify', 'Analysis'],
    ['[000-6.23]', 'LogSourceRead', 'Data'],
    ['[000-6.24]', 'LogSourceModify', 'Data'],
    ['[000-6.25]', 'LogSourceRawDataRead', 'Data'],
    ['[000-6.26]', 'DestinationRead', 'Integrations'],
    ['[000-6.27]', 'DestinationModify', 'Integrations'],
    ['[000-6.28]', 'CloudsecSourceRead', 'Integrations'],
    ['[000-6.29]', 'CloudsecSourceModify', 'Integrations'],
    ['[000-6.30]', 'LookupRead', 'Enrichment'],
    ['[000-6.31]', 'LookupModify', 'Enrichment'],
    ['[000-6.32]', 'GeneralSettingsRead', 'Configuration'],
    ['[000-6.33]', 'GeneralSettingsModify', 'Configuration'],
    ['[000-6.34]', 'SummaryRead', 'Configuration'],
    ['[000-6.35]', 'OrganizationAPITokenRead', 'Configuration'],
    ['[000-6.36]', 'OrganizationAPITokenModify', 'Configuration'],
    ['[000-6.37]', 'RunPantherAI', 'Configuration'],
  ])('%s have %s in the group %s, which a role can give', async (_id, permission, group) => {
    expect((await groups()).get(permission)).toBe(group);
    expect(groupsOf(holderOf(permission))).toContain(permission);
  });

  it('[002-6.20] are in eight groups', async () =>
    expect([...new Set((await groups()).values())].toSorted()).toEqual([
      'Alerts',
      'Analysis',
      'Configuration',
      'Data',
      'Detections',
      'Enrichment',
      'Integrations',
      'User Management',
    ]));

  it('[002-6.15] [002-6.16] [002-6.17] are these 29', async () => {
    const listed =
      `UserRead UserModify AlertRead AlertModify RuleRead RuleModify PolicyRead PolicyModify BulkUpload
      BulkUploadValidate ResourceRead ResourceModify DataAnalyticsRead DataAnalyticsModify
      DestinationRead DestinationModify LogSourceRead LogSourceModify LogSourceRawDataRead LookupRead LookupModify
      CloudsecSourceRead CloudsecSourceModify
      GeneralSettingsRead GeneralSettingsModify SummaryRead OrganizationAPITokenRead OrganizationAPITokenModify
      RunPantherAI`.split(/\s+/);
    expect([...(await groups()).keys()].toSorted()).toEqual(listed.toSorted());
    expect(listed).toHaveLength(29);
  });
});

describe('what somebody may do', () => {
  it('[000-3.3] [000-6.1] is in the groups of their ID token, as their role has it', () => {
    const signedIn = callers.filter(({ idToken }) => idToken !== undefined);
    expect(signedIn).toHaveLength(31);
    for (const caller of signedIn) expect(groupsOf(caller)).toEqual(caller.permissions);
  });

  it('[000-6.6] [002-6.3] is reading, too, where it is changing', async () => {
    const modifies = callers.filter(({ name }) => name.endsWith('Modify'));
    expect(modifies).toHaveLength(12);
    const asked = new Set<string>();
    for (const caller of modifies) {
      const read = caller.name.replace('Modify', 'Read');
      const root = roots.find(({ extensions }) => String(extensions['auth']) === read);
      if (root === undefined) continue; // nothing is asked for by that permission alone yet
      const question = [documentOf('query', root), argumentsOf(root, 'nothing-there')] as const;
      const isRefused = async (who: Caller) =>
        (await askAs(who, ...question)).errors?.[0]?.message.startsWith('You are not authorized to use ') ??
        false;
      const refused = await Promise.all([isRefused(caller), isRefused(holderOf('nothing'))]);
      expect([root.name, ...refused]).toEqual([root.name, false, true]);
      asked.add(read);
    }
    expect(asked.size).toBeGreaterThan(8);
  });

  it('[000-6.62] is one role of theirs, with id and name', async () => {
    const me = async (caller: Caller) => (await askAs(caller, '{ me { role { id name } } }')).data?.['me'];
    expect(await me(holderOf('UserRead'))).toEqual({
      role: { id: expect.stringMatching(/./), name: 'May UserRead' },
    });
    const Me = z.object({ me: z.object({ id: z.string() }) });
    const { id } = Me.parse((await askAs(holderOf('UserRead'), '{ me { id } }')).data).me;
    const change = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { role { name } } } }`;
    const { data } = await ask(change, { input: { id, role: { kind: 'Name', value: 'AnalystReadOnly' } } });
    expect(data).toEqual({ updateUser: { user: { role: { name: 'AnalystReadOnly' } } } });
    expect(await me(holderOf('UserRead'))).toEqual({
      role: { id: expect.stringMatching(/./), name: 'AnalystReadOnly' },
    });
  });

  it('[000-6.10] is everything for holders of UserModify, who can take the role Admin', async () => {
    const holder = holderOf('UserModify');
    const Me = z.object({ me: z.object({ id: z.string(), role: z.object({ name: z.string() }) }) });
    const me = async () => Me.parse((await askAs(holder, '{ me { id role { name } } }')).data).me;
    expect((await askAs(holder, '{ sources { integrationId } }')).errors?.[0]?.extensions.statusCode).toBe(
      403,
    );
    const change = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }`;
    const { id } = await me();
    const input = { id, role: { kind: 'Name', value: 'Admin' } };
    expect((await askAs(holder, change, { input })).errors).toBeUndefined();
    expect((await me()).role.name).toBe('Admin');
    expect((await askAs(holder, '{ sources { integrationId } }')).data).toEqual({ sources: [] });
  });

  it('[000-6.35] is reading what API tokens may do, and never their values', async () => {
    const create = 'mutation ($input: CreateAPITokenInput!) { createAPIToken(input: $input) { value } }';
    const Made = z.object({ createAPIToken: z.object({ value: z.string().min(20) }) });
    const made = await ask(create, { input: { name: 'Build server', permissions: ['BulkUpload'] } });
    const { value } = Made.parse(made.data).createAPIToken;
    const seen = await Promise.all(
      roots
        .filter(({ name }) => /apitoken/i.test(name))
        .flatMap((root) => wholeDocuments(root).map((text) => [text, argumentsOf(root, 'none')] as const))
        .map(([text, variables]) => askAs(holderOf('OrganizationAPITokenRead'), text, variables)),
    );
    expect(JSON.stringify(seen)).toContain('Build server');
    expect(JSON.stringify(seen)).not.toContain(value.slice(-20));
    const refused = await askAs(holderOf('OrganizationAPITokenRead'), create, {
      input: { name: 'Mine', permissions: ['OrganizationAPITokenRead'] },
    });
    expect(refused.errors?.[0]?.extensions.statusCode).toBe(403);
  });
});
