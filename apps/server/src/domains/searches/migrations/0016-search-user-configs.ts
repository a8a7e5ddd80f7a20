import type { Migration } from '@margay/store';

/** Columns and charts a person chose for the results of a search. They go when the search is forgotten. */
export const searchUserConfigs: Migration = {
  id: '0016-search-user-configs',
  sql: `
create table search_user_configs (
  search_id text not null references searches (id) on delete cascade,
  person_id text not null,
  access_key text not null,
  table_properties jsonb not null,
  chart_properties jsonb not null,
  updated_at timestamptz not null,
  primary key (search_id, person_id)
);
`,
};
