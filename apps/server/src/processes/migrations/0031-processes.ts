import type { Migration } from '@margay/store';

/** Who is alive, which of them works on which batches, and what one found that another shows. */
export const processes: Migration = {
  id: '0031-processes',
  sql: `
create table processes (
  id text primary key,
  roles text[] not null,
  host text not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null
);

alter table ingest_groups add column buffer_id text;
alter table ingest_groups add column owner_id text;

create table ingest_claims (
  batch_id text primary key,
  owner_id text not null
);

create table refused_requests (
  source_id text not null,
  minute timestamptz not null,
  count bigint not null,
  status integer not null,
  message text not null,
  last_at timestamptz not null,
  primary key (source_id, minute)
);

create table log_type_faults (
  log_type text primary key,
  reason text not null
);
`,
};
