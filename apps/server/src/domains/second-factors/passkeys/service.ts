import { conflict, forbidden, invalidInput, notFound } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../../api/actor.ts';
import type { AuditLog } from '../../audit-log/index.ts';
import { passkeyLetter, type MailService } from '../../mail/index.ts';
import { newCodes } from '../new-codes.ts';
import { findAuthenticator, replaceRecoveryCodes } from '../store.ts';
import { createPasskeyChallenges } from './challenges.ts';
import { passkeySiteOf, type RelyingParty } from './relying-party.ts';
import type { NewPasskeyResponse, PasskeyProof } from './responses.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  lockFactorsOf,
  renamePasskey,
  takeCount,
  type Passkey,
} from './store.ts';
import { creationOptions, requestOptions, verifyNewPasskey, verifyProof } from './webauthn.ts';

/** Options as `navigator.credentials` takes them, in JSON. */
export type PasskeyOptions = object;

export interface PasskeysService {
  /** Why there are none here; undefined where there may be. */
  readonly unavailable: string | undefined;
  /** Where the console must be open for them; undefined where there are none. */
  readonly origin: string | undefined;
  /** Whether passkeys of that host are asked for at this console. */
  worksAt(rpId: string): boolean;
  list(userId: string): Promise<Passkey[]>;
  /** Those that work at this console. Of another address the installation had, none does. */
  usable(userId: string): Promise<Passkey[]>;
  /** For a person who has just proved again who they are. `boundTo`: their session. Throws `forbidden` where there are none. */
  startAdding(actor: Actor, boundTo: string): Promise<PasskeyOptions>;
  /**
   * Keeps a new passkey, and gives ten recovery codes where it is the person's first factor. Throws `InvalidInput` where it
   * did not sign the challenge of `startAdding`, and conflict where somebody has it.
   */
  add(
    actor: Actor,
    given: { boundTo: string; name: string; response: NewPasskeyResponse },
  ): Promise<{ passkey: Passkey; recoveryCodes: string[] }>;
  rename(actor: Actor, id: string, name: string): Promise<Passkey>;
  /** `mayBeLast`: whether the person may be left without a second factor. */
  remove(actor: Actor, id: string, mayBeLast: boolean): Promise<void>;
  /** A challenge for somebody whose password was right. `boundTo`: their sign-in. */
  startProof(userId: string, boundTo: string): Promise<PasskeyOptions>;
  /** Whether one of the person's passkeys signed the challenge of this sign-in, which counts for one answer; else why not. */
  prove(
    userId: string,
    boundTo: string,
    proof: PasskeyProof,
  ): Promise<{ isProved: true } | { isProved: false; reason: string }>;
  dropExpired(): Promise<void>;
}

const mostPasskeys = 20;
const longestName = 60;

/** A name as it is kept. Throws `InvalidInput`. */
function readName(typed: string): string {
  const name = typed.trim().replaceAll(/\s+/g, ' ');
  const refuse = (message: string) => invalidInput(message, { details: { field: 'name' } });
  if (name === '') throw refuse('A name is required, so that you know the passkey again.');
  if (name.length > longestName)
    throw refuse(`The name of a passkey has at most ${longestName} characters. This one has ${name.length}.`);
  return name;
}

