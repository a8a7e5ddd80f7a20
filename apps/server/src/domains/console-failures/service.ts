import { limitExceeded, type Logger } from '@margay/kit';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import { readKept } from '../../api/read-input.ts';

/** A log is read by people: what is longer is cut, so that a fault is told whatever it drags along. */
const upTo = (length: number) => z.string().transform((text) => text.slice(0, length));

const ConsoleFailure = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, - or _'),
  where: upTo(100),
  message: upTo(2_000),
  stack: upTo(10_000).nullish(),
  path: upTo(500),
});
export type ConsoleFailure = z.input<typeof ConsoleFailure>;

/** Faults of the console, as browsers report them. */
export interface ConsoleFailures {
  /** Logs it and answers its id. Throws `InvalidInput`, or `LimitExceeded` after 20 a minute from one person. */
  report(actor: Actor, failure: ConsoleFailure): { id: string };
}

const minuteMs = 60_000;
const mostAMinute = 20;

export function createConsoleFailures({
  logger,
  clock,
}: {
  logger: Logger;
  clock: () => Date;
}): ConsoleFailures {
  /** How many each person has reported in the minute that began then. */
  let counted = { since: 0, by: new Map<string, number>() };
  return {
    report(actor, failure) {
      const { id, where, message, stack, path } = readKept(ConsoleFailure, failure, 'The fault');
      const now = clock().getTime();
      if (now - counted.since >= minuteMs) counted = { since: now, by: new Map() };
      const count = (counted.by.get(actor.id) ?? 0) + 1;
      if (count > mostAMinute)
        throw limitExceeded(`You have reported ${mostAMinute} faults in a minute. Wait a moment.`);
      counted.by.set(actor.id, count);
      logger.error(
        { report: id, where, error: message, stack: stack ?? undefined, path, userId: actor.id },
        'the console failed in a browser',
      );
      return { id };
    },
  };
}
