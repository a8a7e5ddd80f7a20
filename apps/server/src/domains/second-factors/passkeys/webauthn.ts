import { messageOf } from '@margay/kit';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { RelyingParty } from './relying-party.ts';
import { knownTransports, type NewPasskeyResponse, type PasskeyProof } from './responses.ts';
import type { Passkey } from './store.ts';

/** What the library makes of an answer: its facts, or why it counts for nothing. */
export type Verified<Facts> = Facts | { refused: string };

/** EdDSA, ES256 and RS256 by their COSE numbers: what today's authenticators make, and every runtime checks. */
const supportedAlgorithmIDs = [-8, -7, -257];

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const described = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports: knownTransports(transports) }));

/**
 * What a browser needs to make a passkey. It comes after a password, so that having it is enough: whether the authenticator
 * also knows its owner is left to it.
 */
export const creationOptions = (
  { id: rpID }: RelyingParty,
  user: { id: string; email: string; name: string },
  { challenge, existing }: { challenge: string; existing: readonly Passkey[] },
) =>
  generateRegistrationOptions({
    rpName: 'Margay',
    rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: described(existing),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });

/** What a browser needs to have a challenge signed by one of these. */
export const requestOptions = (
  { id: rpID }: RelyingParty,
  { challenge, existing }: { challenge: string; existing: readonly Passkey[] },
) =>
  generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    allowCredentials: described(existing),
    userVerification: 'preferred',
  });

/** What is kept of a new passkey, once it has signed the challenge of this party. */
export async function verifyNewPasskey(
  { id: rpID, origin }: RelyingParty,
  challenge: string,
  { response, ...credential }: NewPasskeyResponse,
): Promise<Verified<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>>> {
  const { transports = [], ...rest } = response;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...plain(credential), response: { ...rest, transports } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    });
    if (!verified || registrationInfo === undefined) return { refused: 'The signature is wrong.' };
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  } catch (error) {
    return { refused: messageOf(error) };
  }
}

/** The count of the signature, once it is by this passkey, for this party, of this challenge and later than the one before. */
export async function verifyProof(
  { id: rpID, origin }: RelyingParty,
  challenge: string,
  { passkey, proof }: { passkey: Passkey; proof: PasskeyProof },
): Promise<Verified<{ counter: number }>> {
  const { userHandle, ...signed } = proof.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...plain(proof), response: { ...signed, ...(userHandle == null ? {} : { userHandle }) } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: {
        id: passkey.id,
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.counter,
        transports: knownTransports(passkey.transports),
      },
    });
    return verified ? { counter: authenticationInfo.newCounter } : { refused: 'The signature is wrong.' };
  } catch (error) {
    return { refused: messageOf(error) };
  }
}

const plain = ({ id, rawId, type }: Pick<PasskeyProof, 'id' | 'rawId' | 'type'>) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});
