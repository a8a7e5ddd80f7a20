import * as z from 'zod';

const Reply = z.object({
  idToken: z.string().optional(),
  refreshToken: z.string().optional(),
  refreshTokenHours: z.number().optional(),
  recoveryCodes: z.array(z.string()).optional(),
  challenge: z.string().optional(),
  session: z.string().optional(),
  secret: z.string().optional(),
  hasApp: z.boolean().optional(),
  message: z.string().optional(),
  code: z.string().optional(),
});
export type AuthReply = z.output<typeof Reply> & { status: number; body: unknown };

export interface Answered {
  data: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string; statusCode: number; details?: unknown } }[];
}

/** Asks a running server as browsers and other programs do; `url` is asked each time, so that it may start anew. */
export function authClient(url: () => string, ownHeaders: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/json', ...ownHeaders };
  async function post(path: string, body: object, more: Record<string, string> = {}): Promise<AuthReply> {
    const reply = await fetch(`${url()}/auth/${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
    const json: unknown = await reply.json();
    return { status: reply.status, body: json, ...Reply.parse(json) };
  }
  return {
    post,
    signIn: (email: string, password: string) => post('sign-in', { email, password }),
    answer: ({ challenge, session }: Pick<AuthReply, 'challenge' | 'session'>, given: object) =>
      post('challenge', { challenge, session, ...given }),
    async ask(idToken: string | undefined, query: string, variables: object = {}): Promise<Answered> {
      const reply = await fetch(`${url()}/internal/graphql`, {
        method: 'POST',
        headers: { ...headers, authorization: idToken ?? '' },
        body: JSON.stringify({ query, variables }),
      });
      return (await reply.json()) as Answered;
    },
  };
}

/** What a refused request says. */
export const faultOf = ({ errors }: Answered) => ({
  message: errors?.[0]?.message,
  code: errors?.[0]?.extensions.code,
});
