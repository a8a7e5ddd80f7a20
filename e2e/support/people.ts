import { expect } from 'vitest';
import type { TestServer } from './server.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Invites somebody with the role of that name, who chooses a password as they come in. */
export async function addColleague(
  server: TestServer,
  { email, password }: Credentials,
  role: string,
): Promise<void> {
  const { inviteUser } = await server.graphql<{ inviteUser: { temporaryPassword: string } }>(
    'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { temporaryPassword } }',
    { input: { email, givenName: 'Grace', familyName: 'Hopper', role: { kind: 'Name', value: role } } },
  );
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${server.url}/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(200);
    return (await reply.json()) as { challenge: string; session: string };
  };
  const { challenge, session } = await post('sign-in', { email, password: inviteUser.temporaryPassword });
  await post('challenge', { challenge, session, newPassword: password });
}

/** Makes a role, and gives what changes its permissions; that counts at once for who has it. */
export async function makeRole(
  server: TestServer,
  name: string,
  permissions: readonly string[],
): Promise<(permissions: readonly string[]) => Promise<void>> {
  const { createRole } = await server.graphql<{ createRole: { role: { id: string } } }>(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name, permissions } },
  );
  return async (next) => {
    await server.graphql(
      'mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }',
      { input: { id: createRole.role.id, permissions: next } },
    );
  };
}
