import type { Migration } from '@margay/store';

/** Tells whether a process has the secret key that the secrets of this state were sealed with. */
export const secretKeyCheck: Migration = {
  id: '0030-secret-key-check',
  sql: `
create table secret_key_check (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null
);
`,
};
