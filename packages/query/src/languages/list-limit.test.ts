import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCatalog } from '../testing/catalog.ts';
import { insertTestEvents, openTestEngine, type TestEngine } from '../testing/engine.ts';
import { compilePantherFlow } from './pantherflow/compile-pantherflow.ts';
import { compileSimpleSearch } from './simple/compile-simple.ts';
import { searchRequestSchema } from './simple/schema.ts';
import { compileSql } from './sql/compile-sql.ts';

const now = new Date('2024-01-02T01:00:00Z');
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const tooLong =
  'A list has at most 10,000 values; this one has 10,001. Divide it among several searches, or use a condition that covers many values, such as like.';

function ofForm(values: string[], operator = 'is-in-list') {
  const condition = { target: 'eventName', operator, value: JSON.stringify(values) };
  const filters = JSON.stringify({ and: [condition] });
  const request = { limit: 100, relativeTime: 'PAllTime', databases: ['panther_logs'], filters };
  return compileSimpleSearch(searchRequestSchema.parse(request), testCatalog, { now });
}

describe('a list of values', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openTestEngine();
    await insertTestEvents(engine);
  });
  afterAll(() => engine.close());

  it('of 10,000 is asked for in a form, hashes too', async () => {
    const hashes = numbers(9_999).map((number) => String(number).padEnd(64, 'f'));
    const alone = await engine.run(ofForm(['ConsoleLogin']).query!);
    expect(alone.length).toBeGreaterThan(0);
    expect(await engine.run(ofForm([...hashes, 'ConsoleLogin']).query!)).toEqual(alone);
  });

  it.each(['is-in-list', 'is-not-in-list', 'has-any'])('longer than that is refused in a form: %s', (id) => {
    const { ok, diagnostics } = ofForm(numbers(10_001).map(String), id);
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([{ path: 'filters.and[0].value', message: tooLong }]);
  });

  it('longer than that is refused in a text, where it stands', () => {
    const list = numbers(10_001).join(',');
    const sql = compileSql(`select * from aws_cloudtrail where errorCode in (${list})`, testCatalog, { now });
    expect(sql.diagnostics).toMatchObject([{ code: 'limit.values', message: tooLong, line: 1, column: 36 }]);
    const flow = compilePantherFlow(`aws_cloudtrail | where errorCode in [${list}]`, testCatalog, { now });
    expect(flow.diagnostics[0]).toMatchObject({
      code: 'limit.values',
      message: tooLong,
      line: 1,
      column: 37,
    });
  });
});
