import type { Migration } from '@margay/store';

/**
 * Entries are chained and only ever added. An entry is written without a place in the chain, which it gets once, when it
 * is sealed; it goes only when the log is cut up to a checkpoint.
 */
export const auditChain: Migration = {
  id: '0055-audit-chain',
  sql: `
alter table audit_log
  add column actor_email text,
  add column actor_role text,
  add column forwarded_for text[] not null default '{}',
  add column errors text[] not null default '{}',
  add column version text,
  add column mac text,
  add column position bigint,
  add column hash text,
  add column seal bigint;
create unique index audit_log_position on audit_log (position) where position is not null;
create index audit_log_unsealed on audit_log (id) where position is null;
create index audit_log_action on audit_log (action, id desc);
create index audit_log_seal on audit_log (seal, position) where position is not null;

create table audit_checkpoints (
  kind text not null,
  position bigint not null,
  hash text not null,
  mac text not null,
  created_at timestamptz not null,
  primary key (kind, position)
);

create table audit_verifications (
  id text primary key,
  verified_at timestamptz not null,
  position bigint not null,
  entries bigint not null,
  fault jsonb
);
create index audit_verifications_at on audit_verifications (verified_at desc);

create table audit_feed (
  only_row boolean primary key default true check (only_row),
  seal bigint not null default 0,
  claimed_by text,
  claimed_until timestamptz
);
insert into audit_feed default values;

create function refuse_audit_change() returns trigger language plpgsql as $refuse$
begin
  if tg_op = 'UPDATE' and old.position is null and new.position is not null
     and to_jsonb(new) - '{position,hash,seal}'::text[] = to_jsonb(old) - '{position,hash,seal}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (
       select 1 from audit_checkpoints where kind = 'CUT' and position >= old.position) then
    return old;
  end if;
  raise exception 'The audit log is append-only: its entries are neither changed nor removed.';
end
$refuse$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create function refuse_audit_truncate() returns trigger language plpgsql as $refuse$
begin
  raise exception 'The audit log is append-only: it is not emptied.';
end
$refuse$;
create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function refuse_audit_truncate();
`,
};
