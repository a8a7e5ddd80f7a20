import type { Migration } from '@margay/store';

export const secondFactorByRole: Migration = {
  id: '0050-second-factor-by-role',
  sql: `alter table roles add column requires_second_factor boolean not null default false;`,
};
