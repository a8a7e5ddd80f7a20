import * as z from 'zod';

/** Bytes as browsers write them (base64url). Attestations of security keys hold chains of certificates. */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/);
const common = {
  id: bytes(1400).min(1),
  rawId: bytes(1400).min(1),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
};
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** What a browser answers once a passkey was made. Extensions are not asked for, so none are read. */
export const NewPasskeyResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(60_000),
    transports: z.array(z.enum(transports)).max(10).optional().catch(undefined),
  }),
});
export type NewPasskeyResponse = z.output<typeof NewPasskeyResponse>;

/** What a browser answers once a passkey has signed a challenge. */
export const PasskeyProof = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(4000),
    userHandle: bytes(200).nullish(),
  }),
});
export type PasskeyProof = z.output<typeof PasskeyProof>;

/** Of the ways a browser said it reaches a passkey, those that are known. */
export const knownTransports = (names: readonly string[]) =>
  transports.filter((transport) => names.includes(transport));
