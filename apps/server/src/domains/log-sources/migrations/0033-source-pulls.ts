import type { Migration } from '@margay/store';

/** Where pulling of each source stands, who pulls it, and the page that is on its way into the event buffer. */
export const sourcePulls: Migration = {
  id: '0033-source-pulls',
  sql: `
create table source_pulls (
  source_id text primary key,
  source_updated_at timestamptz not null,
  scope text not null default '',
  owner_id text,
  fence bigint not null default 0,
  next_attempt_at timestamptz not null,
  cursor text,
  page bigint not null default 0,
  pending_cursor text,
  pending_body bytea,
  pending_records integer,
  records bigint not null default 0,
  last_success_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  needs_attention boolean not null default false,
  last_error text
);
create index source_pulls_due on source_pulls (next_attempt_at);
`,
};
