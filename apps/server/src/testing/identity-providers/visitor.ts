import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';

const TokenReply = z.looseObject({
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
  access_token: z.string().optional(),
  challenge: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});
export type TokenReply = z.output<typeof TokenReply>;

export interface Step {
  status: number;
  location: string;
  text: string;
}

/**
 * A browser that follows a sign-in step by step: its cookies, and what the console keeps of a sign-in it has begun.
 * `serverUrl` is the address of ours.
 */
export function newVisitor(serverUrl: string) {
  const cookies = new Map<string, Map<string, string>>();
  const state = randomBytes(16).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');

  async function go(address: string, init: RequestInit = {}): Promise<Step> {
    const { origin } = new URL(address);
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    const reply = await fetch(address, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = reply.headers.get('location');
    return {
      status: reply.status,
      location: location === null ? '' : new URL(location, address).href,
      text: await reply.text(),
    };
  }
  const authorizeAddress = (change: Record<string, string> = {}) =>
    `${serverUrl}/oauth2/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: 'margay-console',
      redirect_uri: `${serverUrl}/oauth/`,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    }).toString()}`;
  const formOf = (code: string, change: Record<string, string> = {}) => ({
    grant_type: 'authorization_code',
    client_id: 'margay-console',
    code,
    redirect_uri: `${serverUrl}/oauth/`,
    code_verifier: verifier,
    ...change,
  });

  return {
    state,
    go,
    authorizeAddress,
    formOf,
    /** Follows redirects until the address begins so. */
    async follow(address: string, until: string): Promise<string> {
      let next = address;
      for (let hop = 0; hop < 12; hop++) {
        if (next.startsWith(until)) return next;
        const { location, status, text } = await go(next);
        if (location === '') throw new Error(`${next} answered ${status}: ${text.slice(0, 300)}`);
        next = location;
      }
      throw new Error(`never came to ${until}; at ${next}`);
    },
    postForm: (address: string, form: Record<string, string>) =>
      go(address, { method: 'POST', body: new URLSearchParams(form) }),
    async exchange(
      code: string,
      change: Record<string, string> = {},
    ): Promise<TokenReply & { status: number }> {
      const { status, text } = await go(`${serverUrl}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams(formOf(code, change)),
      });
      return { ...TokenReply.parse(JSON.parse(text)), status };
    },
  };
}
export type Visitor = ReturnType<typeof newVisitor>;

/** The code in an address of the console. */
export const codeIn = (address: string): string => new URL(address).searchParams.get('code') ?? '';
