import { unauthenticated } from '@margay/kit';
import type { IdentityKind } from '../users/index.ts';

/** What the identity provider said of somebody, once everything about it was found to be right. */
export interface Proof {
  kind: IdentityKind;
  issuer: string;
  subject: string;
  email: string;
  givenName: string;
  familyName: string;
  /** All that came, each a list of texts, for roles and for trying it out. */
  attributes: Readonly<Record<string, readonly string[]>>;
  /** OIDC: shows at sign-out whose session there is meant. */
  idToken?: string;
}

/** What a provider needs again when the browser is back; kept sealed. */
export type Kept = Readonly<Record<string, string>>;

/** One identity provider with one protocol. */
export interface ProviderProtocol {
  /** Where the browser goes. `handle` comes back with the answer. */
  begin(handle: string): Promise<{ address: string; kept: Kept }>;
  /**
   * Who somebody is, from the parameters of the answer. Throws `refusedAnswer` where anything about it is wrong, `forbidden`
   * where the provider itself says no.
   */
  prove(answer: URLSearchParams, handle: string, kept: Kept): Promise<Proof>;
  /** Where the browser ends its session at the provider, if it has such a place. */
  signOutAddress(idToken: string | undefined, returnTo: string): Promise<string | undefined>;
}

/** `reason` is for the audit log: it may tell a forger what to mend. */
export const refusedAnswer = (reason: string, cause?: unknown) =>
  unauthenticated(
    'The answer of the identity provider was not accepted. Try again; the reason stands in the audit log, for an administrator.',
    {
      code: 'ProviderAnswerRefused',
      cause: cause === undefined ? new Error(reason) : new Error(reason, { cause }),
    },
  );
