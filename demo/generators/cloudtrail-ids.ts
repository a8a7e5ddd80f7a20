import type { CloudTrailCall } from './cloudtrail.ts';
import type { Random } from './random.ts';

/** Makes one call of its kind at that time. */
export type CallMaker = (at: Date, random: Random) => CloudTrailCall;

/** A temporary key that belongs to this text: the same text, the same key. */
export function keyOf(text: string): string {
  return `ASIA${text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .padEnd(16, 'X')
    .slice(0, 16)}`;
}

/** The unique id of the role of that name. */
export function roleIdOf(text: string): string {
  return `AROA${text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .padEnd(17, 'X')
    .slice(0, 17)}`;
}
