import type { Migration } from '@margay/store';

/** Searches people ran: what they asked for and how it went. Results are not kept. */
export const searchTables: Migration = {
  id: '0005-searches',
  sql: `
create table searches (
  id text primary key,
  kind text not null,
  language text not null,
  text text not null,
  params jsonb not null,
  author jsonb not null,
  author_id text not null,
  access_key text not null,
  status text not null,
  message text not null default '',
  row_count bigint,
  bytes_scanned bigint not null default 0,
  elapsed_ms bigint not null default 0,
  started_at timestamptz not null,
  completed_at timestamptz
);
create index searches_started on searches (started_at desc, id desc);
create index searches_author on searches (author_id, started_at desc, id desc);
`,
};
