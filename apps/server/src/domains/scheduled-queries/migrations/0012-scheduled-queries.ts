import type { Migration } from '@margay/store';

/** When scheduled queries ran and are to run, and the rows of a run until its rules have judged them. */
export const scheduledQueryTables: Migration = {
  id: '0012-scheduled-queries',
  sql: `
create table scheduled_query_clocks (
  query_id text primary key,
  schedule text not null,
  planned_until timestamptz not null
);

create table scheduled_query_runs (
  id text primary key,
  query_id text not null,
  version_id text,
  trigger text not null,
  scheduled_at timestamptz not null,
  window_from timestamptz,
  state text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  lease_owner text,
  lease_until timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  row_count int,
  is_cut boolean not null default false,
  bytes_scanned bigint not null default 0,
  elapsed_ms bigint not null default 0,
  match_count int,
  error_count int,
  error text not null default '',
  unique (query_id, scheduled_at)
);
create index scheduled_query_runs_open on scheduled_query_runs (scheduled_at)
  where state in ('PENDING', 'RUNNING', 'JUDGING');

create table scheduled_query_rows (
  run_id text primary key references scheduled_query_runs (id) on delete cascade,
  rows text not null,
  findings text
);
`,
};
