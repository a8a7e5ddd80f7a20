import { forbidden, notFound } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../../api/actor.ts';
import type { AuditLog } from '../../audit-log/index.ts';
import type { OrganizationService } from '../../organization/index.ts';
import type { RolesService } from '../../roles/index.ts';
import type {
  NewPasskeyResponse,
  Passkey,
  PasskeyOptions,
  SecondFactorsService,
} from '../../second-factors/index.ts';
import { findUser } from '../../users/index.ts';
import type { Brake } from '../brake.ts';
import type { PasswordGate } from '../password-gate.ts';
import { needsSecondFactor } from '../sign-in/needs-second-factor.ts';
import type { KeptSignedIn } from '../signed-in.ts';
import { listOpenSessions, revokeOwnSessions, type Session } from '../store.ts';
import { assertFresh, type FreshProof } from './fresh-proof.ts';

/** What people see to themselves: their passkeys, and where they are signed in. Throws `forbidden` for API tokens. */
export interface OwnAccess {
  /** Those that neither ended nor are over, the one used last first. */
  sessions(actor: Actor): Promise<Session[]>;
  endSession(actor: Actor, id: string): Promise<void>;
  /** Ends all but the one of this request. How many there were. */
  endOtherSessions(actor: Actor): Promise<number>;
  passkeys(actor: Actor): Promise<Passkey[]>;
  /** What a browser needs to make one. For the proof see `assertFresh`. */
  startPasskey(actor: Actor, proof: FreshProof, ip: string): Promise<PasskeyOptions>;
  addPasskey(
    actor: Actor,
    given: { name: string; response: NewPasskeyResponse },
  ): Promise<{ passkey: Passkey; recoveryCodes: string[] }>;
  renamePasskey(actor: Actor, id: string, name: string): Promise<Passkey>;
  /** Refuses the last second factor of somebody who needs one. */
  removePasskey(actor: Actor, id: string, given: { proof: FreshProof; ip: string }): Promise<void>;
}

export function createOwnAccess(deps: {
  store: Store;
  secondFactors: SecondFactorsService;
  organization: OrganizationService;
  roles: RolesService;
  signedIn: KeptSignedIn;
  audit: AuditLog;
  gate: PasswordGate;
  brake: Brake;
  clock: () => Date;
}): OwnAccess {
  const { store, signedIn, audit, clock } = deps;
  const { passkeys } = deps.secondFactors;
  const proofs = { ...deps, sql: store };

  async function ended(actor: Actor, which: { only: string } | { allBut: string }): Promise<number> {
    const count = await store.transaction(async (tx) => {
      const many = await revokeOwnSessions(tx, actor.id, which);
      if (many > 0)
        await audit.record(
          { action: 'SIGN_OUT', actor, params: { input: { ...which, sessions: many } } },
          tx,
        );
      return many;
    });
    signedIn.forget();
    return count;
  }

  return {
    sessions: async (actor) => listOpenSessions(store, personOf(actor).id, clock()),
    async endSession(actor, id) {
      if ((await ended(personOf(actor), { only: id })) === 0)
        throw notFound('This session has ended already. Reload the list.');
    },
    endOtherSessions: async (actor) => ended(actor, { allBut: personOf(actor).sessionId }),
    passkeys: async (actor) => passkeys.list(personOf(actor).id),
    async startPasskey(actor, proof, ip) {
      const { sessionId } = personOf(actor);
      if (passkeys.unavailable !== undefined) throw forbidden(passkeys.unavailable);
      await assertFresh(proofs, { actor, ip }, proof);
      return passkeys.startAdding(actor, sessionId);
    },
    addPasskey: async (actor, given) => passkeys.add(actor, { ...given, boundTo: personOf(actor).sessionId }),
    renamePasskey: async (actor, id, name) => passkeys.rename(personOf(actor), id, name),
    async removePasskey(actor, id, { proof, ip }) {
      personOf(actor);
      await assertFresh(proofs, { actor, ip }, proof);
      const user = await findUser(store, actor.id);
      const isNeeded = user === undefined || (await needsSecondFactor(deps, user));
      await passkeys.remove(actor, id, !isNeeded);
    },
  };
}

function personOf(actor: Actor): Actor & { sessionId: string } {
  const { kind, sessionId } = actor;
  if (kind === 'person' && sessionId !== undefined) return { ...actor, sessionId };
  throw forbidden('Only a person has passkeys and sessions. Sign in to the console for this.');
}
