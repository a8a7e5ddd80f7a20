import type { Migration } from '@margay/store';

/** Alerts with their windows, samples, history and comments; destinations and what was delivered to them. */
export const alerts: Migration = {
  id: '0004-alerts',
  sql: `
create table destinations (
  output_id text primary key,
  output_type text not null,
  display_name text not null,
  default_for_severity text[] not null,
  alert_types text[] not null,
  log_types text[] not null default '{}',
  settings jsonb not null default '{}',
  secrets text,
  verification_status text not null default 'NOT_VERIFIED',
  consecutive_failures int not null default 0,
  circuit_open_until timestamptz,
  created_at timestamptz not null,
  created_by jsonb,
  updated_at timestamptz not null,
  updated_by jsonb
);
create unique index destinations_display_name on destinations (display_name);

create table alerts (
  id text primary key,
  type text not null,
  title text not null,
  severity text not null,
  severity_rank int not null,
  status text not null,
  description text not null,
  runbook text not null,
  reference text not null,
  created_at timestamptz not null,
  first_match_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by jsonb,
  status_updated_at timestamptz,
  status_updated_by jsonb,
  first_event_at timestamptz,
  last_event_at timestamptz,
  last_received_at timestamptz not null,
  event_count int not null,
  assignee_id text,
  detection_id text not null,
  detection_version_id text not null,
  detection_name text not null,
  log_types text[] not null,
  source_ids text[] not null,
  resource_id text,
  resource_types text[] not null default '{}',
  dedup_string text not null,
  dedup_period_minutes int not null,
  threshold int not null,
  tags text[] not null,
  reports jsonb not null,
  context text not null,
  summary_attributes text[] not null,
  system_error jsonb
);
create index alerts_created on alerts (created_at desc, id desc);
create index alerts_received on alerts (last_received_at desc, id desc);
create index alerts_severity on alerts (severity_rank desc, created_at desc, id desc);
create index alerts_detection on alerts (detection_id, created_at desc);

create table alert_windows (
  key text primary key,
  kind text not null,
  detection_id text not null,
  dedup_string text not null,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  alert_id text,
  state jsonb not null
);
create index alert_windows_closes on alert_windows (closes_at);

create table alert_rates (
  detection_id text not null,
  hour timestamptz not null,
  created int not null,
  primary key (detection_id, hour)
);

create table alert_samples (
  alert_id text not null references alerts (id) on delete cascade,
  position int not null,
  row_id text not null,
  event text not null,
  primary key (alert_id, position)
);

create table alert_comments (
  id text primary key,
  alert_id text not null references alerts (id) on delete cascade,
  body text not null,
  format text not null,
  created_at timestamptz not null,
  created_by jsonb not null,
  updated_at timestamptz,
  updated_by jsonb
);
create index alert_comments_alert on alert_comments (alert_id, created_at desc);

create table alert_history (
  id text primary key,
  alert_id text not null references alerts (id) on delete cascade,
  type text not null,
  from_value text,
  to_value text,
  comment_id text,
  actor jsonb not null,
  created_at timestamptz not null
);
create index alert_history_alert on alert_history (alert_id, created_at desc, id desc);

create table deliveries (
  id text primary key,
  alert_id text not null references alerts (id) on delete cascade,
  output_id text not null,
  status text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  unique (alert_id, output_id)
);
create index deliveries_due on deliveries (next_attempt_at) where status = 'PENDING';

create table delivery_attempts (
  id text primary key,
  alert_id text not null references alerts (id) on delete cascade,
  output_id text not null,
  dispatched_at timestamptz not null,
  success boolean not null,
  status_code int not null,
  message text not null,
  label text not null,
  url text not null
);
create index delivery_attempts_alert on delivery_attempts (alert_id, dispatched_at desc, id desc);
`,
};
