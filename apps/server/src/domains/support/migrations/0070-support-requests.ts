import type { Migration } from '@margay/store';

/** What people wrote on the support page; `author` is null for those who were not signed in. */
export const supportRequests: Migration = {
  id: '0070-support-requests',
  sql: `
create table support_requests (
  id text primary key,
  author jsonb,
  sender text not null,
  email text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);
create index support_requests_created on support_requests (created_at desc, id desc);
create index support_requests_sender on support_requests (sender, created_at);
`,
};
