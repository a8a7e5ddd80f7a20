import type { Migration } from '@margay/store';

/** Who answers for a token, whose own access bounds it: who made it, and after a rotation who rotated it. */
export const tokenMakers: Migration = {
  id: '0074-token-makers',
  sql: `
alter table api_tokens add column maker jsonb;
update api_tokens set maker = created_by;
alter table api_tokens alter column maker set not null;
`,
};
