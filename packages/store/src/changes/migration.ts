import type { Migration } from '../migrate.ts';

/** What `announce` counts in. */
export const changeRevisions: Migration = {
  id: '0032-change-revisions',
  sql: `create table change_revisions (topic text primary key, revision bigint not null)`,
};
