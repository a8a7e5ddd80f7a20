import type { HttpClient, HttpMethod } from '@margay/kit';

const methods: readonly HttpMethod[] = ['GET', 'POST'];
const isMethod = (name: string): name is HttpMethod => methods.some((method) => method === name);
const withoutBody: readonly number[] = [101, 204, 205, 304];

interface FetchOptions {
  method?: string;
  headers?: Record<string, string> | Headers;
  body?: unknown;
  signal?: AbortSignal;
}

/** The client for outgoing requests in the form of `fetch`, for a library that takes one. Redirects are not followed. */
export const guardedFetch =
  (http: HttpClient) =>
  async (url: string, options: FetchOptions = {}): Promise<Response> => {
    const { method = 'GET', headers = {}, body, signal } = options;
    if (!isMethod(method)) throw new TypeError(`a request to the identity provider has the method ${method}`);
    const reply = await http.request({
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return new Response(withoutBody.includes(reply.status) ? null : Buffer.from(reply.body), {
      status: reply.status,
      headers: reply.headers,
    });
  };

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a request to the identity provider has a body that is no text');
}
