import { flowOfFilters, sqlOfFilters } from '@margay/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchParamsInput } from './schema.ts';
import {
  ada,
  ask,
  ended,
  eve,
  nodesOf,
  openCount,
  openLog,
  openSearchPlace,
  secretCount,
  type SearchPlace,
} from './testing.ts';

let place: SearchPlace;
beforeAll(async () => {
  place = await openSearchPlace();
});
afterAll(() => place.remove());

const flow = (filters: string, over: Partial<SearchParamsInput> = {}): SearchParamsInput => ({
  language: 'pantherflow',
  filters,
  ...over,
});

const numbersOf = (view: Awaited<ReturnType<typeof ask>>) => nodesOf(view).map((node) => node['number']);

describe('PantherFlow in Search', () => {
  it('reads the tables of the text in time order, whole events page by page', async () => {
    const { id } = await place.searches.start(ada, flow("open_log | where user.id == 'u4'"));
    const first = await ended(place, ada, { id, component: 'detailsDescending', pageSize: 3 });
    expect(numbersOf(first)).toEqual([249, 244, 239]);
    expect(nodesOf(first)[0]).toMatchObject({
      tags: ['all', 't0'],
      p_event_time: '2024-05-01 14:09:00.000000000',
    });
    const cursor = first.result?.page.endCursor ?? '';
    const next = await ended(place, ada, { id, component: 'detailsDescending', pageSize: 3, cursor });
    expect(numbersOf(next)).toEqual([234, 229, 224]);
    const oldest = await ended(place, ada, { id, component: 'detailsAscending', pageSize: 2 });
    expect(numbersOf(oldest)).toEqual([4, 9]);
    const timeline = await ended(place, ada, { id, component: 'timeline' });
    expect(timeline.result?.page.rowCount).toBe(openCount / 5);
  });

  it('ignores the form when the text names a table', async () => {
    const params = flow('open_log | where number < 3', {
      databases: ['panther_rule_matches'],
      startTime: '2024-05-01T12:00:00.000Z',
      endTime: '2024-05-01T13:00:00.000Z',
    });
    expect(numbersOf(await ask(place, ada, params))).toEqual([2, 1, 0]);
  });

  it('takes tables and times from the form when the text names none, besides its own filters', async () => {
    const over = {
      databases: ['panther_logs'],
      tables: ['open_log'],
      startTime: '2024-05-01T10:05:00.000Z',
      endTime: '2024-05-01T10:10:00.000Z',
    };
    expect(numbersOf(await ask(place, ada, flow('| where number % 2 == 0', over)))).toEqual([8, 6]);
    const wrong = place.searches.start(ada, flow('| limit 1', { ...over, tables: ['nowhere'] }));
    await expect(wrong).rejects.toMatchObject({ message: 'Invalid table(s): nowhere' });
  });

  it('gives, as SQL does, the events that the same conditions give in the form', async () => {
    const value = (given: unknown) => JSON.stringify(given);
    const conditions = [
      { target: 'user', operator: 'contains', value: value('u4') },
      { target: 'user.id', operator: 'is-not', value: value('u4') },
      { target: 'nothing', operator: 'is-not', value: value('x') },
      { target: 'tags', operator: 'has-like', value: value('T1') },
      { target: 'number', operator: 'between', value: value([3, 70]) },
      { target: 'p_any_ip_addresses[0]', operator: 'is-within-cidr', value: value('10.0.0.2/31') },
    ];
    const catalog = place.lake.catalog();
    const scope = { databases: ['panther_logs'], tables: ['open_log'] };
    for (const condition of conditions) {
      const filters = { and: [condition] };
      const texts = [
        flowOfFilters({ ...scope, filters }, catalog),
        sqlOfFilters({ ...scope, filters }, catalog),
      ];
      const [inFlow, inSql] = texts.map(({ text = '' }) => text);
      const form = numbersOf(
        await ask(place, ada, { language: 'simplesearch', filters: value(filters), limit: 1000, ...scope }),
      );
      expect(form.length, inFlow).toBeGreaterThan(0);
      expect(numbersOf(await ask(place, ada, flow(inFlow!, { limit: 1000 }))), inFlow).toEqual(form);
      const sql = await ask(place, ada, { language: 'sql', filters: inSql!, limit: 1000 });
      expect(numbersOf(sql), inSql).toEqual(form);
    }
  });

  it('keeps rows in the order of the query when it sorts, else in time order, also behind a limit', async () => {
    const sorted = flow('open_log | sort name desc | limit 4 | project number');
    expect(numbersOf(await ask(place, ada, sorted))).toEqual([99, 98, 97, 96]);
    const limited = flow('open_log | where number < 5 | limit 100');
    expect(numbersOf(await ask(place, ada, limited))).toEqual([4, 3, 2, 1, 0]);
    expect(numbersOf(await ask(place, ada, limited, { component: 'detailsAscending' }))).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(numbersOf(await ask(place, ada, flow('open_log', { limit: 2 })))).toEqual([249, 248]);
  });

  it('is about the same rows in each of its parts where a limit may take any', async () => {
    const text = 'open_log | limit 7 | where number > 0 | project p_event_time, p_row_id, p_log_type, number';
    const { id } = await place.searches.start(ada, flow(text));
    const details = await ended(place, ada, { id, component: 'detailsDescending' });
    expect(numbersOf(details)).toEqual([249, 248, 247, 246, 245, 244, 243]);
    const timeline = await ended(place, ada, { id, component: 'timeline' });
    expect(timeline.result?.page.rowCount).toBe(7);
    const summary = await ended(place, ada, { id, component: 'summary', columns: ['number'] });
    expect(
      nodesOf(summary)
        .map(({ value }) => Number(value))
        .toSorted((a, b) => b - a),
    ).toEqual(numbersOf(details));
  });

  it('shows rows that are no events, and counts them in a timeline without times', async () => {
    const { id } = await place.searches.start(
      ada,
      flow('open_log | summarize n = agg.count() by user.id | sort n desc, user.id'),
    );
    const details = await ended(place, ada, { id, component: 'detailsDescending' });
    expect(details.result?.page.order).toEqual(['user.id', 'n']);
    const summary = await ended(place, ada, { id, component: 'summary', columns: ['n', 'p_log_type'] });
    expect(summary.result?.page.types['distinctCounts']).toEqual({ n: 1 });
    const timeline = await ended(place, ada, { id, component: 'timeline' });
    expect(timeline.status).toBe('succeeded');
    // One bar without a time: the rows are counted, but not placed.
    expect(nodesOf(timeline)).toMatchObject([{ bucket: null, count: 5 }]);
  });

  it('says how a query that ends in visualize is drawn', async () => {
    const text =
      'open_log | summarize n = agg.count() by slot = time.slice(p_event_time, 1, "h") | sort slot | visualize line';
    const started = await place.searches.start(ada, flow(text));
    const chart = { chart: 'line', xcolumn: 'slot', ycolumns: ['n'] };
    expect(started.visualize).toMatchObject(chart);
    const view = await ended(place, ada, { id: started.id, component: 'detailsDescending' });
    expect(view.visualize).toMatchObject(chart);
    expect(nodesOf(view)).toHaveLength(5);
    const plain = await place.searches.start(ada, flow('open_log | limit 1'));
    expect(plain.visualize).toBeUndefined();
  });

  it('points at what is wrong', () => {
    expect(place.searches.check(ada, flow('open_log\n| where strings.nope(name)'))).toMatchObject([
      { code: 'name.unknown_function', severity: 'error', line: 2, column: 9 },
    ]);
  });
});

