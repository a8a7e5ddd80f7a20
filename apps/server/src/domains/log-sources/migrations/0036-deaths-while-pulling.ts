import type { Migration } from '@margay/store';

/** How many processes in a row died while they pulled a source. */
export const deathsWhilePulling: Migration = {
  id: '0036-deaths-while-pulling',
  sql: `
alter table source_pulls add column deaths integer not null default 0;
`,
};
