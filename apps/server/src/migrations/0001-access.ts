import type { Migration } from '@margay/store';

/** Roles, users, sessions, one-time set-up link, settings of the organization, audit log. */
export const access: Migration = {
  id: '0001-access',
  sql: `
create table roles (
  id text primary key,
  name text not null,
  permissions text[] not null,
  log_type_access_kind text not null default 'ALLOW_ALL',
  log_type_access text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text
);
create unique index roles_name on roles (lower(name));

create table users (
  id text primary key,
  email text not null,
  given_name text not null,
  family_name text not null,
  role_id text not null references roles (id),
  password_hash text,
  status text not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_logged_in_at timestamptz,
  deleted_at timestamptz
);
create unique index users_email on users (lower(email)) where deleted_at is null;

create table sessions (
  id text primary key,
  user_id text not null references users (id),
  refresh_digest text not null unique,
  auth_time timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table sign_in_failures (
  key text primary key,
  failures int not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);

create table setup_links (
  digest text primary key,
  created_at timestamptz not null default now()
);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text
);

create table audit_log (
  id text primary key,
  action text not null,
  result text not null,
  actor_id text,
  actor_name text,
  actor_kind text not null,
  params jsonb not null default '{}',
  source_ip text,
  user_agent text,
  created_at timestamptz not null default now()
);
create index audit_log_created on audit_log (created_at desc, id desc);
`,
};