describe('PantherFlow and log types one may not read', () => {
  const countOf = async (text: string) => {
    const view = await ask(place, eve, flow(text));
    return nodesOf(view)[0]?.['n'];
  };

  it('leaves their tables out of patterns', async () => {
    expect(await countOf('union panther_logs.public.* | summarize n = agg.count()')).toBe(openCount);
    const all = await ask(place, ada, flow('union panther_logs.public.* | summarize n = agg.count()'));
    expect(nodesOf(all)[0]).toEqual({ n: openCount + secretCount });
    expect(await countOf('| summarize n = agg.count()')).toBe(openCount);
  });

  it('speaks of them as of tables that do not exist', async () => {
    const refusal = (name: string) =>
      place.searches.start(eve, flow(name)).then(
        () => expect.fail('it ran'),
        (error: { message: string; details: { diagnostics: object[] } }) => ({
          message: error.message.replace(/secret_(vault|nowhere)/, 'X'),
          suggestions: JSON.stringify(error.details.diagnostics).includes('secret_vault":'),
        }),
      );
    for (const form of [
      '*',
      'panther_logs.public.*',
      'union open_log, *',
      'datatable [{"a": 1}] | join kind=cross r=(*)',
    ])
      expect(await refusal(form.replace('*', 'secret_vault'))).toEqual(
        await refusal(form.replace('*', 'secret_nowhere')),
      );
    const near = place.searches.check(eve, flow('secret_vaul'));
    expect(JSON.stringify(near)).not.toContain('secret_vault');
    expect(JSON.stringify(place.searches.check(ada, flow('secret_vaul')))).toContain('secret_vault');
    expect(JSON.stringify(place.searches.check(eve, flow('union panther_logs.public.secret*')))).toContain(
      'No table fits',
    );
  });

  it('keeps what a search found from people who may not read it', async () => {
    const { id } = await place.searches.start(ada, flow('secret_vault | limit 5'));
    const view = await ended(place, eve, { id, component: 'detailsDescending' });
    expect(view.status).toBe('failed');
    expect(view.message).toContain('There is no table');
  });
});

describe('PantherFlow where SQL is usual', () => {
  it('runs by its name and by its pragma', async () => {
    const rows = { columns: ['n'], rows: [[openCount]], isTruncated: false };
    const text = 'open_log | summarize n = agg.count()';
    expect(await place.searches.runSql(ada, { language: 'pantherflow', text })).toEqual(rows);
    expect(
      await place.searches.runSql(ada, { language: 'sql', text: `-- pragma: pantherflow\n${text}` }),
    ).toEqual(rows);
    const asked = place.searches.runSql(ada, { language: 'pantherflow', text: '| limit 1' });
    await expect(asked).rejects.toMatchObject({ message: 'The query names no table.' });
    const { rows: limited, isTruncated } = await place.searches.runSql(ada, {
      language: 'pantherflow',
      text: `union ${openLog.toLowerCase().replace('.', '_')} | project number`,
      rowLimit: 3,
    });
    expect([limited.length, isTruncated]).toEqual([3, true]);
  });
});
