import type { Permission } from '@margay/auth';
import { isObjectType, type GraphQLField, type GraphQLResolveInfo } from 'graphql';
import { Hono } from 'hono';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Actor } from './api/actor.ts';
import { enforce, type AuthRule } from './api/auth-rule.ts';
import { createHttpApp } from './api/http.ts';
import type { ApiEnv } from './api/http-parts.ts';
import { restRoutesOn } from './api/rest-routes.ts';
import { buildConsoleSchema } from './api/schema.ts';
import { documentOf } from './api/testing-console.ts';
import { registry } from './domains/registry.ts';
import type { RunningServer } from './server.ts';
import type { Services } from './services.ts';
import { callersOf, type Caller } from './testing/callers.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';
import { argumentsOf } from './testing/whole-document.ts';

/*
 * Everything that can be asked for, asked by everybody: each field and route of the running server, by a stranger, by
 * somebody without permissions, by holders of each single permission, and by somebody with all of them who may read one
 * log type. What is new is in it by itself.
 */
const schema = buildConsoleSchema();
type Field = GraphQLField<unknown, unknown>;
const ruleOf = ({ extensions }: Field) => extensions['auth'] as AuthRule | undefined;
const fieldsOf = (name: string): Field[] => {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
const isRoot = (name: string) => name === 'Query' || name === 'Mutation';

const roots = (['Query', 'Mutation'] as const).flatMap((kind) =>
  fieldsOf(kind).map((field) => ({ title: `${kind}.${field.name}`, kind, field, rule: ruleOf(field) })),
);
/** Types of which a field asks for more than its object did. */
const types = Object.keys(schema.getTypeMap())
  .filter((name) => !isRoot(name) && !name.startsWith('__'))
  .map((name) => ({ name, fields: fieldsOf(name).filter((field) => ruleOf(field) !== 'with-parent') }))
  .filter(({ fields }) => fields.length > 0);
const { routes, rules: restRules } = restRoutesOn(new Hono<ApiEnv>());
for (const domain of registry) domain.rest?.(routes);

/** An object, or the services of the server, for a field that is asked for what stands before it only. */
const untouchable = new Proxy({} as Services, {
  get(_services, name) {
    // Who is refused is an entry of the audit log, and is refused all the same.
    if (name === 'audit') return { recordRead: () => Promise.resolve() };
    if (name === 'id') return undefined;
    throw new TypeError('let in');
  },
});

interface Refusal {
  status: number;
  message: string;
}

/** What a rule says to somebody; undefined where it lets them in. As the rule reads, and not as the product reads it. */
function refusalBy(rule: AuthRule, held: Caller['permissions'], what: string): Refusal | undefined {
  if (rule === 'public' || rule === 'with-parent') return undefined;
  if (held === undefined) return { status: 401, message: 'Sign in to continue.' };
  const opens = (wanted: Permission) =>
    held.some(
      (one) => one === wanted || (one.endsWith('Modify') && one.replace('Modify', 'Read') === wanted),
    );
  if (rule === 'signed-in' || rule.some(opens)) return undefined;
  return {
    status: 403,
    message: `You are not authorized to use ${what}. It needs ${rule.join(' or ')}.`,
  };
}

/** The refusal in an answer, where a rule is the reason; what a service says of single things is none. */
function refusalIn(status: number | undefined, message = ''): Refusal | undefined {
  const isOfRule = message === 'Sign in to continue.' || message.startsWith('You are not authorized to use ');
  return status !== undefined && isOfRule ? { status, message } : undefined;
}

const Reply = z.object({
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ statusCode: z.number() }).loose() }))
    .optional(),
});
const Fault = z.object({ message: z.string().optional() });

