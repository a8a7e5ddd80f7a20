import type { Migration } from '@margay/store';

/** What a finished unit of work found, for judges that would not find the same again; compressed. */
export const keptFindings: Migration = {
  id: '0045-kept-findings',
  sql: 'alter table finished_parts add column findings bytea;',
};
