import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { getCACertificates } from 'node:tls';
import { invalidInput, MargayError, messageOf, upstreamFailed } from '../errors.ts';
import type { HttpClient, HttpReply, HttpRequest } from '../http.ts';
import { createHostGuard, pinnedLookup } from './host-guard.ts';
import type { HostGuardOptions, ResolvedAddress } from './host-guard.ts';

export interface HttpClientOptions extends HostGuardOptions {
  /** Total time of one request, redirects included. */
  timeoutMs: number;
  maxResponseBytes: number;
  userAgent: string;
  /** Redirects to follow, each checked like a first request. Default 0: a redirect is handed back as a reply. */
  maxRedirects?: number;
  /** Certificate authorities trusted beside the built-in ones, as PEM text. */
  extraCertificates?: string[];
}

const refused = (message: string) => invalidInput(message, { code: 'OutgoingRequestRefused' });

/** Headers the client itself decides; a caller that sets them could confuse where a request ends or goes. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);
/** Headers that carry secrets or describe the body; they do not travel to another origin, or without the body. */
const keptAcrossOrigins = new Set(['accept', 'accept-language', 'user-agent', 'content-type']);

function parseTarget(text: string): URL {
  if (!URL.canParse(text)) throw refused('The address is not a valid URL. Give it as https://host/path.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`The address uses ${url.protocol.slice(0, -1)}. Only https and http are allowed.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(`The address of ${url.host} holds a user name or password. Put them into the settings.`);
  }
  return url;
}

function checkHeaders(headers: Record<string, string>, host: string): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (ownHeaders.has(lower)) throw refused(`The request to ${host} may not set the header "${lower}".`);
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw refused(`A header of the request to ${host} has a character that is not allowed.`);
    }
    checked[lower] = value;
  }
  return checked;
}

function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function failureOf(error: unknown, host: string): MargayError {
  if (error instanceof MargayError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = code === '' ? messageOf(error) : code;
  return upstreamFailed(
    `The request to ${host} failed: ${reason}. Check that the host is up and reachable.`,
    {
      details: { host, reason },
    },
  );
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * The one client for outgoing requests. It resolves a name once, checks every address, connects only to those,
 * ignores proxy settings of the environment, and limits time and size. One connection per request.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const guard = createHostGuard(options);
  const certificates = options.extraCertificates && [
    ...getCACertificates('default'),
    ...options.extraCertificates,
  ];
  const agents = {
    'http:': new HttpAgent({ keepAlive: false }),
    'https:': new HttpsAgent({ keepAlive: false, rejectUnauthorized: true }),
  };

  function exchange(url: URL, addresses: ResolvedAddress[], request: HttpRequest, signal: AbortSignal) {
    const host = url.host;
    const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
    const headers: Record<string, string | number> = {
      'user-agent': options.userAgent,
      'accept-encoding': 'identity',
      ...request.headers,
    };
    if (body !== undefined) headers['content-length'] = body.byteLength;
    const base: RequestOptions = {
      method: request.method,
      hostname: hostOf(url),
      port: url.port === '' ? undefined : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers,
      lookup: pinnedLookup(addresses),
      signal,
    };
    return new Promise<HttpReply>((resolve, reject) => {
      const onReply = (reply: IncomingMessage) => {
        const limit = request.method === 'HEAD' ? Infinity : options.maxResponseBytes;
        readReply(reply, limit, host).then(resolve, (error: unknown) => {
          outgoing.destroy();
          reject(error);
        });
      };
      const outgoing =
        url.protocol === 'https:'
          ? requestHttps(
              { ...base, agent: agents['https:'], ...(certificates && { ca: certificates }) },
              onReply,
            )
          : requestHttp({ ...base, agent: agents['http:'] }, onReply);
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async function follow(first: HttpRequest, url: URL, signal: AbortSignal): Promise<HttpReply> {
    let request = { ...first, headers: checkHeaders(first.headers ?? {}, url.host) };
    let target = url;
    for (let hop = 0; ; hop++) {
      const reply = await exchange(target, await guard.addressesOf(hostOf(target)), request, signal);
      const location = reply.headers['location'];
      const isRedirect = [301, 302, 303, 307, 308].includes(reply.status) && location !== undefined;
      if (!isRedirect || hop >= (options.maxRedirects ?? 0)) return reply;
      const next = parseTarget(URL.canParse(location, target) ? new URL(location, target).href : location);
      if (target.protocol === 'https:' && next.protocol === 'http:') {
        throw refused(`The host ${target.host} redirects from https to http. Ask for its secure address.`);
      }
      request = redirected(request, reply.status, next.origin === target.origin);
      target = next;
    }
  }

  return {
    async request(request) {
      const url = parseTarget(request.url);
      const timeoutMs = request.timeoutMs ?? options.timeoutMs;
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
      try {
        signal.throwIfAborted();
        return await Promise.race([follow(request, url, signal), rejectWhenAborted(signal)]);
      } catch (error) {
        if (request.signal?.aborted === true)
          throw upstreamFailed(`The request to ${url.host} was cancelled.`);
        if (!deadline.aborted) throw failureOf(error, url.host);
        throw upstreamFailed(`The host ${url.host} did not answer completely within ${timeoutMs} ms.`, {
          code: 'UpstreamTimeout',
          status: 504,
        });
      }
    },
  };
}

/** What the next hop may carry, after the fetch standard: a changed method loses the body. */
function redirected(request: HttpRequest, status: number, isSameOrigin: boolean) {
  const losesBody = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).filter(
      ([name]) =>
        (isSameOrigin || keptAcrossOrigins.has(name)) && !(losesBody && name.startsWith('content-')),
    ),
  );
  if (!losesBody) return { ...request, headers };
  return { ...request, headers, method: 'GET' as const, body: undefined };
}

async function readReply(reply: IncomingMessage, maxBytes: number, host: string): Promise<HttpReply> {
  const tooLarge = () =>
    upstreamFailed(`The reply of ${host} is larger than ${maxBytes} bytes. Ask for less at a time.`, {
      code: 'UpstreamReplyTooLarge',
    });
  if (Number(reply.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply) {
    // An IncomingMessage without an encoding yields Buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(bytes);
  }
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(reply.headersDistinct)) {
    if (values !== undefined) headers[name] = values.join(', ');
  }
  return { status: reply.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
}
