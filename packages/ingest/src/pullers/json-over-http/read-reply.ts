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

/** Of one header; the addresses of a few pages have no more. */
const longestLinks = 8_192;

/** The address behind `rel="next"` of a Link header (RFC 8288), read in time that grows with its length alone. */
export function linkedNext(header: string | undefined): string | undefined {
  const text = header ?? '';
  if (text.length > longestLinks) return undefined;
  for (let open = text.indexOf('<'); open !== -1;) {
    const close = text.indexOf('>', open);
    if (close === -1) return undefined;
    // A comma parts links only where the next one begins behind it: addresses and quoted texts hold commas too.
    const following = text.indexOf('<', close);
    const parameters = text.slice(close + 1, following === -1 ? undefined : following);
    if (parameters.split(';').some(namesNext)) return text.slice(open + 1, close);
    open = following;
  }
  return undefined;
}

/** Whether a parameter is `rel=next`, `rel="prev next"` and the like. */
function namesNext(parameter: string): boolean {
  const [name = '', ...rest] = parameter.split('=');
  if (name.trim().toLowerCase() !== 'rel') return false;
  const value = rest.join('=').replaceAll('"', ' ').replaceAll(',', ' ');
  return value.toLowerCase().split(' ').includes('next');
}
