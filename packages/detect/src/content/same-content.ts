import { isDeepStrictEqual } from 'node:util';
import type { ContentItem } from './item.ts';

/** True when two items say the same. Where they were read from and the order of keys are no part of that. */
export function sameContent(a: ContentItem, b: ContentItem): boolean {
  return sameValue({ ...a, file: '' }, { ...b, file: '' });
}

/** Equal but for the order of keys and for members that are undefined. */
export function sameValue(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(plain(a), plain(b));
}

/** Without members that are undefined, which files cannot say. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([key, member]) => [key, plain(member)]));
}
