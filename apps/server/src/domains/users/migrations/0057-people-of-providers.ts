import type { Migration } from '@margay/store';

/**
 * People whose identity comes from a provider: known by what the provider calls them, never by their email, which is unique
 * among those who have a password only. Where their role comes from says who may change it.
 */
export const peopleOfProviders: Migration = {
  id: '0057-people-of-providers',
  sql: `
alter table users add column role_source text not null default 'chosen';

drop index users_email;
create unique index users_email on users (lower(email))
  where deleted_at is null and status <> 'EXTERNAL_PROVIDER';

create table user_identities (
  issuer text not null,
  subject text not null,
  kind text not null,
  user_id text not null references users (id),
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identities_user on user_identities (user_id);
`,
};
