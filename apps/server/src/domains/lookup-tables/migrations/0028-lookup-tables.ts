import type { Migration } from '@margay/store';

/**
 * Lookup tables and their versions. The rows of a version lie in a file named by its digest; which one counts is this row
 * of `lookup_tables` alone, so that a version takes effect in one step or not at all.
 */
export const lookupTableTables: Migration = {
  id: '0028-lookup-tables',
  sql: `
create table lookup_tables (
  id text primary key,
  name text not null,
  lake_table text not null unique,
  description text not null,
  reference text not null,
  is_enabled boolean not null,
  schema_name text not null,
  primary_key text not null,
  match_key jsonb not null,
  log_types jsonb not null,
  revision int not null,
  active_version int,
  lake_version int,
  created_at timestamptz not null,
  created_by jsonb not null,
  updated_at timestamptz not null,
  updated_by jsonb not null
);
create unique index lookup_tables_name on lookup_tables (name);

create table lookup_table_versions (
  table_id text not null references lookup_tables (id) on delete cascade,
  version int not null,
  digest text not null,
  row_count int not null,
  duplicate_count int not null,
  image_bytes bigint not null,
  restored_from int,
  author jsonb not null,
  created_at timestamptz not null,
  primary key (table_id, version)
);
`,
};
