/** Run as a process of its own: appends numbered batches to the spool of `argv[2]` and prints each acknowledged number. */
import { silentLogger } from '@margay/kit';
import { openSpool } from '../spool/spool.ts';

const spool = await openSpool({
  dir: process.argv[2] ?? '',
  logger: silentLogger,
  limits: { minFreeBytes: 0 },
});
const meta = { sourceId: 'killed', format: { type: 'Lines' as const } };
let next = 0;

async function appendForever(): Promise<never> {
  for (;;) {
    const number = next++;
    const body = Buffer.from(`batch ${number} ${'x'.repeat((number * 7919) % 50_000)}\n`);
    await spool.append({ ...meta, receivedAt: new Date() }, body);
    process.stdout.write(`${number}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, appendForever));
