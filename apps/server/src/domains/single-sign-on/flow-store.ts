import { digestOfToken, newOpaqueToken, type SecretBox } from '@margay/auth';
import { firstRow, type Sql, type Store } from '@margay/store';
import * as z from 'zod';
import { identityKinds } from '../users/index.ts';

/** What the console asked for, and gets back with the code. */
const ConsoleRequest = z.object({
  redirectUri: z.string(),
  state: z.string(),
  /** Of PKCE, S256. */
  codeChallenge: z.string(),
  /** `try`: what the provider says is only shown, and signs nobody in. */
  purpose: z.enum(['sign-in', 'try']),
});
export type ConsoleRequest = z.output<typeof ConsoleRequest>;

const KeptProof = z.object({
  kind: z.enum(identityKinds),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  attributes: z.record(z.string(), z.array(z.string())),
  idToken: z.string().optional(),
});
/** Who came back from the provider, or why nobody did. */
const Outcome = z.union([
  z.object({ proof: KeptProof }),
  z.object({ failure: z.object({ message: z.string(), code: z.string() }) }),
]);
export type Outcome = z.output<typeof Outcome>;

const Flow = z.discriminatedUnion('stage', [
  z.object({
    stage: z.literal('asked'),
    protocol: z.enum(identityKinds),
    kept: z.record(z.string(), z.string()),
    request: ConsoleRequest,
  }),
  z.object({ stage: z.literal('answered'), outcome: Outcome, request: ConsoleRequest }),
]);
/** A sign-in that is with the provider, or whose answer waits for the browser that began it. */
export type Flow = z.output<typeof Flow>;

const Code = z.object({ outcome: Outcome, request: ConsoleRequest });
export type Code = z.output<typeof Code>;

const SignOut = z.object({ idToken: z.string() });

/** Whoever begins sign-ins without end pushes out the oldest, not those of the last minutes. */
const mostFlows = 20_000;

/** Where sign-ins rest between two requests, in whatever process. All of it is sealed; a handle opens it once. */
export function createFlowStore({ store, secrets }: { store: Store; secrets: SecretBox }) {
  const seal = (place: string, value: unknown) => secrets.seal(JSON.stringify(value), place);
  const open = <T>(place: string, sealed: string, schema: z.ZodType<T>) =>
    schema.parse(JSON.parse(secrets.open(sealed, place)));

  return {
    /** `browser`: what only the browser that began it has. */
    async keepFlow(handle: string, { flow, browser, until }: { flow: Flow; browser: string; until: Date }) {
      const digest = digestOfToken(handle);
      await store.query(
        'insert into sso_flows (digest, browser, sealed, expires_at) values ($1, $2, $3, $4)',
        [digest, browser, seal(`sso-flow:${digest}`, flow), until],
      );
      await store.query(
        `delete from sso_flows where digest in
           (select digest from sso_flows order by expires_at desc, digest offset $1)`,
        [mostFlows],
      );
    },
    /** Ends it: the second who asks gets undefined, like who comes too late. */
    async takeFlow(handle: string, now: Date): Promise<{ flow: Flow; browser: string } | undefined> {
      const digest = digestOfToken(handle);
      const [row] = await store.query<{ browser: string; sealed: string; expires_at: Date }>(
        'delete from sso_flows where digest = $1 returning browser, sealed, expires_at',
        [digest],
      );
      if (row === undefined || row.expires_at <= now) return undefined;
      return { flow: open(`sso-flow:${digest}`, row.sealed, Flow), browser: row.browser };
    },
    /** The code itself is kept nowhere. */
    async newCode(code: Code, until: Date): Promise<string> {
      const text = newOpaqueToken();
      const digest = digestOfToken(text);
      await store.query('insert into sso_codes (digest, sealed, expires_at) values ($1, $2, $3)', [
        digest,
        seal(`sso-code:${digest}`, code),
        until,
      ]);
      return text;
    },
    /** The first use gets what it stands for; any other one the session that the first use made, to be ended. */
    async useCode(
      text: string,
      now: Date,
    ): Promise<{ code: Code } | { madeSession: string | undefined } | undefined> {
      const digest = digestOfToken(text);
      const [row] = await store.query<{ sealed: string; expires_at: Date }>(
        'update sso_codes set is_used = true where digest = $1 and not is_used returning sealed, expires_at',
        [digest],
      );
      if (row !== undefined)
        return row.expires_at <= now ? undefined : { code: open(`sso-code:${digest}`, row.sealed, Code) };
      const [again] = await store.query<{ session_id: string | null }>(
        'update sso_codes set is_reused = true where digest = $1 returning session_id',
        [digest],
      );
      return again && { madeSession: again.session_id ?? undefined };
    },
    /** Says which session a code made; false where the code was used again meanwhile, so that the session must end. */
    async bindSession(text: string, sessionId: string): Promise<boolean> {
      const bound = await store.query(
        'update sso_codes set session_id = $2 where digest = $1 and not is_reused returning digest',
        [digestOfToken(text), sessionId],
      );
      return bound.length > 0;
    },
    /** False where it was used before. */
    async useAssertion(id: string, until: Date): Promise<boolean> {
      const used = await store.query(
        'insert into sso_assertions (digest, expires_at) values ($1, $2) on conflict do nothing returning digest',
        [digestOfToken(id), until],
      );
      return used.length > 0;
    },
    /** Keeps what the provider wants to see at sign-out; gives what the browser shows then. */
    async keepSignOut(idToken: string, until: Date): Promise<string> {
      const text = newOpaqueToken();
      const digest = digestOfToken(text);
      await store.query('insert into sso_sign_outs (digest, sealed, expires_at) values ($1, $2, $3)', [
        digest,
        seal(`sso-sign-out:${digest}`, { idToken }),
        until,
      ]);
      return text;
    },
    async takeSignOut(text: string): Promise<string | undefined> {
      const digest = digestOfToken(text);
      const [row] = await store.query<{ sealed: string }>(
        'delete from sso_sign_outs where digest = $1 returning sealed',
        [digest],
      );
      return row && open(`sso-sign-out:${digest}`, row.sealed, SignOut).idToken;
    },
    async dropExpired(before: Date): Promise<void> {
      for (const table of ['sso_flows', 'sso_assertions', 'sso_sign_outs'])
        await store.query(`delete from ${table} where expires_at < $1`, [before]);
      // A used code is remembered for a while, so that its second use still ends the session.
      await store.query('delete from sso_codes where expires_at < $1', [
        new Date(before.getTime() - 3_600_000),
      ]);
    },
  };
}
export type FlowStore = ReturnType<typeof createFlowStore>;

/** Metadata of a provider as they were read last. */
export async function findMetadata(sql: Sql, address: string): Promise<string | undefined> {
  const row = await firstRow<{ document: string }>(
    sql,
    'select document from sso_metadata where address = $1',
    [address],
  );
  return row?.document;
}

/** Keeps what was read at an address, in place of what was read there before. */
export async function keepMetadata(
  sql: Sql,
  { address, document, at }: { address: string; document: string; at: Date },
): Promise<void> {
  await sql.query(
    `insert into sso_metadata (address, document, read_at) values ($1, $2, $3)
     on conflict (address) do update set document = $2, read_at = $3`,
    [address, document, at],
  );
}
