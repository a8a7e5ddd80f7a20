import type { Migration } from '@margay/store';

/** The counters of failed sign-ins have other keys now; the old ones held emails as they were typed. */
export const signInCounters: Migration = {
  id: '0022-sign-in-counters',
  sql: 'delete from sign_in_failures;',
};
