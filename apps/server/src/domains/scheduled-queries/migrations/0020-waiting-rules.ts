import type { Migration } from '@margay/store';

/** Rules that were quarantined when they should have judged a run's rows, and how often its rows went to rules. */
export const waitingRules: Migration = {
  id: '0020-waiting-rules',
  sql: `
alter table scheduled_query_runs add column waiting_rules jsonb not null default '[]';
alter table scheduled_query_runs add column passes int not null default 0;
`,
};
