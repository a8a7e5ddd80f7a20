import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import { consoleOf, putSchema } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';

let folder: string;
let server: RunningServer;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  folder = await newDataFolder('margay-kinds-');
  server = await startServerOn(folder, { MARGAY_ROLES: 'api' });
  ask = await consoleOf(server);
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const createRole = 'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }';
const updateRole = 'mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }';
const deleteRole = 'mutation ($input: IdInput!) { deleteRole(input: $input) { id } }';

it('[000-8.25] [002-8.1] says of what kind a failure is, by one of nine names', async () => {
  const roles = await server.platform.services.roles.list();
  const idOf = (name: string) => roles.find((role) => role.name === name)?.id;
  const codeOf = async (query: string, input: object) =>
    (await ask(query, { input })).errors?.[0]?.extensions['code'];
  const schema = (spec: string) => codeOf(putSchema, { name: 'Custom.Kinds', spec });
  const refused: Record<string, () => Promise<unknown>> = {
    AlreadyExists: () => codeOf(createRole, { name: 'Analyst', permissions: [] }),
    InUse: async () => {
      await addPerson(server, { email: 'grace@example.com', password: 'Correct-horse-8' }, 'Analyst');
      return codeOf(deleteRole, { id: idOf('Analyst') });
    },
    InvalidInput: () => codeOf(createRole, { name: ' ', permissions: [] }),
    InvalidLogSchema: () => schema('fields: [{ name: a, type: nothing }]'),
    InvalidSyntax: () => schema('fields: ['),
    InvalidUpdate: () => codeOf(updateRole, { id: idOf('Admin'), name: 'Others' }),
    NotFound: () => codeOf(deleteRole, { id: 'no-such-role' }),
    RevisionConflict: () =>
      codeOf(updateRole, { id: idOf('Analyst'), updatedAt: '2020-01-01T00:00:00Z', name: 'Others' }),
    ServerError: async () => {
      const broken = vi.spyOn(server.platform.services.roles, 'list');
      broken.mockRejectedValueOnce(new TypeError('a fault of the program'));
      const { errors } = await ask('{ roles { id } }', {});
      // What went wrong inside is for the log.
      expect(errors?.[0]?.message).toBe('An unexpected server error has occurred');
      return errors?.[0]?.extensions['code'];
    },
  };
  const seen = new Map<string, unknown>();
  for (const [kind, provoke] of Object.entries(refused)) seen.set(kind, await provoke());
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(Object.keys(refused).map((kind) => [kind, kind])),
  );
});
