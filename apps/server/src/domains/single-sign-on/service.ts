import { digestOfToken, newOpaqueToken } from '@margay/auth';
import { forbidden, invalidInput, MargayError, messageOf, unauthenticated, type Logger } from '@margay/kit';
import type { Sql } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { Caller } from '../../api/http-parts.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { RolesService } from '../roles/index.ts';
import type { SessionsService, SignInReply } from '../sessions/index.ts';
import type { User, UsersService } from '../users/index.ts';
import {
  consoleClientId,
  isOfRequest,
  readAuthorize,
  type Addresses,
  type TokenForm,
} from './console-client.ts';
import type { Code, ConsoleRequest, FlowStore, Outcome } from './flow-store.ts';
import { hasAdminOfProvider } from './provider-settings.ts';
import type { Proof, ProviderProtocol } from './proof.ts';
import { defaultRoleOf, namedRoleOf } from './role-of-proof.ts';
import type { SingleSignOnSettings } from './settings.ts';

/** What the sign-in page has to know. */
export interface SignInFacts {
  enabled: boolean;
  protocol?: 'OIDC' | 'SAML';
  authorizeUrl?: string;
  clientId?: string;
  /** The console's own address for the way back. At another address of the console it does not begin. */
  redirectUri?: string;
  /** Passwords are not for everybody. */
  ssoOnly: boolean;
  /** Why it does not work although it is set up. */
  error?: string;
}

/** A session or a challenge; for OIDC also what this browser shows when it signs out. */
export interface Exchanged {
  reply: SignInReply;
  signOutToken: string | undefined;
}

export interface SingleSignOnService {
  facts(): Promise<SignInFacts>;
  /** Where the browser goes next. `browser`: the secret of its cookie. Throws `InvalidInput`. */
  begin(query: Record<string, string>, browser: string): Promise<string>;
  /** The answer of an OIDC provider, by the browser that began. Gives where it goes next; never throws for a bad answer. */
  receive(answer: URLSearchParams, browser: string | undefined, caller: Caller): Promise<string>;
  /** The answer of a SAML provider, which comes without the cookie; the browser shows it at the address this gives. */
  hold(answer: URLSearchParams, caller: Caller): Promise<string>;
  /** Picks up what `hold` kept. */
  release(ticket: string, browser: string | undefined): Promise<string>;
  /** A session for a code. Throws `unauthenticated`, `forbidden` or a conflict in words for the person. */
  exchange(form: TokenForm, caller: Caller): Promise<Exchanged>;
  /** What the provider said of the person who tried it out; nobody is signed in. */
  tried(actor: Actor, form: TokenForm): Promise<Proof>;
  /** Where the browser goes after signing out. Throws `InvalidInput` for any target but the sign-in page. */
  signOutAddress(query: Record<string, string>, signOutToken: string | undefined): Promise<string>;
  defaultRoleId(within?: Sql): Promise<string | null>;
  addresses(): Addresses;
  refreshMetadata(): Promise<void>;
  dropExpired(): Promise<void>;
}

const flowMs = 10 * 60_000;
const codeMs = 60_000;
const signOutMs = 12 * 3_600_000;

const badCode = () =>
  unauthenticated('This sign-in has expired or was used already. Sign in again.', { code: 'invalid_grant' });

