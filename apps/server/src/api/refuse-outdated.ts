import { conflict } from '@margay/kit';

/**
 * Throws a conflict (`RevisionConflict`) where a thing was changed after somebody read it. `what` names it, like `the role
 * Analyst`; `readAt` is the time of its last change as they read it, null for never, undefined for those who do not ask.
 */
export function refuseOutdated(what: string, readAt: Date | null | undefined, updatedAt: Date | null): void {
  if (readAt === undefined || readAt?.getTime() === updatedAt?.getTime()) return;
  throw conflict(`Somebody else changed ${what} meanwhile. Load the page again, then make your change.`, {
    code: 'RevisionConflict',
  });
}
