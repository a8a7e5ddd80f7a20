import type { Migration } from '@margay/store';

/** Whoever changes what somebody may do tells every process, also by hand in the database: see `keepAccess`. */
export const announcedAccess: Migration = {
  id: '0043-announced-access',
  sql: `
create function announce_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('margay_access', '');
  return null;
end
$$;
create trigger announce_access after update or delete on roles
  for each statement execute function announce_access();
create trigger announce_access after delete or update of email, given_name, family_name, role_id, status, enabled, deleted_at
  on users for each statement execute function announce_access();
create trigger announce_access after delete or update of user_id, auth_time, expires_at, revoked_at on sessions
  for each statement execute function announce_access();
`,
};
