import * as z from 'zod/mini';
import { sessionText } from '../../lib/storage.ts';
import type { Target } from './target.ts';

const Recent = z.array(
  z.object({ key: z.string(), label: z.string(), note: z.string(), to: z.string(), userId: z.string() }),
);

const kept = 6;
/** As long as the window: titles of alerts are nothing to leave behind in a browser. */
const stored = sessionText('margay.recentPlaces');

function readRecent(userId: string) {
  try {
    const read = Recent.safeParse(JSON.parse(stored.read() ?? '[]'));
    return read.success ? read.data.filter((one) => one.userId === userId) : [];
  } catch {
    return []; // somebody else's text under this key
  }
}

/** Where the person went from here last, the newest first. */
export function recentTargets(userId: string): Target[] {
  return readRecent(userId).map(({ key, label, note, to }) => ({
    key: `recent ${key}`,
    group: 'Recent',
    label,
    note,
    does: { to },
  }));
}

/** Remembers an address of the console that was chosen. */
export function rememberTarget(userId: string, target: Target): void {
  if (!('to' in target.does)) return;
  const key = target.key.replace(/^recent /, '');
  const { label, note = '' } = target;
  const others = readRecent(userId).filter((one) => one.key !== key);
  stored.write(
    JSON.stringify(
      [{ key, label, note: note || target.group, to: target.does.to, userId }, ...others].slice(0, kept),
    ),
  );
}
