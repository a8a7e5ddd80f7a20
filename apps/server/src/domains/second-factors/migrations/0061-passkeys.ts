import type { Migration } from '@margay/store';

/** Passkeys of people, the challenges they are asked to sign, and recovery codes of people who have passkeys alone. */
export const passkeys: Migration = {
  id: '0061-passkeys',
  sql: `
create table passkeys (
  id text primary key,
  user_id text not null references users (id),
  rp_id text not null,
  name text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  bound_to text primary key,
  user_id text not null references users (id),
  challenge text not null,
  expires_at timestamptz not null
);

alter table recovery_codes drop constraint recovery_codes_user_id_fkey;
alter table recovery_codes
  add constraint recovery_codes_user_id_fkey foreign key (user_id) references users (id) on delete cascade;
`,
};
