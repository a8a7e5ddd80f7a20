import type { Migration } from '@margay/store';

/**
 * Where each session is used from, for the person it is of; the sign-in policy as one of the groups of settings; and that
 * settings decide what somebody may do, so that changing them is announced as a change of roles is.
 */
export const sessionFacts: Migration = {
  id: '0062-session-facts',
  sql: `
alter table sessions
  add column source_ip text,
  add column user_agent text;

insert into settings (key, value, updated_by, updated_at)
select 'group:sign-in', jsonb_build_object('values', value, 'sealed', null), updated_by, updated_at
from settings where key = 'signIn';
delete from settings where key = 'signIn';

create trigger announce_access after insert or update or delete on settings
  for each statement execute function announce_access();
`,
};
