import type { Migration } from '@margay/store';

/** What detections wait for the server, which is not what they cost. */
export const waiting: Migration = {
  id: '0039-waiting',
  sql: `
alter table detection_statistics add column waited_microseconds bigint not null default 0;
`,
};
