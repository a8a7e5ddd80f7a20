import type { Profile } from './queries.ts';

/** A detection in its budget, for tests. */
export const profileOf = (id: string, changes: Partial<Profile> = {}): Profile => ({
  id,
  displayName: id,
  logTypes: ['AWS.CloudTrail'],
  enabled: true,
  state: 'IN_BUDGET',
  considered: 100,
  evaluations: 10,
  microsecondsPerEvent: 20,
  waitedPerEvent: 0,
  coreShare: 0.01,
  matches: 0,
  errors: 0,
  skipped: 0,
  lastMatchAt: null,
  lastError: null,
  lastErrorAt: null,
  quarantine: null,
  catchUp: null,
  ...changes,
});
