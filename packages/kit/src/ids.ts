import { hexFromBytes } from './bytes.ts';

/** A random, roughly time-ordered id of 32 hex characters (a UUIDv7 without dashes). */
export function newId(now: number = Date.now()): string {
  return newUuid(now).replaceAll('-', '');
}

/** A UUIDv7 with dashes: 48 bits of milliseconds, then random (RFC 9562, section 5.7). */
export function newUuid(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let milliseconds = now;
  for (let i = 5; i >= 0; i--) {
    bytes[i] = milliseconds % 256;
    milliseconds = Math.floor(milliseconds / 256);
  }
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = hexFromBytes(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
