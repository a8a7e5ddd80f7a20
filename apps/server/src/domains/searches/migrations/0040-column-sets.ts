import type { Migration } from '@margay/store';

/** Columns of results that a person gave a name. */
export const columnSets: Migration = {
  id: '0040-column-sets',
  sql: `
create table column_sets (
  id text primary key,
  person_id text not null,
  name text not null,
  columns jsonb not null,
  pinned jsonb not null,
  updated_at timestamptz not null
);
create unique index column_sets_by_name on column_sets (person_id, lower(name));
`,
};
