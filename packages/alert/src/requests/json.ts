import type { HttpRequest } from '@margay/kit';

/** Header names in lower case. */
type Headers = Record<string, string>;

export const postJson = (url: string, body: unknown, headers: Headers = {}): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const getJson = (url: string, headers: Headers = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: { accept: 'application/json', ...headers },
});
