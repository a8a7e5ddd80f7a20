import {
  digestOfToken,
  newOpaqueToken,
  type SecretBox,
  verifyLocalProof,
  verifySessionToken,
} from '@margay/auth';
import type { JobDefinition, Jobs } from '@margay/jobs';
import { forbidden, invalidInput, unauthenticated } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { Caller } from '../../api/http-parts.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { MailService } from '../mail/index.ts';
import type { OrganizationService } from '../organization/index.ts';
import type { RolesService } from '../roles/index.ts';
import type { PasskeyOptions, SecondFactorsService } from '../second-factors/index.ts';
import { findUser, type NewAdministrator, type UsersService } from '../users/index.ts';
import { actorOfPerson } from './actor-of-person.ts';
import { createBrake, forgetFailuresAfterMs } from './brake.ts';
import { dropOldCounts } from './brake-store.ts';
import { createNewPasswords } from './new-password.ts';
import { createOwnAccess, type OwnAccess } from './own-access/service.ts';
import { createPasswordGate } from './password-gate.ts';
import { mailCodeJob } from './resets/job.ts';
import { dropExpiredResets, endResetsOf } from './resets/reset-store.ts';
import { createPasswordResets, type PasswordResets } from './resets/resets.ts';
import type { KeptSignedIn } from './signed-in.ts';
import { assertAlive, createSessionIssuer, type NewSession, type SessionTokens } from './session-tokens.ts';
import type { Identity } from './sign-in/identity.ts';
import { createPasswordProvider, deviceOf, personOf } from './sign-in/password-provider.ts';
import { endPendingOf } from './sign-in/pending-store.ts';
import { createSignIns, type ChallengeAnswer, type SignInReply } from './sign-in/sign-ins.ts';
import { addSetupLink, dropExpiredSessions, isSetupLink, revokeSessions, useSetupLink } from './store.ts';

export interface SessionsService {
  /**
   * A session, or the first challenge before it. Throws `unauthenticated` in the same words whatever was wrong, and `limit`
   * with the seconds to wait after many failures. `deviceToken` is what an earlier session of this browser gave out, if
   * there is one.
   */
  signIn(
    email: string,
    password: string,
    caller: Caller,
    deviceToken: string | undefined,
  ): Promise<SignInReply>;
  /** The next challenge, or the session; see `SignIns.answer`. */
  answerChallenge(answer: ChallengeAnswer, caller: Caller): Promise<SignInReply>;
  /** What a passkey has to sign; see `SignIns.passkeyOptions`. */
  passkeyOptions(session: string): Promise<PasskeyOptions>;
  /** New tokens for a refresh token, which is worth nothing afterwards; see `SessionIssuer.renew`. */
  refresh(refreshToken: string, caller: Caller): Promise<SessionTokens>;
  /** For the command line on the same machine: a session of the oldest enabled administrator. */
  signInLocally(proof: string, caller: Caller): Promise<SessionTokens>;
  signOut(refreshToken: string, everywhere: boolean): Promise<void>;
  changePassword(actor: Actor, oldPassword: string, newPassword: string): Promise<void>;
  resets: PasswordResets;
  /** Who an ID token belongs to, with the permissions their role has now, two seconds ago at most. Throws `unauthenticated`. */
  actorOfToken(idToken: string): Promise<Actor>;
  /** A secret for the first-run page. The first use of any ends all of them. */
  newSetupToken(): Promise<string>;
  setUp(token: string, input: NewAdministrator, caller: Caller): Promise<NewSession>;
  /** What people see to of their own access. */
  own: OwnAccess;
  dropExpired(): Promise<void>;
  /** Passwords checked since the start; what was refused without a check is not among them. */
  passwordCheckCount(): number;
  /** A session, or the first challenge before it, for somebody whom another domain had proved who they are. */
  enter(identity: Identity, caller: Caller): Promise<SignInReply>;
  /** Ends one session by its id. */
  end(sessionId: string): Promise<void>;
}

