import type { Migration } from '@margay/store';

/** What sets a new password without the old one: a code that was mailed, or a link that an administrator made. */
export const passwordResets: Migration = {
  id: '0060-password-resets',
  sql: `
create table password_resets (
  user_id text not null references users (id),
  kind text not null,
  digest text not null,
  failures int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
`,
};
