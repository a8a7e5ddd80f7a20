import * as z from 'zod/mini';
import { sessionText } from '../storage.ts';
import { triedSchema } from './auth-replies.ts';

const answerSchema = z.union([z.object({ tried: triedSchema }), z.object({ failure: z.string() })]);
/** What came of trying single sign-on out. */
export type TriedAnswer = z.infer<typeof answerSchema>;

const kept = () => sessionText('margay.sso.tried');

/** For the settings, which this window goes back to. */
export function keepTried(answer: TriedAnswer): void {
  kept().write(JSON.stringify(answer));
}

/** Reading takes it out. */
export function takeTried(): TriedAnswer | undefined {
  const text = kept().read();
  if (text === undefined) return undefined;
  kept().write(undefined);
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // nothing of ours
  }
}
