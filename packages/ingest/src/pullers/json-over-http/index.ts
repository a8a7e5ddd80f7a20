import { isOAuthGrant, tokenGrantOf } from '@margay/oauth';
import * as z from 'zod';
import { needsAttention } from '../failures.ts';
import { definePuller, type PulledPage } from '../puller.ts';
import { assertSuccess, type CredentialWords, linkedNext } from './read-reply.ts';
import { JsonOverHttpSettings } from './settings.ts';

const Cursor = z.object({
  /** Of the next page: its address, or the cursor that the other side gave. */
  next: z.string().optional(),
  /** The window of time that is being read, in milliseconds since 1970; where there is no next page, that was read last. */
  window: z.object({ from: z.number(), to: z.number() }).optional(),
});
type Cursor = z.output<typeof Cursor>;

const hourMs = 3_600_000;
const nothing = (cursor: Cursor): PulledPage<Cursor> => ({
  body: new Uint8Array(),
  recordCount: 0,
  cursor,
  hasMore: false,
});

/** Records as JSON from an address that is asked again and again. */
export const jsonOverHttp = definePuller({
  id: 'json-over-http',
  settings: JsonOverHttpSettings,
  cursor: Cursor,
  intervalSeconds: (settings) => settings.intervalSeconds,
  scopeOf: ({ url, pagination, nextPath, cursorParameter, startParameter }) =>
    JSON.stringify([url, pagination, nextPath, cursorParameter, startParameter]),
  access: (settings) =>
    isOAuthGrant(settings.authentication)
      ? { address: settings.url, grant: tokenGrantOf(settings.authentication, settings) }
      : undefined,
  async pull(settings, cursor, { http, replies, now, signal }) {
    const window = settings.startParameter ? windowFor(settings, cursor, now) : undefined;
    if (window !== undefined && window.to <= window.from) return nothing(cursor ?? {});
    const url = addressFor(settings, cursor?.next, window);
    const { host } = url;
    const reply = await http.request({
      method: 'GET',
      url: url.href,
      headers: {
        accept: 'application/json',
        ...headerOf(settings),
      },
      signal,
    });
    assertSuccess(reply, host, now, credentialWords(settings));
    const { pagination, recordsPath, nextPath } = settings;
    const isNextInside = pagination === 'nextUrl' || pagination === 'cursor';
    const found = await replies.read(reply.body, {
      host,
      recordsPath,
      nextPath: isNextInside ? nextPath : undefined,
      contentType: reply.headers['content-type'],
      contentEncoding: reply.headers['content-encoding'],
    });
    const next = nextOf(settings, isNextInside ? found.next : linkedNext(reply.headers['link']), url);
    const page = { body: found.body, recordCount: found.recordCount };
    const position = window === undefined ? {} : { window };
    if (next === undefined) {
      if (pagination !== 'none' && window === undefined)
        throw needsAttention(
          `The last page of ${host} names no next one, and no "Parameter of the start" is set: each request would bring the same records again. Set it.`,
        );
      return { ...page, cursor: position, hasMore: false };
    }
    if (next === cursor?.next) {
      // Some never stop naming a page: it is where new records will be, or past the last ones of the window.
      if (page.recordCount === 0)
        return { ...page, cursor: window === undefined ? { next } : position, hasMore: false };
      throw needsAttention(`${host} names the same page as the next one again. Check "Further pages".`);
    }
    return { ...page, cursor: { next, ...position }, hasMore: page.recordCount > 0 || window !== undefined };
  },
});

function headerOf({ authentication, headerName, headerValue }: JsonOverHttpSettings): Record<string, string> {
  return authentication === 'header' && headerValue ? { [headerName]: headerValue } : {};
}

function credentialWords({ authentication }: JsonOverHttpSettings): CredentialWords {
  if (isOAuthGrant(authentication))
    return { what: 'access token', check: 'the scope, the audience and what the client may read' };
  if (authentication === 'none')
    return { what: 'request without credentials', check: 'which authentication it wants' };
  return { what: 'credentials', check: 'the secret header and what its owner may read' };
}

/** Windows follow one another without gap or overlap; one that is being read in pages stays. */
function windowFor(
  { lookbackHours, delaySeconds }: JsonOverHttpSettings,
  cursor: Cursor | null,
  now: Date,
): { from: number; to: number } {
  const to = now.getTime() - delaySeconds * 1000;
  const known = cursor?.window;
  if (known === undefined) return { from: to - Math.max(lookbackHours * hourMs, 60_000), to };
  return cursor?.next === undefined ? { from: known.to, to } : known;
}

function addressFor(
  settings: JsonOverHttpSettings,
  next: string | undefined,
  window: { from: number; to: number } | undefined,
): URL {
  const { pagination, cursorParameter, startParameter, endParameter } = settings;
  // An address was given by the other side whole, with the window in it.
  if (next !== undefined && pagination !== 'cursor') return new URL(next);
  const url = new URL(settings.url);
  if (window !== undefined && startParameter)
    url.searchParams.set(startParameter, timeText(settings, window.from));
  if (window !== undefined && endParameter) url.searchParams.set(endParameter, timeText(settings, window.to));
  if (next !== undefined && cursorParameter) url.searchParams.set(cursorParameter, next);
  return url;
}

function timeText({ timeFormat }: JsonOverHttpSettings, at: number): string {
  if (timeFormat === 'iso') return new Date(at).toISOString();
  return String(timeFormat === 'seconds' ? Math.floor(at / 1000) : at);
}

/** Credentials go with each request, so an address of another server is never followed. */
function nextOf(
  { pagination }: JsonOverHttpSettings,
  text: string | undefined,
  asked: URL,
): string | undefined {
  if (pagination === 'none' || text === undefined || text === '') return undefined;
  if (pagination === 'cursor') return text;
  if (!URL.canParse(text, asked)) throw needsAttention(`The next page of ${asked.host} is no address.`);
  const address = new URL(text, asked);
  if (address.origin !== asked.origin)
    throw needsAttention(
      `${asked.host} names a next page at ${address.host}, which is not asked: the credentials would go there too.`,
    );
  return address.href;
}
