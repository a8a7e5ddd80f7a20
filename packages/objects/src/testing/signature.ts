import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request as it came over the wire. */
export interface SignedRequest {
  method: string;
  /** Path and query, as sent. */
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature version 4 of a header, recomputed from what arrived. The answer is the error code of S3, or undefined. */
export function faultOfSignature(
  request: SignedRequest,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
): string | undefined {
  const { method, url, headers, body } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers['authorization'] ?? '',
    );
  if (given === null) return 'AccessDenied';
  const [, keyId = '', day = '', region = '', signedHeaders = '', signature = ''] = given;
  if (keyId !== accessKeyId) return 'InvalidAccessKeyId';
  const bodyHash = headers['x-amz-content-sha256'] ?? '';
  if (!/^[0-9a-f]{64}$/.test(bodyHash)) return 'NotImplemented'; // unsigned and chunked bodies
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AccessDenied';
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretAccessKey}`, day), region));
  const expected = Buffer.from(hmac(key, toSign).toString('hex'));
  return timingSafeEqual(expected, Buffer.from(signature)) ? undefined : 'SignatureDoesNotMatch';
}
