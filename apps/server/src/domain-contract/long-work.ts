import { internalError, messageOf, type Logger } from '@margay/kit';
import type { Role } from '../config.ts';
import { endOfDomain } from '../ending.ts';
import type { LongWork } from './define-domain.ts';

/** A domain's work with the name of the domain. */
export interface NamedWork extends LongWork {
  domain: string;
}

/**
 * Starts the work whose role the process has, in order. Where one cannot start, what was started is ended again, and the
 * error names the domain. Gives what ends all of it, the last one first: one that fails there, or takes longer than `graceMs`
 * (by default eight seconds), is told, and the others end.
 */
export async function startLongWork(
  works: readonly NamedWork[],
  roles: readonly Role[],
  logger: Logger,
  graceMs?: number,
): Promise<() => Promise<void>> {
  const started: NamedWork[] = [];
  async function stop(): Promise<void> {
    for (let work = started.pop(); work !== undefined; work = started.pop()) {
      const { domain, role } = work;
      await endOfDomain(() => work.stop(), logger, { domain, role }, 'long work of a domain', graceMs);
    }
  }
  for (const work of works) {
    if (!roles.includes(work.role)) continue;
    try {
      await work.start();
      started.push(work);
    } catch (error) {
      await stop();
      throw internalError(
        `The domain ${work.domain} could not begin its work in the role ${work.role}: ${messageOf(error)}`,
        { cause: error },
      );
    }
  }
  return stop;
}
