import type { Migration } from '@margay/store';

/** How the unit tests of each detection went, in the version it was then. */
export const testRuns: Migration = {
  id: '0041-test-runs',
  sql: `
create table detection_test_runs (
  detection_id text primary key,
  version_id text not null,
  judged_by text not null,
  failed int not null,
  total int not null,
  ran_at timestamptz not null
);
`,
};
