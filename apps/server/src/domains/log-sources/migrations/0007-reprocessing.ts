import type { Migration } from '@margay/store';

/** Up to when the failures of a source went through the pipeline again. */
export const reprocessing: Migration = {
  id: '0007-reprocessing',
  sql: `
create table reprocessed_failures (
  source_id text primary key,
  taken_until timestamptz not null
);
`,
};
