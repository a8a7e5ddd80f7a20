import { rm } from 'node:fs/promises';
import { expect } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from '../../server.ts';
import { consoleOf } from '../console-client.ts';
import { newDataFolder } from '../new-data-folder.ts';
import { startServerOn } from '../server-on.ts';

const update =
  'mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { values storedSecrets } }';
const Refusal = z.object({ message: z.string() });

/** A server that may ask providers on this machine, with what tests of single sign-on do to it. */
export async function startSsoServer(environment: Record<string, string> = {}) {
  const folder = await newDataFolder('margay-sso-');
  const server: RunningServer = await startServerOn(folder, {
    MARGAY_ROLES: 'api',
    MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true',
    ...environment,
  });
  const ask = await consoleOf(server);
  const graphql = async (query: string, variables: object = {}) => {
    const { data, errors } = await ask(query, variables);
    expect(errors).toBeUndefined();
    return z.record(z.string(), z.unknown()).parse(data);
  };
  return {
    server,
    url: server.url,
    ask,
    graphql,
    /** Saves the settings of single sign-on; gives the words of a refusal. */
    async save(values: Record<string, unknown>): Promise<string | undefined> {
      const { errors } = await ask(update, { input: { id: 'single-sign-on', values } });
      return errors?.[0] === undefined ? undefined : Refusal.parse(errors[0]).message;
    },
    /** Asks as whoever has this ID token. */
    async askAs(idToken: string | undefined, query: string, variables: object = {}) {
      const reply = await fetch(`${server.url}/internal/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: idToken ?? '' },
        body: JSON.stringify({ query, variables }),
      });
      return (await reply.json()) as {
        data: Record<string, unknown> | null;
        errors?: { message: string; extensions?: { code?: string } }[];
        /** Of a token that is no longer good. */
        message?: string;
      };
    },
    async signIn(email: string, password: string) {
      const reply = await fetch(`${server.url}/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      return (await reply.json()) as { idToken?: string; message?: string; code?: string };
    },
    /** Failed sign-ins with the reasons the audit log has, the newest last. */
    refusals: async () =>
      (
        await server.platform.store.query<{ reason: string | null }>(
          `select params->>'reason' as reason from audit_log
           where action = 'SIGN_IN' and result = 'FAILED' order by created_at, id`,
        )
      ).flatMap(({ reason }) => reason ?? []),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type SsoServer = Awaited<ReturnType<typeof startSsoServer>>;

/** What an ID token says. */
export const claimsOf = (idToken: string | undefined): Record<string, unknown> =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString()));
