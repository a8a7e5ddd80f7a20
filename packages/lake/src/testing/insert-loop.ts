import { writeSync } from 'node:fs';
import { silentLogger } from '@margay/kit';
import { openLake } from '../lake.ts';
import { createRowEncoder } from '../rows/row-encoder.ts';

/**
 * Child process of the crash test: inserts numbered batches and writes each number to stdout once the insert has
 * resolved. `node insert-loop.ts <dataDir> <first batch> <mode>`; the first batch is sent as a repeat of one whose
 * fate the parent does not know, the way the mode says.
 */
const [dataDir = '', first = '0', mode = 'token'] = process.argv.slice(2);
const rowsPerBatch = 30;

const lake = await openLake({ dataDir }, { logger: silentLogger });
const layout = await lake.ensureTable('panther_logs', {
  logType: 'Test.Crash',
  version: 1,
  fields: [{ name: 'batch', type: { kind: 'int' } }],
});
const encoder = createRowEncoder(layout);
writeSync(1, 'open\n');

for (let batch = Number(first); ; batch++) {
  for (let i = 0; i < rowsPerBatch; i++) {
    // Rows of one batch lie in several partitions.
    const day = String(1 + (i % 5)).padStart(2, '0');
    encoder.append({
      event: { batch, p_row_id: `${batch}-${i}`, p_event_time: `2024-03-${day} 00:00:00.000000000` },
      raw: `batch ${batch} row ${i}`,
    });
  }
  const isRepeat = mode === 'repeat' && batch === Number(first);
  await lake.insert(layout, encoder.take(), { token: `batch-${batch}`, isRepeat });
  writeSync(1, `${batch}\n`);
}
