import type { Migration } from '@margay/store';

/** What the profiler shows beside the time a detection takes. */
export const profiles: Migration = {
  id: '0013-profiles',
  sql: `
alter table detection_statistics add column considered bigint not null default 0;
alter table detection_statistics add column skipped bigint not null default 0;
`,
};
