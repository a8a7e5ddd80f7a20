import type { Migration } from '@margay/store';

/**
 * Whose text an item runs, and what that person might read when it was saved: it decides with whose rules it shares a
 * process. Of what was saved before, its last author is taken, with what that person may read today.
 */
export const textAuthors: Migration = {
  id: '0035-text-authors',
  sql: `
alter table content_items add column text_author_id text, add column text_author_access jsonb;
update content_items set text_author_id = last_modified_by where not managed;
alter table content_versions add column text_author_id text, add column text_author_access jsonb;
update content_versions set text_author_id = created_by;
`,
};
