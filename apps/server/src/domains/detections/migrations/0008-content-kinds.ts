import type { Migration } from '@margay/store';

/** What lists of policies, scheduled rules and derived rules filter by, and what refers to what. */
export const contentKinds: Migration = {
  id: '0008-content-kinds',
  sql: `
alter table content_items
  add column resource_types text[] not null default '{}',
  add column scheduled_queries text[] not null default '{}',
  add column base_id text;
create index content_items_id on content_items (id);
create index content_items_base on content_items (base_id) where base_id is not null;
`,
};
