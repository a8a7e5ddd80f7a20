import type { Migration } from '@margay/store';

/** Tokens of programs. Of a value only its digest is kept; the one before may go on for a while after a rotation. */
export const apiTokens: Migration = {
  id: '0054-api-tokens',
  sql: `
create table api_tokens (
  id text primary key,
  name text not null,
  permissions text[] not null,
  allowed_networks text[] not null,
  log_type_access_kind text not null,
  log_type_access text[] not null,
  digest text not null unique,
  previous_digest text unique,
  previous_until timestamptz,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  created_by jsonb not null,
  updated_at timestamptz,
  updated_by jsonb,
  rotated_at timestamptz,
  rotated_by jsonb
);
create unique index api_tokens_name on api_tokens (lower(name));

create trigger announce_access after delete or update of
  permissions, allowed_networks, log_type_access_kind, log_type_access, digest, previous_digest, previous_until, expires_at
  on api_tokens for each statement execute function announce_access();
`,
};
