import * as z from 'zod/mini';

/** Milliseconds since 1970 from seconds, milliseconds or ISO text. */
const momentMs = z.union([
  z.pipe(
    z.number(),
    z.transform((value) => (value < 1e11 ? value * 1000 : value)),
  ),
  z.pipe(
    z.string(),
    z.transform((value) => Date.parse(value)),
  ),
]);

export const tokensSchema = z.object({
  idToken: z.string(),
  accessToken: z.prefault(z.string(), ''),
  /** A refresh may keep the old one. */
  refreshToken: z.optional(z.string()),
  /** Seconds until the ID token ends. */
  expiresIn: z.prefault(z.number(), 900),
  refreshTokenHours: z.prefault(z.number(), 12),
  authTime: z.optional(momentMs),
  /** Once a second factor was set up: shown now or never. */
  recoveryCodes: z.optional(z.array(z.string())),
});
export type Tokens = z.infer<typeof tokensSchema>;

export const challengeKinds = [
  'NEW_PASSWORD_REQUIRED',
  'MFA_SETUP',
  'SOFTWARE_TOKEN_MFA',
  'PASSKEY',
] as const;

export const challengeSchema = z.object({
  challenge: z.enum(challengeKinds),
  /** Opaque; goes back with the answer. */
  session: z.string(),
  /** MFA_SETUP: the secret in base32 and its `otpauth:` address. */
  secret: z.optional(z.string()),
  otpauthUrl: z.optional(z.string()),
  /** MFA_SETUP: the same address as a picture (SVG or PNG data address), when the server draws it. */
  qrCode: z.optional(z.string()),
  /** NEW_PASSWORD_REQUIRED: the least number of characters. */
  minPasswordLength: z.optional(z.number()),
  /** PASSKEY: whether an app makes codes for the person too; recovery codes count in any case. */
  hasApp: z.optional(z.boolean()),
});
export type Challenge = z.infer<typeof challengeSchema>;

/** What the browser is given to ask a passkey; read by what asks it. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });

export const signInReplySchema = z.union([tokensSchema, challengeSchema]);

/** In the names of OAuth. */
export const codeReplySchema = z.union([
  challengeSchema,
  z.pipe(
    z.object({
      id_token: z.string(),
      access_token: z.string(),
      refresh_token: z.string(),
      expires_in: z.number(),
      refresh_token_hours: z.number(),
      auth_time: z.optional(momentMs),
    }),
    z.transform((reply): Tokens => ({
      idToken: reply.id_token,
      accessToken: reply.access_token,
      refreshToken: reply.refresh_token,
      expiresIn: reply.expires_in,
      refreshTokenHours: reply.refresh_token_hours,
      authTime: reply.auth_time,
    })),
  ),
]);

export const singleSignOnSchema = z.object({
  enabled: z.boolean(),
  authorizeUrl: z.optional(z.string()),
  clientId: z.optional(z.string()),
  redirectUri: z.optional(z.string()),
  /** Passwords are for administrators in need only. */
  ssoOnly: z.boolean(),
  supportSignIn: z.prefault(z.boolean(), false),
  error: z.optional(z.string()),
});
export type SingleSignOnFacts = z.infer<typeof singleSignOnSchema>;

export const triedSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  attributes: z.record(z.string(), z.array(z.string())),
});
/** What the identity provider said of somebody who tried it out. */
export type Tried = z.infer<typeof triedSchema>;

export const setupReplySchema = z.object({
  needed: z.boolean(),
  minPasswordLength: z.optional(z.number()),
});

export const forgotReplySchema = z.object({ byMail: z.boolean() });
export const supportReplySchema = z.object({ isMailed: z.boolean() });

/** What an endpoint answers when it refuses. */
export const refusalSchema = z.object({
  message: z.optional(z.string()),
  /** Of OAuth, where `error` is a code. */
  error_description: z.optional(z.string()),
  error: z.optional(
    z.union([z.string(), z.object({ message: z.optional(z.string()), code: z.optional(z.string()) })]),
  ),
  code: z.optional(z.string()),
});