export function createSingleSignOn(deps: {
  settings: () => SingleSignOnSettings;
  protocolOf(settings: SingleSignOnSettings): ProviderProtocol | undefined;
  refresh(settings: SingleSignOnSettings): Promise<void>;
  checkMetadata(settings: SingleSignOnSettings): Promise<unknown>;
  addresses: () => Addresses;
  flows: FlowStore;
  users: UsersService;
  roles: RolesService;
  sessions: SessionsService;
  audit: AuditLog;
  logger: Logger;
  clock: () => Date;
}): SingleSignOnService {
  const { settings, protocolOf, addresses, flows, users, roles, sessions, audit, logger, clock } = deps;
  const after = (ms: number) => new Date(clock().getTime() + ms);

  const isEnforced = () => settings().protocol !== 'off' && settings().enforced;
  users.setPasswordRule({
    isOn: isEnforced,
    letsIn: async (roleId, within) => !isEnforced() || (await roles.byId(roleId, within))?.name === 'Admin',
    async assertAdministered(tx) {
      if (isEnforced() && !(await hasAdminOfProvider(tx)))
        throw invalidInput(
          'This is the last enabled Admin who signs in with the identity provider, and here people sign in with single sign-on only. Make another of them Admin first.',
          { code: 'InvalidUpdate' },
        );
    },
  });
  users.setDefaultRole(async (tx) => (await roles.byName(settings().defaultRole ?? '', tx))?.id);

  async function recordRefusal(error: unknown, caller: Caller | undefined): Promise<void> {
    const cause = error instanceof Error ? error.cause : undefined;
    const reason = cause instanceof Error ? cause.message : messageOf(error);
    logger.warn({ reason }, 'a sign-in with the identity provider was refused');
    await audit.record({
      action: 'SIGN_IN',
      actor: null,
      result: 'FAILED',
      params: { method: settings().protocol.toLowerCase(), reason },
      ...(caller && { sourceIp: caller.ip, userAgent: caller.userAgent }),
    });
  }

  /** What is told in words a person may read; a fault of ours is not swallowed. */
  function failureOf(error: unknown): Outcome {
    if (error instanceof MargayError && error.kind !== 'internal')
      return { failure: { message: error.message, code: error.code } };
    throw error;
  }

  /** Back to the console, with a code for what happened: words in an address could be anybody's. */
  async function toConsole(outcome: Outcome, request: ConsoleRequest): Promise<string> {
    const code = await flows.newCode({ outcome, request }, after(codeMs));
    const address = new URL(request.redirectUri);
    address.search = new URLSearchParams({ code, state: request.state }).toString();
    return address.href;
  }
  /** The sign-in is nobody's any more. */
  const lost = (error: 'login_expired' | 'other_browser') => `${addresses().callback}?error=${error}`;

  async function proveAsked(
    kind: 'OIDC' | 'SAML',
    { handle, answer, browser }: { handle: string; answer: URLSearchParams; browser?: string | undefined },
    caller: Caller,
  ): Promise<{ outcome: Outcome; request: ConsoleRequest; browser: string } | { lost: string }> {
    const taken = handle === '' ? undefined : await flows.takeFlow(handle, clock());
    const protocol = protocolOf(settings());
    if (taken === undefined || protocol === undefined) return { lost: lost('login_expired') };
    const { flow } = taken;
    if (flow.stage !== 'asked' || flow.protocol !== kind || settings().protocol !== kind)
      return { lost: lost('login_expired') };
    if (kind === 'OIDC' && taken.browser !== browser) {
      await recordRefusal(new Error('the answer came with another browser than the request'), caller);
      return { lost: lost('other_browser') };
    }
    const outcome = await protocol.prove(answer, handle, flow.kept).then(
      (proof): Outcome => ({ proof: { ...proof, attributes: asLists(proof.attributes) } }),
      async (error: unknown) => {
        await recordRefusal(error, caller);
        return failureOf(error);
      },
    );
    return { outcome, request: flow.request, browser: taken.browser };
  }

  async function take(form: TokenForm, purpose: ConsoleRequest['purpose']): Promise<Code> {
    const used = await flows.useCode(form.code, clock());
    if (used !== undefined && 'madeSession' in used) {
      // Of the two who have it, one stole it.
      if (used.madeSession !== undefined) await sessions.end(used.madeSession);
      await recordRefusal(new Error('a code was used twice'), undefined);
    }
    if (used === undefined || !('code' in used)) throw badCode();
    const { request } = used.code;
    if (request.purpose !== purpose || !isOfRequest(form, request)) throw badCode();
    return used.code;
  }
  function proofOf({ outcome }: Code): Proof {
    if ('proof' in outcome) {
      const { idToken, ...proof } = outcome.proof;
      return { ...proof, ...(idToken === undefined ? {} : { idToken }) };
    }
    throw forbidden(outcome.failure.message, { code: outcome.failure.code });
  }

  async function personOf(proof: Proof): Promise<User> {
    const now = settings();
    const { kind, issuer, subject, email, givenName, familyName } = proof;
    const [defaultRole, namedRole] = await Promise.all([
      defaultRoleOf(now, roles),
      namedRoleOf(now, proof, roles),
    ]);
    return users.arrive({
      identity: { kind, issuer, subject },
      email,
      givenName,
      familyName,
      defaultRole,
      namedRole,
    });
  }

  return {
    addresses,
    async facts() {
      const now = settings();
      if (now.protocol === 'off') return { enabled: false, ssoOnly: false };
      const { authorize, callback } = addresses();
      const error = await Promise.all([defaultRoleOf(now, roles), deps.checkMetadata(now)]).then(
        () => undefined,
        (fault: unknown) => messageOf(fault),
      );
      return {
        enabled: true,
        protocol: now.protocol,
        authorizeUrl: authorize,
        clientId: consoleClientId,
        redirectUri: callback,
        ssoOnly: now.enforced,
        ...(error === undefined ? {} : { error }),
      };
    },
    async begin(query, browser) {
      const request = readAuthorize(query, addresses());
      const now = settings();
      const protocol = protocolOf(now);
      if (protocol === undefined || now.protocol === 'off')
        throw invalidInput('Single sign-on is not set up here. Sign in with your password.');
      const handle = newOpaqueToken();
      try {
        const { address, kept } = await protocol.begin(handle);
        await flows.keepFlow(handle, {
          flow: { stage: 'asked', protocol: now.protocol, kept: { ...kept }, request },
          browser: digestOfToken(browser),
          until: after(flowMs),
        });
        return address;
      } catch (error) {
        return toConsole(failureOf(error), request);
      }
    },
    async receive(answer, browser, caller) {
      const proved = await proveAsked(
        'OIDC',
        {
          handle: answer.get('state') ?? '',
          answer,
          browser: browser === undefined ? undefined : digestOfToken(browser),
        },
        caller,
      );
      return 'lost' in proved ? proved.lost : toConsole(proved.outcome, proved.request);
    },
    async hold(answer, caller) {
      const proved = await proveAsked('SAML', { handle: answer.get('RelayState') ?? '', answer }, caller);
      if ('lost' in proved) return proved.lost;
      const ticket = newOpaqueToken();
      await flows.keepFlow(ticket, {
        flow: { stage: 'answered', outcome: proved.outcome, request: proved.request },
        browser: proved.browser,
        until: after(codeMs),
      });
      return `${addresses().samlReturn}?${new URLSearchParams({ ticket }).toString()}`;
    },
    async release(ticket, browser) {
      const taken = await flows.takeFlow(ticket, clock());
      if (taken?.flow.stage !== 'answered') return lost('login_expired');
      if (browser === undefined || taken.browser !== digestOfToken(browser)) {
        await recordRefusal(new Error('the answer came with another browser than the request'), undefined);
        return lost('other_browser');
      }
      return toConsole(taken.flow.outcome, taken.flow.request);
    },
    async exchange(form, caller) {
      const code = await take(form, 'sign-in');
      const proof = proofOf(code);
      const user = await personOf(proof).catch(async (error: unknown) => {
        await recordRefusal(error, caller);
        throw error;
      });
      const reply = await sessions.enter(
        {
          user,
          provider: proof.kind === 'OIDC' ? 'oidc' : 'saml',
          isFactorProved: !settings().asksSecondFactor,
        },
        caller,
      );
      if ('session' in reply && !(await flows.bindSession(form.code, reply.session.id))) {
        await sessions.end(reply.session.id);
        throw badCode();
      }
      const signOutToken =
        proof.idToken === undefined ? undefined : await flows.keepSignOut(proof.idToken, after(signOutMs));
      return { reply, signOutToken };
    },
    async tried(actor, form) {
      if (
        !['GeneralSettingsModify', 'UserModify'].every((name) => actor.permissions.has(name as 'UserModify'))
      )
        throw forbidden('Trying single sign-on out needs GeneralSettingsModify and UserModify.');
      return proofOf(await take(form, 'try'));
    },
    async signOutAddress({ client_id, logout_uri }, signOutToken) {
      const { signIn } = addresses();
      if (client_id !== consoleClientId || logout_uri !== signIn)
        throw invalidInput(`After signing out the browser goes to ${signIn} and nowhere else.`, {
          code: 'RedirectRefused',
        });
      const protocol = protocolOf(settings());
      const idToken = signOutToken === undefined ? undefined : await flows.takeSignOut(signOutToken);
      if (protocol === undefined || idToken === undefined) return signIn;
      return (
        (await protocol.signOutAddress(idToken, signIn).catch((error: unknown) => {
          logger.warn({ error: messageOf(error) }, 'the session at the identity provider could not be ended');
          return undefined;
        })) ?? signIn
      );
    },
    async defaultRoleId(within) {
      const { protocol, defaultRole = '' } = settings();
      return protocol === 'off' ? null : ((await roles.byName(defaultRole, within))?.id ?? null);
    },
    refreshMetadata: () => deps.refresh(settings()),
    dropExpired: () => flows.dropExpired(clock()),
  };
}

const asLists = (attributes: Proof['attributes']) =>
  Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, [...values]]));
