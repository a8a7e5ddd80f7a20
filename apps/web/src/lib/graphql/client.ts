import { textOf } from './gql.ts';
import type { Document } from './gql.ts';
import {
  graphqlFailureText,
  graphqlReplySchema,
  networkFailureText,
  RequestError,
  statusOf,
  withoutNestedDenials,
} from './request-error.ts';
import type { GraphqlError } from './request-error.ts';

export interface GraphqlDeps {
  request: typeof fetch;
  /** A good ID token, or empty text. */
  idToken: (options?: { renew?: boolean }) => Promise<string>;
  /** The session has ended on the server. */
  onUnauthenticated: () => void;
  /** Nothing answered: the server may be restarting. */
  onServerAway: () => void;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

/** Variables as a caller has them: the client changes none. */
export type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Given<Value[Name]> }
    : Value;

export interface GraphqlClient {
  /** Runs one operation; its document says what goes in and what comes back. Throws RequestError with a text for people. */
  request<Reply, Variables>(
    document: Document<Reply, Variables>,
    variables: Given<NoInfer<Variables>>,
    options?: RequestOptions,
  ): Promise<Reply>;
}

const endpoint = '/internal/graphql';

/** `__typename` of objects read before must not go back in. */
export function withoutTypeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypeNames);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).filter(([name]) => name !== '__typename');
  return Object.fromEntries(entries.map(([name, entry]) => [name, withoutTypeNames(entry)]));
}

function isUnauthenticated(response: Response, errors: readonly GraphqlError[]): boolean {
  return response.status === 401 || errors.some((error) => statusOf(error) === 401);
}

export function createGraphqlClient(deps: GraphqlDeps): GraphqlClient {
  async function send(body: string, renew: boolean, signal: AbortSignal | undefined) {
    const authorization = await deps.idToken({ renew });
    const response = await deps.request(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization },
      body,
      ...(signal ? { signal } : {}),
    });
    const reply = graphqlReplySchema.safeParse(await response.json().catch(() => undefined));
    return { response, data: reply.data?.data ?? undefined, errors: reply.data?.errors ?? [] };
  }
  async function sendOrFail(body: string, renew: boolean, signal: AbortSignal | undefined) {
    try {
      return await send(body, renew, signal);
    } catch (cause) {
      if (signal?.aborted) throw cause;
      deps.onServerAway();
      const message = 'The server does not answer. The console keeps trying to reconnect.';
      throw new RequestError(networkFailureText('unknown', [], message), 'unknown', { cause });
    }
  }
  return {
    async request<Reply, Variables>(
      document: Document<Reply, Variables>,
      variables: Given<NoInfer<Variables>>,
      options: RequestOptions = {},
    ) {
      const body = JSON.stringify({ query: textOf(document), variables: withoutTypeNames(variables) });
      let answer = await sendOrFail(body, false, options.signal);
      if (isUnauthenticated(answer.response, answer.errors))
        answer = await sendOrFail(body, true, options.signal);
      if (isUnauthenticated(answer.response, answer.errors)) deps.onUnauthenticated();

      const errors = withoutNestedDenials(answer.errors, answer.data !== undefined);
      const first = errors[0];
      const more = {
        code: first?.extensions?.code,
        details: first?.extensions?.details ?? first?.extensions,
      };
      if (!answer.response.ok && (first === undefined || statusOf(first) === undefined)) {
        if (answer.response.status === 503) deps.onServerAway();
        const text = networkFailureText(answer.response.status, errors, answer.response.statusText);
        throw new RequestError(text, answer.response.status, more);
      }
      if (first || answer.data === undefined) {
        throw new RequestError(graphqlFailureText(errors), (first && statusOf(first)) ?? 500, more);
      }
      // The server answers by the schema that the document's types come from.
      return answer.data as Reply;
    },
  };
}
