import type { Migration } from '@margay/store';

/** Passwords that somebody else made are good for some days. Who was deleted keeps the name, and no role. */
export const temporaryPasswords: Migration = {
  id: '0051-temporary-passwords',
  sql: `
alter table users add column temporary_until timestamptz;
alter table users alter column role_id drop not null;
`,
};
