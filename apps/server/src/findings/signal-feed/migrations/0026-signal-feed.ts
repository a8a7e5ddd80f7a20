import type { Migration } from '@margay/store';

/** Every signal in the order in which it was committed, for readers that keep their own position. */
export const signalFeed: Migration = {
  id: '0026-signal-feed',
  sql: `
create table signal_feed_head (
  only_one boolean primary key default true check (only_one),
  position bigint not null
);
insert into signal_feed_head (position) values (0);

create table signal_feed (
  position bigint primary key,
  signal_id text not null,
  detection_id text not null,
  detection_kind text,
  severity text,
  alert_id text,
  dedup_string text,
  log_type text not null,
  row_ids text[] not null,
  event_time timestamptz not null,
  arrived_at timestamptz not null,
  recorded_at timestamptz not null,
  event text not null,
  alert_context text,
  is_cut boolean not null,
  contributions text
);
`,
};
