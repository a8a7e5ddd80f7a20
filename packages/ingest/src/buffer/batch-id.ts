import { createHash } from 'node:crypto';
import { newId } from '@margay/kit';
import type { BatchMeta } from './event-buffer.ts';

/**
 * 32 hex characters: of a named delivery always the same for the same source, key and content (its SHA-256), of any
 * other delivery a new one.
 */
export function batchIdOf(meta: BatchMeta, contentHash: Buffer | undefined): string {
  if (contentHash === undefined) return newId();
  const name = createHash('sha256')
    .update(JSON.stringify([meta.sourceId, meta.idempotencyKey]))
    .update(contentHash);
  return name.digest('hex').slice(0, 32);
}
