import type { Migration } from '@margay/store';

/** How far a run that processes failures again has come, so that an interrupted one goes on. */
export const failuresTaken: Migration = {
  id: '0037-failures-taken',
  sql: `
alter table reprocessed_failures
  add column taking_until timestamptz,
  add column taking_after text not null default '';
`,
};
