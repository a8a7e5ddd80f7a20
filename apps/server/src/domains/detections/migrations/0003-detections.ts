import type { Migration } from '@margay/store';

/** Detections, helpers and data models with all their versions; what the Python cache keeps. */
export const detectionTables: Migration = {
  id: '0003-detections',
  sql: `
create sequence content_revision;

create table content_items (
  kind text not null,
  id text not null,
  version_id text not null,
  definition jsonb not null,
  display_name text not null,
  enabled boolean not null,
  managed boolean not null default false,
  severity text,
  severity_rank int,
  log_types text[] not null default '{}',
  tags text[] not null default '{}',
  load_error text,
  created_at timestamptz not null default now(),
  created_by text,
  last_modified timestamptz not null default now(),
  last_modified_by text,
  primary key (kind, id)
);
create index content_items_modified on content_items (last_modified desc, id);

create table content_versions (
  version_id text primary key,
  kind text not null,
  id text not null,
  number int not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  created_by text,
  unique (kind, id, number)
);

create table detection_cache (
  key text primary key,
  count bigint,
  strings text[],
  dictionary text,
  expires_at timestamptz
);

create table detection_statistics (
  detection_id text not null,
  hour timestamptz not null,
  evaluations bigint not null default 0,
  microseconds bigint not null default 0,
  matches bigint not null default 0,
  errors bigint not null default 0,
  last_match_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  primary key (detection_id, hour)
);
`,
};
