import { expect } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from '../server.ts';

export const administrator = { email: 'ada@example.com', password: 'Correct-horse-7' };

/** What sources made with `httpSource` ask for. */
export const bearerToken = 'a-bearer-token';

export const putSchema =
  'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }';
export const putSource =
  'mutation ($input: PutLogSourceInput!) { putLogSource(input: $input) { source { integrationId } } }';

/** Input of `putSource` for a source that takes lines with a bearer token. */
export const httpSource = (label: string, logTypes: string[]) => ({
  integrationLabel: label,
  providerId: 'custom',
  ingestionType: 'HTTP',
  logStreamType: 'Lines',
  logTypes,
  config: { authMethod: 'Bearer', authBearerToken: bearerToken },
});

const Tokens = z.object({ idToken: z.string() });
const Reply = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ statusCode: z.number() }).loose() }))
    .optional(),
});
const Source = z.object({ putLogSource: z.object({ source: z.object({ integrationId: z.string() }) }) });

/** The id in the answer to `putSource`. */
export const sourceIdOf = (data: unknown): string => Source.parse(data).putLogSource.source.integrationId;

/** Asks a running server as its administrator, or as somebody else who can sign in. */
export async function consoleOf(server: Pick<RunningServer, 'url'>, credentials = administrator) {
  const signIn = await fetch(`${server.url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { idToken } = Tokens.parse(await signIn.json());
  return async (query: string, variables: unknown, signal?: AbortSignal) => {
    const reply = await fetch(`${server.url}/internal/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: idToken },
      body: JSON.stringify({ query, variables }),
      ...(signal ? { signal } : {}),
    });
    return Reply.parse(await reply.json());
  };
}

/** Sends one line to a source made with `httpSource`. */
export async function sendLine(server: RunningServer, sourceId: string, line: string): Promise<void> {
  const reply = await fetch(`${server.url}/http/${sourceId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearerToken}` },
    body: line,
  });
  expect(reply.status).toBe(200);
}