export function createSessionsService(deps: {
  store: Store;
  jobs: Pick<Jobs, 'send'>;
  mail: MailService;
  signedIn: KeptSignedIn;
  users: UsersService;
  roles: RolesService;
  organization: OrganizationService;
  secondFactors: SecondFactorsService;
  audit: AuditLog;
  secrets: SecretBox;
  clock: () => Date;
  consoleUrl: () => string;
}): { service: SessionsService; mailCodes: JobDefinition<never> } {
  const { store, jobs, signedIn, users, roles, audit, secrets, clock } = deps;
  const key = secrets.deriveKey('sessions');
  const deviceKey = secrets.deriveKey('known-devices');
  const localKey = secrets.deriveKey('local-sign-in');
  const brake = createBrake({ store, key: secrets.deriveKey('sign-in-brake'), clock });
  const gate = createPasswordGate(brake);
  const issuer = createSessionIssuer({
    ...deps,
    key,
    deviceKey,
    refreshKey: secrets.deriveKey('refresh-tokens'),
    chatSupportKey: secrets.deriveKey('chat-support'),
  });
  const newPasswords = createNewPasswords(deps);
  const mailCodes = mailCodeJob((): PasswordResets => resets);
  const resets = createPasswordResets({
    ...deps,
    brake,
    key: secrets.deriveKey('reset-codes'),
    passwords: newPasswords,
    async sendLater(email, caller) {
      await jobs.send(mailCodes, { email, caller });
    },
  });
  const signIns = createSignIns({ ...deps, issuer, brake, newPasswords });
  const passwords = createPasswordProvider({ sql: store, gate, users, audit, clock });
  users.onAccessEnded(async (tx, userId) => {
    await revokeSessions(tx, 'user_id', userId);
    await endPendingOf(tx, userId);
    await endResetsOf(tx, userId);
  });

  const service: SessionsService = {
    resets,
    async signIn(email, password, caller, deviceToken) {
      const deviceId = await deviceOf(deviceToken, { email, key: deviceKey, now: clock() });
      const identity = await passwords.identify({ email, password, caller, deviceId });
      return signIns.enter(identity, caller, deviceId);
    },
    answerChallenge: (answer, caller) => signIns.answer(answer, caller),
    passkeyOptions: (session) => signIns.passkeyOptions(session),
    refresh: (refreshToken, caller) => issuer.renew(refreshToken, caller),
    async signInLocally(proof, caller) {
      await verifyLocalProof(proof, localKey, clock().getTime());
      const admin = await roles.byName('Admin');
      const administrators = (await users.list()).filter((user) => user.enabled && user.roleId === admin?.id);
      const user = administrators.at(-1);
      if (user === undefined) {
        throw forbidden(
          'There is no administrator yet. Open the set-up link that the server printed, then try again.',
        );
      }
      await audit.record({
        action: 'SIGN_IN',
        actor: actorOfPerson(user, admin),
        params: { method: 'local' },
      });
      return (await issuer.begin(user, { provider: 'local', caller })).tokens;
    },
    async signOut(refreshToken, everywhere) {
      const session = await issuer.sessionOf(refreshToken);
      if (session === undefined) return;
      await revokeSessions(store, everywhere ? 'user_id' : 'id', everywhere ? session.userId : session.id);
      signedIn.forget();
      const found = await findUser(store, session.userId);
      const actor = found && actorOfPerson(found, await roles.byId(found.roleId));
      await audit.record({ action: 'SIGN_OUT', actor: actor ?? null, params: { input: { everywhere } } });
    },
    async changePassword(actor, oldPassword, newPassword) {
      const found = await gate.attempt('known', [{ kind: 'change', value: actor.id }], () =>
        personOf(store, actor.email, oldPassword),
      );
      if (found === undefined) {
        throw invalidInput('The old password is wrong.', { details: { field: 'oldPassword' } });
      }
      await newPasswords.set(actor, newPassword, { reason: 'changed', actor });
    },
    async actorOfToken(idToken) {
      const claims = await verifySessionToken(idToken, 'id', key, clock().getTime());
      const found = await signedIn.find(claims.sessionId, claims.userId);
      const session = assertAlive(found?.session, clock());
      if (!found?.user.enabled) throw unauthenticated('The session has ended. Sign in again.');
      return actorOfPerson(found.user, found.role, session);
    },
    async newSetupToken() {
      const token = newOpaqueToken();
      await store.transaction((tx) => addSetupLink(tx, digestOfToken(token)));
      return token;
    },
    async setUp(token, input, caller) {
      const digest = digestOfToken(token);
      const refused = () =>
        forbidden(
          'This set-up link is not valid any more. Use the newest link that the server printed, or restart it to get a new one.',
        );
      // Looked at before any work is done; it counts only inside the transaction that makes the person.
      if (!(await isSetupLink(store, digest))) throw refused();
      const user = await users.createFirstAdministrator(input, async (tx) => {
        if (!(await useSetupLink(tx, digest))) throw refused();
      });
      return issuer.begin(user, { provider: 'setup', caller });
    },
    async dropExpired() {
      await dropExpiredSessions(store, clock());
      await signIns.dropExpired();
      await dropExpiredResets(store, clock());
      await dropOldCounts(store, new Date(clock().getTime() - forgetFailuresAfterMs));
    },
    own: createOwnAccess({ ...deps, gate, brake }),
    passwordCheckCount: gate.checkCount,
    enter: (identity, caller) => signIns.enter(identity, caller),
    async end(sessionId) {
      await revokeSessions(store, 'id', sessionId);
      signedIn.forget();
    },
  };
  return { service, mailCodes };
}
