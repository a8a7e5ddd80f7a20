import { type HttpReply, retryAfterSeconds } from '@margay/kit';
import { mayPass, needsAttention } from '../failures.ts';

/** How the credentials are called towards a person. */
export interface CredentialWords {
  what: string;
  check: string;
}

/** Throws what a reply says whose status is no success. */
export function assertSuccess(reply: HttpReply, host: string, now: Date, credentials: CredentialWords): void {
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
