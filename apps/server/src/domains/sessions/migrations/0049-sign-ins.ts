import type { Migration } from '@margay/store';

/**
 * Sign-ins that wait for the answer to a challenge, and sessions whose refresh token is derived: of those that ran before,
 * none can be renewed.
 */
export const signIns: Migration = {
  id: '0049-sign-ins',
  sql: `
alter table sessions drop column refresh_digest;
alter table sessions
  add column provider text not null default 'password',
  add column generation int not null default 0,
  add column renewed_at timestamptz;

create table pending_sign_ins (
  digest text primary key,
  user_id text not null references users (id),
  provider text not null,
  challenge text not null,
  secret text,
  device_id text,
  is_factor_proved boolean not null,
  failures int not null default 0,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
`,
};
