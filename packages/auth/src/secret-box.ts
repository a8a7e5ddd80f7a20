import { internalError } from '@margay/kit';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface SecretBox {
  /** Encrypts text for rest. `context` binds it to its place (for instance `destination:<id>`). */
  seal(plain: string, context: string): string;
  /** Throws when the text was made with another key, for another place, or was changed. */
  open(sealed: string, context: string): string;
  /** A key derived for another purpose, 32 bytes. */
  deriveKey(purpose: string): Uint8Array;
}

const prefix = 'v1.';

/** AES-256-GCM with a key derived from the installation's secret. */
export function createSecretBox(secret: Uint8Array): SecretBox {
  const deriveKey = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `margay/${purpose}`, 32));
  const key = deriveKey('secrets-at-rest');
  return {
    deriveKey,
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, context) {
      try {
        if (!sealed.startsWith(prefix)) throw new Error('unknown format');
        const bytes = Buffer.from(sealed.slice(prefix.length), 'base64');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw internalError(
          `The stored secret of ${context} cannot be read with the present secret key. Restore the key it was written with (MARGAY_SECRET_KEY), or enter the secret again.`,
          { cause },
        );
      }
    },
  };
}
