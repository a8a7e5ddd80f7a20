import type { Migration } from '@margay/store';

/** What events of a schema are read by, where field discovery has found fields. */
export const discoveredSpecs: Migration = {
  id: '0025-discovered-specs',
  sql: `alter table schemas add column discovered_spec text`,
};
