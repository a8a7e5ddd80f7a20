import { createPrivateKey, type KeyObject } from 'node:crypto';

export interface SigningKey {
  key: KeyObject;
  algorithm: 'RS256' | 'ES256';
}

/**
 * A private key in PEM text, also where its line breaks were lost or written as `\n`, as happens when it is pasted into a
 * field of one line or taken out of JSON. Undefined for anything but an RSA or P-256 key without passphrase.
 */
export function readPrivateKey(text: string): SigningKey | undefined {
  const [, kind, body = ''] = /-----BEGIN ([A-Z ]+)-----(.*?)-----END \1-----/s.exec(text) ?? [];
  const lines = body.replaceAll(/\\[rn]|\s/g, '').match(/.{1,64}/g);
  if (kind === undefined || lines === null) return undefined;
  try {
    const key = createPrivateKey([`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join('\n'));
    const algorithm = algorithmFor(key);
    return algorithm && { key, algorithm };
  } catch {
    return undefined;
  }
}

function algorithmFor({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): SigningKey['algorithm'] | undefined {
  // RS256 wants 2048 bits (RFC 7518, section 3.3).
  if (asymmetricKeyType === 'rsa')
    return (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 ? 'RS256' : undefined;
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'
    ? 'ES256'
    : undefined;
}
