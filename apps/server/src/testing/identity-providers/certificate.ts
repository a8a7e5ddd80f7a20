import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** What a SAML identity provider signs with. */
export interface SigningKey {
  privateKey: KeyObject;
  /** Of the certificate, in base64 as metadata hold it. */
  certificate: string;
}

const part = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const body = Buffer.concat(contents);
  const length =
    body.length < 0x80
      ? Buffer.from([body.length])
      : Buffer.from([0x82, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const sequence = (...contents: Uint8Array[]) => part(0x30, ...contents);
// sha256WithRSAEncryption, with its empty parameters.
const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const commonName = Buffer.from('0603550403', 'hex');
const name = sequence(part(0x31, sequence(commonName, part(0x0c, Buffer.from('Test provider')))));
const time = (text: string) => part(0x17, Buffer.from(text));

/** A new RSA key with a certificate that it signed itself: there is no call for one in Node. */
export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const body = sequence(
    part(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time('250101000000Z'), time('450101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = sequence(body, algorithm, part(0x03, Buffer.from([0]), signature));
  return { privateKey, certificate: whole.toString('base64') };
}