export function createPasskeysService(deps: {
  store: Store;
  audit: AuditLog;
  mail: Pick<MailService, 'post'>;
  consoleUrl: string;
  clock: () => Date;
}): PasskeysService {
  const { store, audit, mail, clock } = deps;
  const site = passkeySiteOf(deps.consoleUrl);
  const challenges = createPasskeyChallenges({ sql: store, clock });

  function partyOf(): RelyingParty {
    if ('party' in site) return site.party;
    throw forbidden(site.unavailable);
  }
  const worksAt = (rpId: string) => 'party' in site && rpId === site.party.id;
  const usable = async (userId: string) =>
    (await listPasskeys(store, userId)).filter(({ rpId }) => worksAt(rpId));

  return {
    unavailable: 'party' in site ? undefined : site.unavailable,
    origin: 'party' in site ? site.party.origin : undefined,
    worksAt,
    list: (userId) => listPasskeys(store, userId),
    usable,
    async startAdding(actor, boundTo) {
      const party = partyOf();
      const existing = await usable(actor.id);
      if (existing.length >= mostPasskeys)
        throw invalidInput(`You have ${mostPasskeys} passkeys, which is the most. Remove one first.`);
      return creationOptions(party, actor, {
        challenge: await challenges.give(actor.id, `add:${boundTo}`),
        existing,
      });
    },
    async add(actor, { boundTo, name: typed, response }) {
      const party = partyOf();
      const name = readName(typed);
      const challenge = await challenges.take(actor.id, `add:${boundTo}`);
      if (challenge === undefined)
        throw invalidInput('Adding this passkey took too long, or was finished already. Start again.', {
          code: 'ChallengeExpired',
        });
      const made = await verifyNewPasskey(party, challenge, response);
      if ('refused' in made)
        throw invalidInput(`The passkey was not accepted: ${made.refused} Start again.`, {
          code: 'PasskeyMismatch',
        });
      const passkey: Passkey = {
        ...made,
        name,
        userId: actor.id,
        rpId: party.id,
        createdAt: clock(),
        lastUsedAt: null,
      };
      return store.transaction(async (tx) => {
        await lockFactorsOf(tx, actor.id);
        const isFirst =
          (await findAuthenticator(tx, actor.id)) === undefined &&
          (await listPasskeys(tx, actor.id)).length === 0;
        if (!(await insertPasskey(tx, passkey)))
          throw conflict('This passkey is registered already. Choose another device or security key.');
        await audit.record({ action: 'UPDATE_USER', actor, params: { input: { passkeyAdded: name } } }, tx);
        await mail.post(passkeyLetter(actor.email, name, 'added'), { within: tx });
        if (!isFirst) return { passkey, recoveryCodes: [] };
        const { codes, digests } = newCodes();
        await replaceRecoveryCodes(tx, actor.id, digests);
        return { passkey, recoveryCodes: codes };
      });
    },
    async rename(actor, id, typed) {
      const name = readName(typed);
      return store.transaction(async (tx) => {
        const before = await findPasskey(tx, actor.id, id);
        if (before === undefined || !(await renamePasskey(tx, actor.id, id, name))) throw gone();
        await audit.record(
          {
            action: 'UPDATE_USER',
            actor,
            params: { input: { passkey: name }, before: { passkey: before.name } },
          },
          tx,
        );
        return { ...before, name };
      });
    },
    remove: (actor, id, mayBeLast) =>
      store.transaction(async (tx) => {
        await lockFactorsOf(tx, actor.id);
        const all = await listPasskeys(tx, actor.id);
        const passkey = all.find((each) => each.id === id);
        if (passkey === undefined) throw gone();
        const others = all.filter((each) => each.id !== id);
        const hasApp = (await findAuthenticator(tx, actor.id)) !== undefined;
        const isLast = worksAt(passkey.rpId) && !others.some(({ rpId }) => worksAt(rpId));
        if (!mayBeLast && !hasApp && isLast)
          throw invalidInput(
            `${passkey.name} is your last second factor, and one is required of you. Add another passkey first.`,
            { code: 'InvalidUpdate' },
          );
        await deletePasskey(tx, actor.id, id);
        if (!hasApp && others.length === 0) await replaceRecoveryCodes(tx, actor.id, []);
        await audit.record(
          { action: 'UPDATE_USER', actor, params: { input: { passkeyRemoved: passkey.name } } },
          tx,
        );
        await mail.post(passkeyLetter(actor.email, passkey.name, 'removed'), { within: tx });
      }),
    async startProof(userId, boundTo) {
      const party = partyOf();
      const existing = await usable(userId);
      return requestOptions(party, {
        challenge: await challenges.give(userId, `sign-in:${boundTo}`),
        existing,
      });
    },
    async prove(userId, boundTo, proof) {
      const refused = (reason: string) => ({ isProved: false as const, reason });
      const party = partyOf();
      const challenge = await challenges.take(userId, `sign-in:${boundTo}`);
      if (challenge === undefined) return refused('No challenge of this sign-in is open.');
      const passkey = await findPasskey(store, userId, proof.id);
      if (passkey === undefined || passkey.rpId !== party.id)
        return refused('The passkey is none of this account.');
      const verified = await verifyProof(party, challenge, { passkey, proof });
      if ('refused' in verified) return refused(verified.refused);
      return (await takeCount(store, passkey, verified.counter, clock()))
        ? { isProved: true }
        : refused('The count of the passkey was used already.');
    },
    dropExpired: challenges.dropExpired,
  };
}

const gone = () => notFound('This passkey does not exist any more. Reload the list.');
