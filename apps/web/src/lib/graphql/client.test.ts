import { describe, expect, it, vi } from 'vitest';
import { createGraphqlClient } from './client.ts';
import { gql, textOf } from './gql.ts';
import { graphqlFailureText, networkFailureText, RequestError } from './request-error.ts';

function harness(replies: (Response | Error)[]) {
  const request = vi.fn<typeof fetch>(() => {
    const next = replies.shift();
    return next instanceof Response
      ? Promise.resolve(next)
      : Promise.reject(next ?? new Error('no reply left'));
  });
  const idToken = vi.fn((options?: { renew?: boolean }) =>
    Promise.resolve(options?.renew ? 'fresh' : 'stale'),
  );
  const onUnauthenticated = vi.fn();
  const onServerAway = vi.fn();
  return {
    client: createGraphqlClient({ request, idToken, onUnauthenticated, onServerAway }),
    request,
    onUnauthenticated,
    onServerAway,
  };
}
const query = gql(`query A { availableLogTypes }`);
const edit = gql(`mutation A($input: PutRuleInput!) { putRule(input: $input) { id } }`);
const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const failure = (message: string, status?: number, path?: string[]) => ({
  message,
  path,
  extensions: { status, code: 'X' },
});

describe('GraphQL client', () => {
  it('[001-7.1] [001-7.2] sends the ID token and takes type names out of variables', async () => {
    const { client, request } = harness([reply({ data: { ok: true } })]);
    const read = {
      __typename: 'Rule',
      id: 'a',
      enabled: true,
      severity: 'HIGH' as const,
      reports: [{ __typename: 'KeyValues', key: 'b', values: [] }],
    };
    await client.request(edit, { input: read });
    const [path, init] = request.mock.calls[0]!;
    expect(path).toBe('/internal/graphql');
    expect(init?.method).toBe('POST');
    expect(new Headers(init?.headers).get('authorization')).toBe('stale');
    expect(JSON.parse(String(init?.body))).toEqual({
      query: textOf(edit),
      variables: {
        input: { id: 'a', enabled: true, severity: 'HIGH', reports: [{ key: 'b', values: [] }] },
      },
    });
  });

  it('[000-7.2] [002-7.2] sends an empty header where there is no session', async () => {
    const request = vi.fn<typeof fetch>(() => Promise.resolve(reply({ data: {} })));
    const client = createGraphqlClient({
      request,
      idToken: () => Promise.resolve(''),
      onUnauthenticated: () => undefined,
      onServerAway: () => undefined,
    });
    await client.request(query, {});
    expect(new Headers(request.mock.calls[0]![1]?.headers).get('authorization')).toBe('');
  });

  it('renews the token once on a 401 and goes on', async () => {
    const { client, request, onUnauthenticated } = harness([reply({}, 401), reply({ data: { a: 1 } })]);
    expect(await client.request(query, {})).toEqual({ a: 1 });
    expect(new Headers(request.mock.calls[1]![1]?.headers).get('authorization')).toBe('fresh');
    expect(onUnauthenticated).not.toHaveBeenCalled();
  });

  it('[000-4.18] ends the session when the renewed token is refused too', async () => {
    const { client, onUnauthenticated } = harness([
      reply({}, 401),
      reply({ errors: [failure('no session', 401)] }),
    ]);
    await expect(client.request(query, {})).rejects.toThrow('No session');
    expect(onUnauthenticated).toHaveBeenCalledOnce();
  });

  it('drops nested access-denied errors beside data', async () => {
    const { client } = harness([
      reply({ data: { a: 1, b: { c: null } }, errors: [failure('access denied', 403, ['b', 'c'])] }),
    ]);
    expect(await client.request(query, {})).toEqual({ a: 1, b: { c: null } });
  });

  it('drops nested refusals in the words of our server, and no refusal of a whole field', async () => {
    const refusal = 'You are not authorized to use Alert.rule. It needs RuleRead.';
    const data = { a: 1, b: { c: null } };
    const { client } = harness([
      reply({ data, errors: [failure(refusal, 403, ['b', 'c'])] }),
      reply({ data: { a: null }, errors: [failure(refusal, 403, ['a'])] }),
    ]);
    expect(await client.request(query, {})).toEqual(data);
    await expect(client.request(query, {})).rejects.toThrow(refusal);
  });

  it('[000-8.21] gives a network failure the status unknown and says the server is away', async () => {
    const { client, onServerAway } = harness([new TypeError('Failed to fetch')]);
    await expect(client.request(query, {})).rejects.toMatchObject({ status: 'unknown' });
    expect(onServerAway).toHaveBeenCalledOnce();
  });

  it('carries status, code and details of a refusal', async () => {
    const error = {
      message: 'revision 3 is newer',
      extensions: { status: 409, code: 'RevisionConflict', details: { field: 'revision' } },
    };
    const { client } = harness([reply({ data: null, errors: [error] })]);
    const thrown = await client.request(query, {}).catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(RequestError);
    expect(thrown).toMatchObject({
      message: 'Revision 3 is newer',
      status: 409,
      code: 'RevisionConflict',
      details: { field: 'revision' },
    });
  });
});

describe('failed request texts', () => {
  it('[000-8.13] [001-8.2] shows the first error of the server, else the message', () => {
    expect(networkFailureText(500, [{ message: 'disk is full' }], 'Bad')).toBe('disk is full');
    expect(networkFailureText(500, [], 'Bad')).toBe('Bad');
  });
  it('[000-8.14] [001-8.3] says that a 502 timed out', () => {
    expect(networkFailureText(502, [], '')).toBe('Request timed out');
  });
  it('[000-8.15] [001-8.4] explains a 422', () => {
    expect(networkFailureText(422, [], '')).toBe(
      'Unable to forward request to the underlying services. Please try again',
    );
  });
  it('[000-8.16] [001-8.5] has a text when there are no GraphQL errors', () => {
    expect(graphqlFailureText([])).toBe('An unexpected server error has occurred');
  });
  it('[000-8.17] [001-8.6] capitalises the message of a 401 or 403, or falls back', () => {
    expect(graphqlFailureText([{ message: 'not yours', extensions: { status: 403 } }])).toBe('Not yours');
    expect(graphqlFailureText([{ message: '', extensions: { status: 401 } }])).toBe(
      'You are not authorized to perform this request',
    );
  });
  it('[000-8.18] [001-8.7] keeps the message of a 404, or falls back', () => {
    expect(graphqlFailureText([{ message: 'no such alert', extensions: { status: 404 } }])).toBe(
      'no such alert',
    );
    expect(graphqlFailureText([{ message: '', extensions: { status: 404 } }])).toBe(
      "The resource you requested couldn't be found on our servers",
    );
  });
  it('[000-8.19] [001-8.8] capitalises any other message', () => {
    expect(graphqlFailureText([{ message: 'in use by 2 rules' }])).toBe('In use by 2 rules');
  });
});
