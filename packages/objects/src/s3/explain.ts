import { invalidInput, MargayError, messageOf, upstreamFailed } from '@margay/kit';
import type { S3Address } from './s3-address.ts';

/** Where a storage is, for messages. */
export const placeOf = ({ bucket, prefix, endpoint }: S3Address) =>
  `s3://${bucket}/${prefix} at ${endpoint ?? 'Amazon S3'}`;

/** The name an S3 service, its client or the network gave to a failure. */
function nameOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const { code, Code, name } = error as Record<string, unknown>;
  return (
    [code, Code, name].find((text) => typeof text === 'string' && text !== 'Error')?.toString() ?? 'unknown'
  );
}

const keys = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** What a person has to change, by what the storage answered. Undefined: it may pass by itself. */
function remedyOf(name: string, address: S3Address): string | undefined {
  switch (name) {
    case 'NoSuchBucket':
    case 'NotFound':
      return `there is no bucket "${address.bucket}". Create it, or name another one in MARGAY_OBJECTS_URL.`;
    case 'InvalidAccessKeyId':
      return `the access key is not known there. Set ${keys} to a key of this storage.`;
    case 'SignatureDoesNotMatch':
      return `the secret key does not fit the access key. Set ${keys} to a pair that belongs together.`;
    case 'ExpiredToken':
    case 'InvalidToken':
    case 'TokenRefreshRequired':
      return `the session has ended. Set ${keys} and AWS_SESSION_TOKEN anew.`;
    case 'AccessDenied':
    case 'Forbidden':
    case 'AllAccessDisabled':
      return `access is denied. Allow the key to put, get, list and delete objects below "${address.prefix}" in the bucket "${address.bucket}", and to abort uploads there, or set ${keys} to another one.`;
    case 'CredentialsProviderError':
      return `no credentials were found. Set ${keys}, or run where a role of the machine or the pod gives them.`;
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `the bucket is in another region. Name it with ?region= in MARGAY_OBJECTS_URL, or AWS_REGION.`;
    case 'RequestTimeTooSkewed':
      return 'the clock of this machine is wrong. Set it by NTP.';
    default:
      return undefined;
  }
}

const unreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|TimeoutError)$/;

/**
 * A failure of the storage in words that name the setting and the remedy; errors of ours stay as they are. At the start
 * what a person has to change is a fault of the settings; later it may be mended while work waits, so it is tried again.
 */
export function explained(
  error: unknown,
  address: S3Address,
  { action, isStart = false }: { action: string; isStart?: boolean },
): MargayError {
  if (error instanceof MargayError) return error;
  const name = nameOf(error);
  const head = `The object storage ${placeOf(address)} (MARGAY_OBJECTS_URL) could not ${action}: `;
  const remedy = remedyOf(name, address);
  const options = { code: 'ObjectStorageFailed', cause: error };
  if (remedy !== undefined) return (isStart ? invalidInput : upstreamFailed)(head + remedy, options);
  const reason = unreachable.test(name)
    ? `it cannot be reached (${name}). Check the endpoint in MARGAY_OBJECTS_URL, and that the storage runs.`
    : `it answered ${name} (${messageOf(error).slice(0, 200)}). Look at the log of the storage.`;
  return upstreamFailed(head + reason, options);
}
