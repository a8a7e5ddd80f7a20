import { createHmac } from 'node:crypto';
import type { ChainedEntry, StoredEntry } from './entry.ts';

/** Where the chain stands before its first entry. */
export const chainStart = { position: 0, hash: '' } as const;

/** A place in the chain. */
export interface ChainPlace {
  position: number;
  hash: string;
}

/**
 * `ORIGIN`: entries up to here were written before there was a chain, and have no code of their own. `CUT`: entries up to
 * here are gone because they are old, and the chain goes on from this hash.
 */
export type CheckpointKind = 'ORIGIN' | 'CUT';

/**
 * The codes of the chain, as hex of HMAC-SHA256 with a key that is not in the state store: who has the store alone can
 * neither make an entry up nor chain the rest anew.
 */
export function createChainCodes(key: Uint8Array) {
  const code = (...parts: readonly string[]) => {
    const hmac = createHmac('sha256', key);
    // With its length before it no part can take in the beginning of the next one.
    for (const part of parts) hmac.update(`${part.length}:${part}`);
    return hmac.digest('hex');
  };
  return {
    /** Of the entry alone, from the moment it is written. */
    entry: (entry: StoredEntry) => code('entry', contentOf(entry)),
    /** Of the entry at its place behind the one before. */
    link: (before: ChainPlace, entry: StoredEntry & Pick<ChainedEntry, 'mac'>) =>
      code('link', before.hash, String(before.position + 1), entry.mac ?? '', contentOf(entry)),
    checkpoint: (kind: CheckpointKind, place: ChainPlace) =>
      code('checkpoint', kind, String(place.position), place.hash),
  };
}

export type ChainCodes = ReturnType<typeof createChainCodes>;

/** Everything an entry says, spelled the same before and after it rested in the store. */
function contentOf(entry: StoredEntry): string {
  return JSON.stringify([
    entry.id,
    entry.action,
    entry.result,
    entry.actorId,
    entry.actorName,
    entry.actorKind,
    entry.actorEmail,
    entry.actorRole,
    sorted(entry.params),
    entry.errors,
    entry.sourceIp,
    entry.forwardedFor,
    entry.userAgent,
    entry.version,
    entry.createdAt.toISOString(),
  ]);
}

/** The store keeps the fields of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, member]) => [name, sorted(member)]);
}
