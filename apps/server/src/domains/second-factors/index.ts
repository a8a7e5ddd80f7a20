/** What other domains may use. */
export type { FactorsOf, SecondFactorsService } from './service.ts';
export type { PasskeyOptions } from './passkeys/service.ts';
export { NewPasskeyResponse, PasskeyProof } from './passkeys/responses.ts';
export type { Passkey } from './passkeys/store.ts';
