import type { Migration } from '@margay/store';

/**
 * What each process has of the active version of each table. Without references: rows of processes and tables that are
 * gone are never looked at, and go when their process reports again or another one does.
 */
export const lookupTablesByProcess: Migration = {
  id: '0038-lookup-tables-by-process',
  sql: `
create table lookup_table_states (
  process_id text not null,
  table_id text not null,
  version int not null,
  fault text,
  primary key (process_id, table_id)
);
`,
};
