import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchParamsInput } from './schema.ts';
import type { PartRequest } from './service.ts';
import {
  ada,
  ask,
  ended,
  form,
  nodesOf,
  openCount,
  openSearchPlace,
  sql,
  type SearchPlace,
} from './testing.ts';

let place: SearchPlace;
beforeAll(async () => {
  place = await openSearchPlace();
});
afterAll(() => place.remove());

describe('what cannot run', () => {
  it('is refused with its place, and nothing is stored', async () => {
    const before = await place.searches.history(ada, {});
    const refuses = (params: SearchParamsInput) => expect(place.searches.start(ada, params)).rejects;
    await refuses(sql('select nme from open_log')).toMatchObject({
      code: 'InvalidInput',
      details: { line: 1, column: 8, diagnostics: [{ code: 'name.unknown_column', suggestion: 'name' }] },
    });
    await refuses(form({ tables: ['nowhere'] })).toMatchObject({ details: { field: 'tables' } });
    await refuses(form({ filters: '{' })).toMatchObject({ details: { field: 'filters' } });
    await refuses(form({ relativeTime: 'soon' })).toMatchObject({ details: { field: 'relativeTime' } });
    await refuses(form({ limit: 0 })).toMatchObject({ details: { field: 'limit' } });
    expect(await place.searches.history(ada, {})).toEqual(before);
    expect(place.searches.check(ada, sql('select nme from open_log'))).toMatchObject([
      { severity: 'error', line: 1, column: 8 },
    ]);
    expect(place.searches.check(ada, form())).toEqual([]);
  });

  it('answers a NUL character, which the store cannot keep, in words', async () => {
    await expect(place.searches.start(ada, sql("select '\u0000' as x"))).rejects.toMatchObject({
      code: 'InvalidInput',
    });
    await expect(
      place.searches.runSql(ada, { language: 'sql', text: "select '\u0000' as x" }),
    ).rejects.toMatchObject({ code: 'InvalidInput' });
    expect((await place.searches.start(ada, sql('select 1 as one', { tables: ['\u0000'] }))).id).toHaveLength(
      32,
    );
    expect((await place.searches.history(ada, { contains: '\u0000' })).views).toEqual([]);
    expect(await place.searches.byId(ada, '\u0000')).toBeUndefined();
  });

  it('names pages, cursors and columns that are none', async () => {
    const { id } = await place.searches.start(ada, form());
    const part = (over: Partial<PartRequest>) =>
      place.searches.part(ada, { id, component: 'detailsAscending', ...over });
    await expect(part({ pageSize: 0 })).rejects.toMatchObject({ details: { field: 'pageSize' } });
    await expect(part({ pageSize: 1001 })).rejects.toMatchObject({ details: { field: 'pageSize' } });
    await expect(part({ cursor: 'x'.repeat(2000) })).rejects.toMatchObject({ details: { field: 'cursor' } });
    await expect(part({ columns: Array<string>(51).fill('name') })).rejects.toMatchObject({
      details: { field: 'columns' },
    });
    await expect(part({ id: 'nobody' })).rejects.toMatchObject({ code: 'NotFound' });
    for (const cursor of [
      'x',
      btoa('{"seen":0,"at":{"kind":"after","eventTime":"\') or 1=1","rowId":""}}'),
    ]) {
      expect(await ended(place, ada, { id, component: 'detailsAscending', cursor })).toMatchObject({
        status: 'failed',
        message: 'The cursor is not one of this search. Start again at the first page.',
      });
    }
  });

  it.each([
    "select * from file('/etc/passwd', 'LineAsString')",
    "select * from url('http://169.254.169.254/', 'LineAsString')",
    "select * from open_log into outfile '/x'",
    'select * from open_log settings readonly=0',
    'select (select 1 settings readonly=0)',
    'select 1; drop table panther_logs.open_log',
    'drop table open_log',
    'select * from system.tables',
    'select * from panther_logs.open_log format JSON',
  ])('does not run %s', async (text) => {
    await expect(place.searches.start(ada, sql(text))).rejects.toMatchObject({ code: 'InvalidInput' });
    await expect(place.searches.runSql(ada, { language: 'sql', text })).rejects.toMatchObject({
      code: 'InvalidInput',
    });
    const rest = await place.searches.runSql(ada, {
      language: 'sql',
      text: 'select count(*) as n from open_log',
    });
    expect(rest.rows).toEqual([[openCount]]);
  });

  it.each(["' or 1=1 --", '\\', '{x:String}', '%', '"; drop', '\u0000', '$(id)'])(
    'takes %j in the form for a text and nothing else',
    async (hostile) => {
      const filters = JSON.stringify({
        and: [{ target: 'name', operator: 'is', value: JSON.stringify(hostile) }],
      });
      expect(nodesOf(await ask(place, ada, form({ filters })))).toEqual([]);
      const paths = await ask(place, ada, form(), { component: 'summary', columns: [hostile] });
      expect(paths.status).toBe('succeeded');
      expect(nodesOf(paths)).toEqual([]);
    },
  );
});
