import type { Migration } from '@margay/store';

/** Replays of saved rules, with the alerts they would have made. */
export const replayTables: Migration = {
  id: '0010-replays',
  sql: `
create table replays (
  id text primary key,
  detection_id text not null,
  detection_version_id text not null,
  rule jsonb not null,
  state text not null,
  log_types text[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  max_size_gb double precision,
  summary jsonb not null,
  error text,
  created_at timestamptz not null,
  created_by jsonb not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  attempt int not null default 0,
  lease_owner text,
  lease_until timestamptz
);
create index replays_of_detection on replays (detection_id, created_at desc);
create index replays_unfinished on replays (created_at) where completed_at is null;

create table replay_alerts (
  replay_id text not null references replays (id) on delete cascade,
  alert_id text not null,
  position int not null,
  alert jsonb not null,
  primary key (replay_id, alert_id)
);
create index replay_alerts_in_order on replay_alerts (replay_id, position);
`,
};
