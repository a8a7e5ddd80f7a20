import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { ada, ask, form, nodesOf, openSearchPlace, sql, startOfTests, type SearchPlace } from './testing.ts';
import type { SearchParamsInput } from './schema.ts';
import { createSearchesService } from './service.ts';

const flow = (filters: string): SearchParamsInput => ({ language: 'pantherflow', filters });
const enough = { timeoutMs: 60_000, maxMemoryBytes: 2_000_000_000 };

describe('limits of searches', () => {
  let place: SearchPlace;
  beforeAll(async () => {
    place = await openSearchPlace();
  });
  afterAll(() => place.remove());

  const serviceWith = (limits: Partial<typeof enough>) =>
    createSearchesService({
      store: place.store,
      lake: place.lake,
      audit: createTestAuditLog(place.store),
      logger: silentLogger,
      clock: () => startOfTests,
      limits: { ...enough, ...limits },
    });

  /** What is said of a search that runs under these limits. */
  async function messageOf(params: SearchParamsInput, limits: Partial<typeof enough>): Promise<string> {
    const strict = serviceWith(limits);
    const { id } = await strict.start(ada, params);
    let view = await strict.part(ada, { id, component: 'detailsDescending' });
    while (view.status === 'running') view = await strict.part(ada, { id, component: 'detailsDescending' });
    strict.close();
    expect(view.status).toBe('failed');
    return view.message;
  }

  const numbers = (name: string) => `(select seq4() as ${name} from table(generator(rowcount => 1000000)))`;
  const endless = `select max(x) from ${numbers('x')} a, ${numbers('y')} b where x + y = -1`;
  const read = String.raw`It had read (nothing that could be counted|[\d,]+ of about [\d,]+ rows \(.*B\)) in \d+\.\d s\.$`;
  const languages: [string, SearchParamsInput][] = [
    ['the form', form()],
    ['PantherFlow', flow('panther_logs.open_log | summarize n = agg.count() by name | sort n desc')],
    ['SQL', sql('select name, count(*) as n from open_log group by name order by n desc')],
  ];

  it.each(languages)('of time and memory say in %s what was read and how to narrow it', async (_, params) => {
    expect(await messageOf(params, { timeoutMs: 1 })).toMatch(
      new RegExp(`ran longer than allowed and was stopped. Narrow its time range or add a filter.*${read}`),
    );
    expect(await messageOf(params, { maxMemoryBytes: 1000 })).toMatch(
      new RegExp(`more memory than allowed. Narrow its time range, group by fewer values.*${read}`),
    );
  });

  it('of values in a list are said before it runs; a list that is not too long is asked for', async () => {
    const service = serviceWith({});
    const listed = (count: number) => {
      const hashes = Array.from({ length: count - 1 }, (_, index) => String(index).padEnd(64, 'f'));
      const value = JSON.stringify([...hashes, 'Open.Log 1']);
      return form({ filters: JSON.stringify({ and: [{ target: 'name', operator: 'is-in-list', value }] }) });
    };
    await expect(service.start(ada, listed(10_001))).rejects.toMatchObject({
      kind: 'invalid-input',
      message: expect.stringContaining('A list has at most 10,000 values; this one has 10,001. Divide it'),
      details: { field: 'filters.and[0].value' },
    });
    const rows = nodesOf(await ask(place, ada, listed(10_000)));
    expect(rows.map((row) => row['name'])).toEqual(['Open.Log 1']);
    service.close();
  });

  it('of rows say so too', async () => {
    const strict = serviceWith({});
    const wide = "select repeat(repeat('x', 10000), 100) as s from open_log";
    await expect(strict.runSql(ada, { language: 'sql', text: wide })).rejects.toMatchObject({
      code: 'QueryResultTooLarge',
      message: expect.stringMatching(
        new RegExp(`more rows or bytes than allowed. Add a limit or a filter.*${read}`),
      ),
    });
    strict.close();
  });

  it('stop what would not end, and count what it had read', async () => {
    const message = await messageOf(sql(endless), { timeoutMs: 900 });
    expect(message).toMatch(/It had read [\d,]+ of about [\d,]+ rows/);
  });
});
