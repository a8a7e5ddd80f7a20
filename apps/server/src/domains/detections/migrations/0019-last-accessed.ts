import type { Migration } from '@margay/store';

/** When somebody last opened or ran an item; lists of saved queries can be in this order. */
export const lastAccessed: Migration = {
  id: '0019-last-accessed',
  sql: 'alter table content_items add column last_accessed_at timestamptz;',
};