describe('who is refused what', () => {
  let folder: string;
  let server: RunningServer;
  let callers: Caller[];
  let actors: Map<Caller, Actor | null>;

  beforeAll(async () => {
    folder = await newDataFolder('margay-matrix-');
    server = await startServerOn(folder, { MARGAY_ROLES: 'api' });
    callers = await callersOf(server);
    const { sessions } = server.platform.services;
    actors = new Map();
    for (const caller of callers)
      actors.set(caller, caller.idToken === undefined ? null : await sessions.actorOfToken(caller.idToken));
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const send = (method: string, path: string, { idToken = '' }: Caller, body?: object) =>
    fetch(`${server.url}${path}`, {
      method,
      // A connection that was kept while fields were asked without it may just be closing.
      headers: { 'content-type': 'application/json', authorization: idToken, connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  /** Both sides by caller, so that a difference names who it is about. */
  async function compare(
    rule: AuthRule,
    what: string,
    ask: (caller: Caller) => Promise<Refusal | undefined>,
  ) {
    const said = await Promise.all(callers.map(async (caller) => [caller.name, await ask(caller)] as const));
    const wanted = callers.map(({ name, permissions }) => [name, refusalBy(rule, permissions, what)]);
    expect(said).toEqual(wanted);
  }

  it('is decided for everything there is', () => {
    const open = [...roots, ...restRules.map(({ path, auth }) => ({ title: path, rule: auth as AuthRule }))]
      .filter(({ rule }) => rule === undefined || rule === 'with-parent' || rule.length === 0)
      .map(({ title }) => title);
    expect(open).toEqual([]);
    for (const { name, fields } of types)
      for (const field of fields) expect(ruleOf(field), `${name}.${field.name}`).not.toHaveLength(0);
    expect([roots.length > 120, types.length > 15, restRules.length > 10]).toEqual([true, true, true]);
  });

  it.each(roots)('$title', async ({ title, kind, field, rule = [] }) => {
    const document = documentOf(kind === 'Query' ? 'query' : 'mutation', field);
    const variables = argumentsOf(field, 'nothing-there');
    await compare(rule, title, async (caller) => {
      const reply = await send('POST', '/internal/graphql', caller, { query: document, variables });
      const { errors } = Reply.parse(await reply.json());
      return refusalIn(errors?.[0]?.extensions.statusCode, errors?.[0]?.message);
    });
  });

  // Their objects are reached in a hundred ways; the check stands before the field itself, whichever it is.
  it.each(types)('fields of $name', async ({ name, fields }) => {
    for (const field of fields)
      await compare(ruleOf(field) ?? [], `${name}.${field.name}`, async (caller) => {
        const actor = actors.get(caller) ?? null;
        const context = { actor, services: untouchable };
        try {
          await field.resolve?.(untouchable, {}, context, {} as GraphQLResolveInfo);
        } catch (error) {
          const Thrown = z.object({ status: z.number(), message: z.string() });
          const { data } = Thrown.safeParse(error);
          return refusalIn(data?.status, data?.message);
        }
        return undefined;
      });
  });

  it.each(restRules)('$method $path', async ({ method, path, auth }) => {
    await compare(auth, `${method} ${path}`, async (caller) => {
      const reply = await send(method, path.replaceAll(/:\w+/g, 'nothing-there'), caller);
      const { data } = Fault.safeParse(await reply.json().catch(() => ({})));
      return refusalIn(reply.status, data?.message);
    });
  });
});

describe('what says no rule', () => {
  const app = (path: string) =>
    createHttpApp({
      ...({} as Parameters<typeof createHttpApp>[0]),
      trustedProxies: [],
      mount: (target) => void target.get(path, (c) => c.json({})),
    });

  it('ends the start, as a route', () => {
    expect(() => app('/internal/bare')).toThrow('The route GET /internal/bare has no rule');
    expect(() => app('/auth/bare')).toThrow('The route GET /auth/bare has no rule');
    expect(() => app('/elsewhere')).not.toThrow();
  });

  it('ends the start, as a field', () => {
    const withField = (auth?: AuthRule) =>
      buildConsoleSchema([
        {
          name: 'bare',
          buildsOn: [],
          needs: [],
          usesTypes: [],
          migrations: [],
          jobRole: 'jobs',
          graphql: ({ builder }) =>
            builder.queryField('bare', (t) =>
              t.boolean({ ...(auth === undefined ? {} : { auth }), resolve: () => true }),
            ),
        },
      ]);
    expect(() => withField()).toThrow('Query.bare has no auth rule');
    expect(() => withField('with-parent')).toThrow('Query.bare has no auth rule');
    expect(() => withField(['RuleRead'])).not.toThrow();
  });

  it('lets nobody in, where it is empty', () =>
    expect(() => enforce([], { permissions: new Set() } as unknown as Actor, 'it')).toThrow(
      'not authorized',
    ));
});
