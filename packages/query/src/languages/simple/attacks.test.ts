import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../testing/engine.ts';
import { compileSimpleSearch } from './compile-simple.ts';
import { simpleOperators } from './operators/index.ts';
import { searchRequestSchema } from './schema.ts';

const now = new Date('2024-01-02T01:00:00Z');
/** What would mean something to SQL, its placeholders, LIKE, regular expressions, JSON paths or prototypes. */
const hostile = [
  "' or 1=1 --",
  "') or ('1'='1",
  "x' union all select * from system.tables --",
  "\\' or 1=1 --",
  '\\',
  '" or ""="',
  '` or 1=1 --',
  '$$ or 1=1 $$',
  "'; drop table panther_logs.aws_alb; --",
  "' settings readonly=0 --",
  "' into outfile '/tmp/margay-attack' --",
  "'||(select count() from system.one)||'",
  "file('/etc/passwd', 'LineAsString')",
  '{p0:String}',
  '{p0:Identifier}',
  '%{p1}',
  '%\\_\\%zzz',
  '.*(zzz|^)*$)(',
  '(?i)(((',
  '/* zzz */ -- zzz',
  'zzz\u0000zzz',
  'zzz\n;\nselect 1',
  'zzz\ud800',
  '\u202ezzz',
  '__proto__',
  "$.a[?(@.b=='zzz')]",
  'zzz\'[0]"`.:',
];

/** Of each family one, for every operator there is. */
const hostileValues = [
  "zzz' or 1=1 --",
  "zzz\\' or 1=1 --",
  "x' union all select * from system.tables --",
  '{p0:String}zzz',
  '%{p1}\\_zzz',
  '(?i)(((zzz',
  'zzz\u0000zzz',
  'zzz\ud800',
];

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

interface Condition {
  target?: string;
  operator: string;
  value?: unknown;
}

/** The rows a condition finds, or that it is refused in words. */
async function outcomeOf({ target, operator, value }: Condition): Promise<unknown> {
  const condition = {
    ...(target === undefined ? {} : { target }),
    operator,
    ...(value === undefined ? {} : { value: JSON.stringify(value) }),
  };
  const filters = JSON.stringify({ or: [{ uuid: 'u', and: [condition] }] });
  return outcomeOfText(filters);
}

async function outcomeOfText(filters: string): Promise<unknown> {
  const request = searchRequestSchema.parse({
    limit: 100,
    relativeTime: 'PAllTime',
    sortDir: 'ascending',
    databases: ['panther_logs'],
    filters,
  });
  const { query, diagnostics } = compileSimpleSearch(request, testCatalog, { now });
  if (!query) return diagnostics.some(({ message }) => message !== '') ? 'refused' : 'no words';
  return (await engine.run(query)).map((row) => row['p_row_id']);
}

describe('keys, operators, values and words of the search form', () => {
  it.each(simpleOperators.map(({ id, input, columnType }) => [id, input, columnType] as const))(
    '%s: takes hostile values for texts that nothing has',
    async (operator, input, columnType) => {
      const ask = (text: string) =>
        outcomeOf({
          ...(columnType === 'row' ? {} : { target: 'eventName' }),
          operator,
          value: input === 'list' ? [text, 'qqzzz'] : text,
        });
      const wanted = await ask('qqzzz');
      for (const text of hostileValues) {
        const found = await ask(text);
        expect([text, found === 'refused' ? wanted : found]).toEqual([text, wanted]);
      }
    },
  );

  it('takes hostile keys for names of fields that nothing has', async () => {
    for (const operator of ['is', 'is not', 'contains', 'exists', 'is null']) {
      const ask = (target: string) =>
        outcomeOf({
          target,
          operator,
          ...(operator === 'exists' || operator === 'is null' ? {} : { value: 'x' }),
        });
      const wanted = await ask('zzz');
      for (const key of hostile) {
        for (const target of [key, `zzz.${key}`, `userIdentity:${key}`]) {
          const found = await ask(target);
          if (found !== 'refused') expect([operator, target, found]).toEqual([operator, target, wanted]);
        }
      }
    }
  });

  it('takes hostile operators and words for what they are', async () => {
    for (const text of hostile) {
      expect(await outcomeOf({ target: 'eventName', operator: text.slice(0, 90), value: 'x' })).toBe(
        'refused',
      );
      const found = await outcomeOfText(JSON.stringify({ text: `"zzz ${text}"` }));
      expect([text, found === 'refused' ? [] : found]).toEqual([text, []]);
    }
    expect(await engine.rows({ sql: 'select count() > 0 from panther_logs.aws_alb' })).toEqual([
      [expect.anything()],
    ]);
  });
});
