import * as z from 'zod/mini';
import { gql, textOf } from '../graphql/gql.ts';
import { graphqlReplySchema, statusOf } from '../graphql/request-error.ts';
import {
  forgotReplySchema,
  codeReplySchema,
  passkeyOptionsSchema,
  refusalSchema,
  setupReplySchema,
  signInReplySchema,
  supportReplySchema,
  singleSignOnSchema,
  tokensSchema,
  triedSchema,
} from './auth-replies.ts';
import type { Challenge, SingleSignOnFacts, Tokens, Tried } from './auth-replies.ts';
import { signOutAddress } from './sso-request.ts';
import type { CodeForm } from './sso-request.ts';

/** The server refused, or could not be reached (`status` 0). The message may be shown. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  constructor(message: string, status: number, code?: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
  }
}

export type SignInReply = Tokens | Challenge;

export interface ChallengeAnswer {
  challenge: Challenge['challenge'];
  session: string;
  /** Six digits, for both MFA kinds, or a recovery code. */
  code?: string;
  /** What a passkey signed, as the browser says it in JSON. */
  passkey?: object;
  newPassword?: string;
}

export interface FirstPerson {
  token: string;
  email: string;
  password: string;
  givenName: string;
  familyName: string;
}

export interface PasswordReset {
  email: string;
  /** As it was mailed, or the secret of a one-time link. */
  code: string;
  newPassword: string;
}

export interface SupportRequest {
  subject: string;
  text: string;
  /** Of somebody who is not signed in. */
  email: string;
}

export interface AuthClient {
  signIn(email: string, password: string): Promise<SignInReply>;
  answerChallenge(answer: ChallengeAnswer): Promise<SignInReply>;
  /** What the browser is given to ask a passkey for this sign-in; good for one answer. */
  passkeyOptions(session: string): Promise<z.infer<typeof passkeyOptionsSchema>>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Asks the server who this ID token belongs to; fails when it is nobody. */
  currentUser(idToken: string): Promise<void>;
  signOut(refreshToken: string, everywhere: boolean): Promise<void>;
  /** Ends every session of the person, also the one of this ID token. */
  changePassword(idToken: string, oldPassword: string, newPassword: string): Promise<void>;
  /** Whether codes for forgotten passwords are mailed here. */
  mailsCodes(): Promise<boolean>;
  /** Has a code mailed to whoever has this email. Tells nobody whether somebody has; false where nothing is mailed. */
  forgotPassword(email: string): Promise<boolean>;
  resetPassword(reset: PasswordReset): Promise<void>;
  /** Asks for help; without an ID token as somebody unknown. Answers whether it was mailed to somebody. */
  askForSupport(request: SupportRequest, idToken?: string): Promise<boolean>;
  /** How this installation signs people in with an identity provider. */
  singleSignOn(): Promise<SingleSignOnFacts>;
  exchangeCode(form: CodeForm): Promise<SignInReply>;
  /** What the provider said, for a code of a sign-in that was only tried out. */
  readTried(idToken: string, form: CodeForm): Promise<Tried>;
  /** For a support engineer, with the code that an administrator made. */
  signInForSupport(code: string): Promise<Tokens>;
  /** Leaves the console for the address that ends the session at the provider too, and comes back to sign-in. */
  leaveProvider(): void;
  isSetupNeeded(): Promise<z.infer<typeof setupReplySchema>>;
  setUp(person: FirstPerson): Promise<SignInReply>;
}

function refusalText(body: unknown, status: number): { message: string; code: string | undefined } {
  const parsed = refusalSchema.safeParse(body);
  const refusal = parsed.success ? parsed.data : {};
  const nested = typeof refusal.error === 'string' ? { message: refusal.error } : refusal.error;
  const message =
    refusal.message ??
    refusal.error_description ??
    nested?.message ??
    `The server answered with status ${status}.`;
  return { message, code: refusal.code ?? (nested && 'code' in nested ? nested.code : undefined) };
}

const currentUserDocument = gql(`query CurrentUser { me { id } }`);

/** Talks to the server about who is signed in, mostly at `/auth`. Every reply is parsed; every failure is an AuthError. */
export function createAuthClient(
  request: typeof fetch = (...args) => fetch(...args),
  leaveTo: (address: string) => void = (address) => location.assign(address),
): AuthClient {
  async function call(path: string, init?: RequestInit): Promise<unknown> {
    const response = await request(path, init).catch((cause: unknown) => {
      throw new AuthError(
        'The server does not answer. Check the connection and try again.',
        0,
        undefined,
        cause,
      );
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return body;
    const { message, code } = refusalText(body, response.status);
    throw new AuthError(message, response.status, code);
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  function read<T>(schema: z.ZodMiniType<T>, body: unknown): T {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new AuthError('The server sent a reply this console does not understand. Reload the page.', 502);
  }
  return {
    signIn: async (email, password) =>
      read(signInReplySchema, await post('/auth/sign-in', { email, password })),
    answerChallenge: async (answer) => read(signInReplySchema, await post('/auth/challenge', answer)),
    passkeyOptions: async (session) => read(passkeyOptionsSchema, await post('/auth/passkey', { session })),
    refresh: async (refreshToken) => read(tokensSchema, await post('/auth/refresh', { refreshToken })),
    async currentUser(idToken) {
      const question = { query: textOf(currentUserDocument) };
      const body = await post('/internal/graphql', question, { authorization: idToken });
      const { data, errors: [error] = [] } = read(graphqlReplySchema, body);
      if (error !== undefined) throw new AuthError(error.message, statusOf(error) ?? 500);
      if (!data?.['me']) throw new AuthError('The server does not know this account any more.', 401);
    },
    signOut: async (refreshToken, everywhere) =>
      void (await post('/auth/sign-out', { refreshToken, global: everywhere })),
    changePassword: async (idToken, oldPassword, newPassword) => {
      const body = { oldPassword, newPassword };
      await post('/auth/change-password', body, { authorization: idToken });
    },
    mailsCodes: async () => read(forgotReplySchema, await call('/auth/forgot')).byMail,
    forgotPassword: async (email) => read(forgotReplySchema, await post('/auth/forgot', { email })).byMail,
    resetPassword: async (reset) => void (await post('/auth/reset', reset)),
    askForSupport: async (request, idToken) =>
      read(
        supportReplySchema,
        await post('/auth/support', request, idToken === undefined ? {} : { authorization: idToken }),
      ).isMailed,
    singleSignOn: async () => read(singleSignOnSchema, await call('/saml')),
    exchangeCode: async (form) => {
      const body = new URLSearchParams({ ...form });
      return read(codeReplySchema, await call('/oauth2/token', { method: 'POST', body }));
    },
    readTried: async (idToken, form) =>
      read(triedSchema, await post('/internal/single-sign-on/tried', form, { authorization: idToken })),
    signInForSupport: async (code) => read(tokensSchema, await post('/auth/support-sign-in', { code })),
    leaveProvider: () => leaveTo(signOutAddress(location.origin)),
    isSetupNeeded: async () => read(setupReplySchema, await call('/auth/setup')),
    setUp: async (person) => read(signInReplySchema, await post('/auth/setup', person)),
  };
}
