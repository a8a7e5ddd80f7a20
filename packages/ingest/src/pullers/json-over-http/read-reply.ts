import { exactNumber, type HttpReply, replyText, retryAfterSeconds, stringifyJson } from '@margay/kit';
import { mayPass, needsAttention } from '../failures.ts';

/** How the credentials are called towards a person. */
export interface CredentialWords {
  what: string;
  check: string;
}

/** The reply as JSON, its numbers exact. Throws what the reply says instead. */
export function readReply(reply: HttpReply, host: string, now: Date, credentials: CredentialWords): unknown {
  const { status } = reply;
  if (status === 429 || status === 408 || status >= 500) {
    const after = retryAfterSeconds(reply.headers['retry-after'], now);
    throw mayPass(`${host} answered ${status}. It is asked again.`, after);
  }
  if (status === 401 || status === 403)
    throw needsAttention(
      `${host} refused the ${credentials.what} with ${status}. Check ${credentials.check}.`,
    );
  if (status >= 300 && status < 400)
    throw needsAttention(
      `${host} answered ${status} and sends the request elsewhere, which is not followed: the credentials would go there too. Give the final address.`,
    );
  if (status < 200 || status >= 300)
    throw needsAttention(`${host} answered ${status}. Check the address and its parameters.`);
  try {
    return JSON.parse(replyText(reply), exactly);
  } catch {
    throw needsAttention(
      `${host} answered something that is no JSON (${(reply.headers['content-type'] ?? 'no content type').slice(0, 100)}). Check the address.`,
    );
  }
}

function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value;
}

/** What lies at a dotted path; undefined where a step is missing. An empty path is the whole. */
export function valueAt(json: unknown, path: string | undefined): unknown {
  let value = json;
  for (const key of path ? path.split('.') : []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The records as lines of JSON. Nothing and null are no records; anything but a list is a wrong path. */
export function recordsIn(json: unknown, path: string | undefined, host: string): string[] {
  const found = valueAt(json, path);
  if (Array.isArray(found)) return found.map((record) => stringifyJson(record));
  if (found === null) return [];
  const where = path ? `at "${path}"` : 'at its top';
  const what =
    found === undefined ? 'nothing' : typeof found === 'object' ? 'an object' : `a ${typeof found}`;
  throw needsAttention(
    `The reply of ${host} has ${what} ${where}, not a list of records. Check "Path of the records".`,
  );
}

/** The address behind `rel="next"` of a Link header. */
export function linkedNext(header: string | undefined): string | undefined {
  for (const link of (header ?? '').split(/,(?=\s*<)/)) {
    const [, address, parameters = ''] = /^\s*<([^>]*)>(.*)$/.exec(link) ?? [];
    if (address !== undefined && /;\s*rel\s*=\s*"?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:;|$)/i.test(parameters))
      return address;
  }
  return undefined;
}
