import type { Migration } from '@margay/store';

/** Mail on its way to the server. A row is gone as soon as the server took it, or it was given up. */
export const mails: Migration = {
  id: '0059-mails',
  sql: `
create table mails (
  id text primary key,
  recipient text not null,
  subject text not null,
  sealed text not null,
  told_to text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  good_until timestamptz not null,
  created_at timestamptz not null
);
create index mails_due on mails (next_attempt_at);
`,
};
