import type { Migration } from '@margay/store';

/** Samples below the threshold: their rows in the lake carry no alert id. */
export const earlySamples: Migration = {
  id: '0006-early-samples',
  sql: `alter table alert_samples add column is_early boolean not null default false`,
};
