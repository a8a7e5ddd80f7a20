import { writeSync } from 'node:fs';
import { testLane } from './index.ts';
import { silentLogger } from '@margay/kit';
import type { Field } from '@margay/model';
import { openLake } from '../lake.ts';
import { createRowEncoder } from '../rows/row-encoder.ts';

/** Child process of a test: 150 columns over 45 daily partitions, written and read. `node many-days.ts <dataDir>` */
const dayCount = 45;
const fields = Array.from({ length: 150 }, (_, at): Field => ({ name: `f${at}`, type: { kind: 'string' } }));

const lake = await openLake({ dataDir: process.argv[2] ?? '' }, { logger: silentLogger });
const layout = await lake.ensureTable('panther_logs', { logType: 'Test.Wide', version: 1, fields });
const encoder = createRowEncoder(layout);
const values = Object.fromEntries(fields.map((field, at) => [field.name, `value ${at}`]));
for (let batch = 0; batch < 4; batch++) {
  for (let i = 0; i < 1125; i++) {
    const day = new Date(Date.UTC(2024, 0, 1 + (i % dayCount))).toISOString().slice(0, 10);
    encoder.append({
      event: { ...values, p_row_id: `${batch}-${i}`, p_event_time: `${day} 00:00:00` },
      raw: `line ${i}`,
    });
  }
  await lake.insert(layout, encoder.take(), { token: String(batch) });
}
const everything = fields.map((field) => `uniq(${field.name})`).join(' + ');
const { rows } = await lake.query({
  lane: testLane,
  sql: `SELECT count(), uniqExact(toDate(p_event_time)), ${everything} FROM panther_logs.test_wide`,
});
const [rowCount, days] = rows[0] ?? [];
writeSync(1, `${String(rowCount)} rows on ${String(days)} days\n`);
await lake.close();
