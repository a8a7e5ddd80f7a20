import type { Migration } from '@margay/store';

/** Authenticator apps of people (the secret is sealed), and what is kept of the codes for the day the phone is lost. */
export const secondFactors: Migration = {
  id: '0048-second-factors',
  sql: `
create table second_factors (
  user_id text primary key references users (id),
  secret text not null,
  last_step bigint not null,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade,
  digest text not null,
  primary key (user_id, digest)
);
`,
};
