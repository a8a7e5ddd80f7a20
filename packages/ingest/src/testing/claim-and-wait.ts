/** Run as a process of its own: claims a batch from the JetStream buffer at `argv[2]`, prints its id, and does no more. */
import { silentLogger } from '@margay/kit';
import { openJetStreamBuffer } from '../jetstream/open-jetstream-buffer.ts';

const buffer = await openJetStreamBuffer({
  url: process.argv[2] ?? '',
  logger: silentLogger,
  claimSeconds: Number(process.argv[3]),
});
const kept: unknown[] = [];
for await (const segment of buffer.take()) {
  kept.push(segment);
  process.stdout.write(`${segment.ref.batchId}\n`);
}
