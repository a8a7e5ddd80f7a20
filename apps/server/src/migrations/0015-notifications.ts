import type { Migration } from '@margay/store';

/** What the console tells a person, which topics they want, and the CSV files made in the background. */
export const notifications: Migration = {
  id: '0015-notifications',
  sql: `
create table notifications (
  id text primary key,
  user_id text not null,
  topic text not null,
  level text not null,
  title text not null,
  message text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz,
  archived_at timestamptz
);
create index notifications_user on notifications (user_id, created_at desc, id desc);

create table notification_preferences (
  user_id text not null,
  topic text not null,
  channel text not null,
  enabled boolean not null,
  primary key (user_id, topic, channel)
);

create table csv_exports (
  id text primary key,
  search_id text not null,
  params jsonb not null,
  columns text[] not null,
  author jsonb not null,
  author_id text not null,
  log_type_access jsonb not null,
  searched_at timestamptz not null,
  state text not null,
  attempts int not null default 0,
  lease_owner text,
  lease_until timestamptz,
  row_count bigint not null default 0,
  total_rows bigint,
  byte_count bigint not null default 0,
  is_cut boolean not null default false,
  error text not null default '',
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz
);
create index csv_exports_search on csv_exports (search_id, author_id, created_at desc);
create index csv_exports_open on csv_exports (created_at) where state in ('PENDING', 'RUNNING');
`,
};
