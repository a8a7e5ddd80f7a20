import type { Migration } from '@margay/store';

/** Schemas with their versions, log sources, and what ingestion keeps to repeat its work without harm. */
export const sources: Migration = {
  id: '0002-sources',
  sql: `
create table schemas (
  name text primary key,
  spec text not null,
  spec_digest text not null,
  description text not null default '',
  reference_url text not null default '',
  is_managed boolean not null,
  is_archived boolean not null default false,
  field_discovery boolean not null default false,
  revision int not null default 1,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  updated_by text
);
create unique index schemas_name on schemas (lower(name));

create table schema_versions (
  name text not null references schemas (name),
  version int not null,
  spec text not null,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (name, version)
);

create table log_sources (
  id text primary key,
  label text not null,
  provider_id text not null,
  ingestion_type text not null,
  stream_type text not null,
  stream_options jsonb not null default '{}',
  log_types text[] not null default '{}',
  config jsonb not null default '{}',
  secrets text,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  last_received_at timestamptz,
  last_processed_at timestamptz,
  deleted_at timestamptz
);
create unique index log_sources_label on log_sources (ingestion_type, lower(label)) where deleted_at is null;

create table ingest_groups (
  id text primary key,
  batch_ids text[] not null,
  created_at timestamptz not null default now()
);

create table event_balance (
  source_id text not null,
  minute timestamptz not null,
  received bigint not null default 0,
  stored bigint not null default 0,
  duplicate bigint not null default 0,
  failed bigint not null default 0,
  bytes bigint not null default 0,
  primary key (source_id, minute)
);
create index event_balance_minute on event_balance (minute);

create table balance_in_flight (
  group_id text not null,
  source_id text not null,
  minute timestamptz not null,
  received bigint not null,
  bytes bigint not null,
  primary key (group_id, source_id, minute)
);

create table finished_parts (
  part_id text primary key,
  recorded jsonb not null,
  finished_at timestamptz not null default now()
);

create table log_type_volume (
  source_id text not null,
  log_type text not null,
  hour timestamptz not null,
  events bigint not null default 0,
  bytes bigint not null default 0,
  primary key (source_id, log_type, hour)
);
`,
};
