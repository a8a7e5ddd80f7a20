import { createSecretBox, signLocalProof } from '@margay/auth';
import { messageOf, upstreamFailed } from '@margay/kit';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';

const Tokens = z.object({ idToken: z.string() });
const Failure = z.object({ message: z.string() });
const GraphqlReply = z.object({
  data: z.unknown(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
});

export class RequestFailed extends Error {
  readonly extensions: Record<string, unknown>;
  constructor(message: string, extensions: Record<string, unknown> = {}) {
    super(message);
    this.name = 'RequestFailed';
    this.extensions = extensions;
  }
}

export interface ServerClient {
  readonly url: string;
  /** Runs a GraphQL operation; throws `RequestFailed` with the server's first message. */
  graphql(query: string, variables: Record<string, unknown>): Promise<unknown>;
  /** Bytes of an address of the server, for instance `/internal/detections/download`. */
  download(path: string): Promise<Uint8Array>;
}

type Environment = Record<string, string | undefined>;

const unreachable = (url: string, cause: unknown) =>
  upstreamFailed(
    `The server at ${new URL(url).origin} does not answer (${messageOf(cause)}). Start it with npm start, or set MARGAY_URL.`,
    { cause },
  );

async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: await reply.json().catch(() => undefined) };
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

async function secretOf(environment: Environment): Promise<Uint8Array> {
  const given = environment['MARGAY_SECRET_KEY'];
  if (given !== undefined) return new TextEncoder().encode(given);
  const file = join(resolve(environment['MARGAY_DATA_DIR'] ?? './.margay'), 'secret.key');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new RequestFailed(
      `There is no ${file}. Run this in the folder where the server was started, set MARGAY_DATA_DIR, or set MARGAY_TOKEN to sign in to a server elsewhere.`,
    );
  });
  return new TextEncoder().encode(text.trim());
}

/** An API token, which begins so, is shown in a header of its own; any other is the ID token of a session. */
const apiTokenPrefix = 'mgy_';

type Shown = Record<'authorization' | 'x-api-key', string>;

/** What shows the server who asks. */
async function signIn(url: string, environment: Environment): Promise<Partial<Shown>> {
  const token = environment['MARGAY_TOKEN'];
  if (token?.startsWith(apiTokenPrefix) === true) return { 'x-api-key': token };
  if (token !== undefined) return { authorization: token };
  const key = createSecretBox(await secretOf(environment)).deriveKey('local-sign-in');
  const reply = await post(`${url}/auth/local`, { proof: await signLocalProof(key, Date.now()) });
  const tokens = Tokens.safeParse(reply.body);
  if (tokens.success) return { authorization: tokens.data.idToken };
  const failure = Failure.safeParse(reply.body);
  throw new RequestFailed(
    failure.success ? failure.data.message : `Signing in failed with status ${reply.status}.`,
  );
}

/** Signs in with `MARGAY_TOKEN`, or through the data folder of a server on the same machine. */
export async function connect(environment: Environment): Promise<ServerClient> {
  const port = environment['MARGAY_PORT'] ?? '8080';
  const url = (environment['MARGAY_URL'] ?? `http://127.0.0.1:${port}`).replace(/\/$/, '');
  const shown = await signIn(url, environment);
  return {
    url,
    async graphql(query, variables) {
      const reply = await post(`${url}/internal/graphql`, { query, variables }, shown);
      const parsed = GraphqlReply.safeParse(reply.body);
      if (!parsed.success) {
        const failure = Failure.safeParse(reply.body);
        throw new RequestFailed(
          failure.success ? failure.data.message : `The server answered with status ${reply.status}.`,
        );
      }
      const [error] = parsed.data.errors ?? [];
      if (error !== undefined) throw new RequestFailed(error.message, error.extensions);
      return parsed.data.data;
    },
    async download(path) {
      const reply = await fetch(`${url}${path}`, { headers: shown }).catch((cause: unknown) => {
        throw unreachable(url, cause);
      });
      if (reply.ok) return new Uint8Array(await reply.arrayBuffer());
      const failure = Failure.safeParse(await reply.json().catch(() => undefined));
      throw new RequestFailed(
        failure.success ? failure.data.message : `The server answered with status ${reply.status}.`,
      );
    },
  };
}
