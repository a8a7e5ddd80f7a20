import { describe, expect, it } from 'vitest';
import { putQueryOf } from './put-saved-query.ts';

const schedule = { timeoutMinutes: 2, disabled: false };
const put = (sqlQuery: string, over: { cron?: string; rateMinutes?: number }) => () =>
  putQueryOf({ name: 'Q', sqlQuery, schedule: { ...schedule, ...over } }, undefined);

describe('scheduled queries as an editor sends them', () => {
  it('[001-5.7] need a limit clause if the SQL has none', () => {
    expect(put('select door from custom_doors', { rateMinutes: 5 })).toThrow(
      /sqlQuery: a scheduled query needs a limit/,
    );
    expect(put('select door from custom_doors limit 10', { rateMinutes: 5 })).not.toThrow();
    expect(put('custom_doors | where true', { rateMinutes: 5 }), 'PantherFlow').not.toThrow();
    expect(() =>
      putQueryOf({ name: 'Q', sqlQuery: 'select door from custom_doors' }, undefined),
    ).not.toThrow();
  });

  it('need a cron expression that can be read', () => {
    expect(put('select 1 limit 1', { cron: '0 0 * * MON' })).toThrow(
      /schedule: The cron expression "0 0 \* \* MON" cannot be used/,
    );
    expect(put('select 1 limit 1', { cron: '0 0 * * 1' })).not.toThrow();
  });
});
