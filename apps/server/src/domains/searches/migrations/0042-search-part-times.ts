import type { Migration } from '@margay/store';

/** How long each part of a search took when it ran last; and PantherFlow, which was kept as a search of the form. */
export const searchPartTimes: Migration = {
  id: '0042-search-part-times',
  sql: `
alter table searches add column part_ms jsonb not null default '{}';
update searches set kind = 'pantherflow' where language = 'pantherflow' and kind in ('search', 'adhoc');
`,
};
