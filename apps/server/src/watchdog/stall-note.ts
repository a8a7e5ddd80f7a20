import { messageOf, type Logger } from '@margay/kit';
import { readFile, rm } from 'node:fs/promises';
import * as z from 'zod';
import type { AlertWriter } from '../findings/index.ts';

/** What the watchdog leaves for the next start. */
export type StallNote = z.output<typeof StallNote>;
const StallNote = z.object({
  endedAt: z.iso.datetime(),
  seconds: z.number(),
  /** Innermost call first; empty where native code held the thread. */
  where: z.array(z.string()),
});

/** Tells people, as a system error, that the watchdog ended the process before this one. A note is read once. */
export async function reportStall(
  noteFile: string,
  alerts: Pick<AlertWriter, 'raise'>,
  logger: Logger,
): Promise<void> {
  const text = await readFile(noteFile, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  try {
    const note = StallNote.parse(JSON.parse(text));
    logger.error({ ...note }, 'the process before this one stood still and was ended');
    await alerts.raise({
      type: 'SERVER_STALLED',
      relatedComponent: 'SERVER',
      relatedId: 'server',
      relatedName: 'Margay',
      title: `The server stood still for ${note.seconds} s and was started again`,
      description:
        'Nothing that was acknowledged is lost. The details name the code it was in: report them, or raise MARGAY_WATCHDOG_SECONDS where the machine is just slow.',
      details: note,
    });
  } catch (error) {
    logger.warn({ error: messageOf(error) }, 'the note of the watchdog could not be read');
  }
  await rm(noteFile, { force: true });
}
