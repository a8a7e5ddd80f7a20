import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import * as z from 'zod';

/** What a browser and a security key are told and made to lie about. */
export interface AuthenticatorOptions {
  origin: string;
  rpId: string;
}

const Options = z.object({ challenge: z.string() });
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64 = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** CBOR (RFC 8949) of what an attestation holds: texts, byte strings, small numbers, maps. */
function cbor(value: Map<number | string, unknown> | Buffer | string | number): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([major | size])
      : size < 256
        ? Buffer.from([major | 24, size])
        : Buffer.from([major | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0x00, value) : head(0x20, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(0x60, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(0x40, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(0xa0, value.size), ...entries]);
}

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
}

/** A security key in software, with one P-256 passkey and a counter; both, and what the browser says, may be bent. */
export function softwareAuthenticator({ origin, rpId }: AuthenticatorOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const counting = { at: 0 };

  function authenticatorData(flags: number, { party = rpId, count = ++counting.at } = {}): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(party), Buffer.from([flags]), counter]);
  }
  const clientData = (type: string, options: unknown, from = origin) =>
    JSON.stringify({
      type,
      challenge: Options.parse(options).challenge,
      origin: from,
      crossOrigin: false,
    });

  return {
    id: base64(id),
    /** Answers what the server asked for a new passkey. */
    create(options: unknown) {
      const present = 0x45;
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        authenticatorData(present),
        Buffer.alloc(16),
        length,
        id,
        coseOf(publicKey),
      ]);
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64(clientData('webauthn.create', options)),
          attestationObject: base64(
            cbor(
              new Map<string, unknown>([
                ['fmt', 'none'],
                ['attStmt', new Map()],
                ['authData', authData],
              ]),
            ),
          ),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** Signs what the server asked. `flags`: 1 is the presence of a person, 4 that the device knows them. */
    get(
      options: unknown,
      bent: {
        origin?: string;
        rpId?: string;
        counter?: number;
        type?: string;
        flags?: number;
        id?: string;
        signature?: Buffer;
      } = {},
    ) {
      const client = clientData(bent.type ?? 'webauthn.get', options, bent.origin);
      const data = authenticatorData(bent.flags ?? 0x05, {
        party: bent.rpId ?? rpId,
        count: bent.counter ?? ++counting.at,
      });
      const signature = bent.signature ?? sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: bent.id ?? base64(id),
        rawId: bent.id ?? base64(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(signature),
        },
        clientExtensionResults: {},
      };
    },
  };
}
