import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventShape } from '@margay/model';
import { createRowEncoder } from './index.ts';
import type { TemporaryLake } from './testing/index.ts';
import { openTemporaryLake } from './testing/index.ts';

const shape: EventShape = {
  logType: 'Test.Smoke',
  version: 1,
  fields: [
    { name: 'a', type: { kind: 'string' } },
    { name: 'o', type: { kind: 'object', fields: [{ name: 'n', type: { kind: 'int' } }] } },
  ],
};

describe('smoke', () => {
  let temporary: TemporaryLake;
  beforeAll(async () => {
    temporary = await openTemporaryLake();
  });
  afterAll(() => temporary.remove());
  it('stores and finds', async () => {
    const { lake } = temporary;
    const layout = await lake.ensureTable('panther_logs', shape);
    const encoder = createRowEncoder(layout);
    encoder.append({
      event: {
        a: "x'y\n\n",
        o: { n: 5 },
        p_event_time: '2024-01-02 03:04:05.123456789',
        p_row_id: 'r1',
        extra: 3,
      },
      raw: 'Hello World',
    });
    await lake.insert(layout, encoder.take(), { token: 't' });
    const r = await lake.query({
      sql: 'SELECT *, {v:String} v FROM panther_logs.test_smoke WHERE hasAllTokens(p_raw, {t:String})',
      params: { v: "a\\'b\n", t: 'hello WORLD' },
    });
    expect(r.rows.length).toBe(1);
  });
});
