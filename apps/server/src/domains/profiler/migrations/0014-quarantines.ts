import type { Migration } from '@margay/store';

/** Detections set aside, which events passed them, and what is judged of these afterwards. */
export const quarantines: Migration = {
  id: '0014-quarantines',
  sql: `
create table quarantines (
  detection_id text not null,
  since timestamptz not null,
  version_id text not null,
  reason text not null,
  until timestamptz not null,
  state text not null,
  owner text not null,
  ended_at timestamptz,
  completed_at timestamptz,
  passed bigint not null default 0,
  judged bigint not null default 0,
  too_old bigint not null default 0,
  match_count bigint not null default 0,
  error_count bigint not null default 0,
  error text,
  tried_version_id text,
  attempt int not null default 0,
  next_attempt_at timestamptz,
  lease_owner text,
  lease_until timestamptz,
  primary key (detection_id, since)
);
create index quarantines_open on quarantines (since) where completed_at is null;

create table passed_events (
  detection_id text not null,
  since timestamptz not null,
  part_id text not null,
  log_type text not null,
  passed_at timestamptz not null,
  events bigint not null,
  row_ranges jsonb not null,
  first_second double precision not null,
  last_second double precision not null,
  primary key (detection_id, since, part_id, log_type),
  foreign key (detection_id, since) references quarantines (detection_id, since) on delete cascade
);
create index passed_events_in_order on passed_events (detection_id, since, passed_at);
create index passed_events_by_age on passed_events (passed_at);

create table catch_up_findings (
  id text primary key,
  detection_id text not null,
  since timestamptz not null,
  findings text not null,
  foreign key (detection_id, since) references quarantines (detection_id, since) on delete cascade
);
`,
};
