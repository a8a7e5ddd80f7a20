import type { Migration } from '@margay/store';

/**
 * Sign-ins that are with the identity provider, codes that the console exchanges, statements of the provider that were used,
 * and its metadata as it was read last; codes that let a support engineer in.
 */
export const singleSignOn: Migration = {
  id: '0058-single-sign-on',
  sql: `
create table sso_flows (
  digest text primary key,
  browser text not null,
  sealed text not null,
  expires_at timestamptz not null
);
create index sso_flows_expires on sso_flows (expires_at);

create table sso_codes (
  digest text primary key,
  sealed text not null,
  is_used boolean not null default false,
  is_reused boolean not null default false,
  session_id text,
  expires_at timestamptz not null
);
create index sso_codes_expires on sso_codes (expires_at);

create table sso_assertions (
  digest text primary key,
  expires_at timestamptz not null
);
create index sso_assertions_expires on sso_assertions (expires_at);

create table sso_sign_outs (
  digest text primary key,
  sealed text not null,
  expires_at timestamptz not null
);
create index sso_sign_outs_expires on sso_sign_outs (expires_at);

create table support_codes (
  digest text primary key,
  user_id text not null references users (id),
  is_used boolean not null default false,
  expires_at timestamptz not null
);
create index support_codes_expires on support_codes (expires_at);

create table sso_metadata (
  address text primary key,
  document text not null,
  read_at timestamptz not null
);
`,
};
