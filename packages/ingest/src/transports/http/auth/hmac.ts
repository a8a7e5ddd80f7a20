import { createHmac, timingSafeEqual } from 'node:crypto';
import { field } from '@margay/settings';
import * as z from 'zod';
import { defineHttpAuth, headerKey, secretText } from '../http-auth.ts';

const digests = { SHA1: { name: 'sha1', bytes: 20 }, SHA256: { name: 'sha256', bytes: 32 } } as const;

/** The digest a header gives: hex or base64, with or without a prefix such as `sha256=`; undefined for anything else. */
function digestIn(value: string, digest: { name: string; bytes: number }): Buffer | undefined {
  const [, prefix, text = ''] = /^(?:(sha1|sha256)=)?(.*)$/i.exec(value.trim()) ?? [];
  if (prefix !== undefined && prefix.toLowerCase() !== digest.name) return undefined;
  const isHex = text.length === digest.bytes * 2 && /^[0-9a-f]+$/i.test(text);
  if (!isHex && !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64');
  return bytes.length === digest.bytes ? bytes : undefined;
}

/** The sender signs the body as it sends it (compressed, when it compresses) with a shared secret. */
export const hmac = defineHttpAuth({
  title: 'HMAC',
  needsBody: true,
  settings: z.object({
    authMethod: z.literal('HMAC'),
    authHeaderKey: field(headerKey(), {
      label: 'Header',
      help: 'The header that holds the signature, for instance X-Hub-Signature-256.',
    }),
    authSecretValue: field(secretText(), {
      label: 'Secret',
      help: 'The key of the signature.',
      secret: true,
    }),
    authHmacAlg: field(z.enum(['SHA1', 'SHA256']), {
      label: 'Hash algorithm',
      help: 'The signature may be hex or base64, with or without a prefix such as sha256=.',
    }),
  }),
  isAllowed({ authHeaderKey, authSecretValue, authHmacAlg }, { header, body }) {
    const digest = digests[authHmacAlg];
    const given = digestIn(header(authHeaderKey) ?? '', digest);
    const expected = createHmac(digest.name, authSecretValue).update(body).digest();
    return given !== undefined && timingSafeEqual(given, expected);
  },
});
