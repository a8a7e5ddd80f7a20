import { createSecretBox, type SecretBox } from '@margay/auth';

/** What failed entries of sources whose schemas mask fields are sealed with. */
export const failuresKeyOf = (secrets: Pick<SecretBox, 'deriveKey'>): Uint8Array =>
  secrets.deriveKey('kept-failures');

/** Binds a sealed entry to its source. */
export const placeOfFailure = (sourceId: string): string => `failed entry of source ${sourceId}`;

/** A sealed payload begins so. No entry that any schema could read does. */
const sealed = /^v1\.[A-Za-z0-9+/]+=*$/;

/** Opens payloads as `classification_failures` keeps them: in clear, or sealed. */
export function createPayloadOpener(
  secrets: Pick<SecretBox, 'deriveKey'>,
): (payload: string, sourceId: string) => string {
  const box = createSecretBox(failuresKeyOf(secrets));
  return (payload, sourceId) => {
    if (!sealed.test(payload)) return payload;
    try {
      return box.open(payload, placeOfFailure(sourceId));
    } catch {
      // An entry in clear that looks like a sealed one, or one sealed with a key that is gone: it goes as it is.
      return payload;
    }
  };
}
