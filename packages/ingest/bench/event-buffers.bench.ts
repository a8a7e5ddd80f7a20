/**
 * The spool and JetStream side by side, on this machine's disk: `node packages/ingest/bench/event-buffers.bench.ts`.
 * Prints batches per second with 64 small ones at once, and MB/s of large bodies, in and out.
 */
import { randomBytes } from 'node:crypto';
import { silentLogger } from '@margay/kit';
import type { EventBuffer } from '../src/buffer/event-buffer.ts';
import { openJetStreamBuffer } from '../src/jetstream/open-jetstream-buffer.ts';
import { openSpool } from '../src/spool/spool.ts';
import { findNatsServer, startNatsServer } from '../src/testing/index.ts';
import { newSpoolFolder } from '../src/testing/spool-folder.ts';

const smallSeconds = 5;
const atOnce = 64;
const smallBytes = 2048;
const largeBytes = 64 * 1024 ** 2;
const largeCount = 6;
const meta = () => ({ sourceId: 'bench', receivedAt: new Date(), format: { type: 'Lines' as const } });

/** Incompressible, so that what rests is as large as what was sent. */
const small = randomBytes(smallBytes);
const piece = randomBytes(1024 ** 2);
async function* large() {
  for (let sent = 0; sent < largeBytes; sent += piece.length) yield piece;
}

async function takeAll(buffer: EventBuffer, count: number): Promise<number> {
  const startedAt = performance.now();
  const working = new Set<Promise<void>>();
  let taken = 0;
  for await (const segment of buffer.take()) {
    const work = (async () => {
      for await (const _chunk of segment.plain());
      await buffer.done(segment.ref);
    })();
    working.add(work);
    void work.finally(() => working.delete(work));
    if (working.size >= atOnce) await Promise.race(working);
    if (++taken === count) break;
  }
  await Promise.all(working);
  return (performance.now() - startedAt) / 1000;
}

async function measure(name: string, buffer: EventBuffer): Promise<void> {
  const startedAt = performance.now();
  const end = startedAt + smallSeconds * 1000;
  let appended = 0;
  const appender = async () => {
    while (performance.now() < end) {
      await buffer.append(meta(), small);
      appended++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, appender));
  const appendSeconds = (performance.now() - startedAt) / 1000;
  const takeSeconds = await takeAll(buffer, appended);

  const largeAt = performance.now();
  for (let i = 0; i < largeCount; i++) await buffer.append(meta(), large());
  const inSeconds = (performance.now() - largeAt) / 1000;
  const outSeconds = await takeAll(buffer, largeCount);
  const megabytes = (largeBytes * largeCount) / 1e6;
  console.log(
    `${name}: ${Math.round(appended / appendSeconds)} appends/s, ${Math.round(appended / takeSeconds)} taken and done/s, ` +
      `large bodies ${Math.round(megabytes / inSeconds)} MB/s in, ${Math.round(megabytes / outSeconds)} MB/s out, ` +
      `peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
}

const { dir, remove } = await newSpoolFolder();
const spool = await openSpool({ dir, logger: silentLogger });
await measure('spool', spool);
await spool.close();
await remove();

const found = await findNatsServer();
if ('program' in found) {
  const server = await startNatsServer(found.program);
  const buffer = await openJetStreamBuffer({ url: server.url, logger: silentLogger });
  await measure('JetStream', buffer);
  await buffer.close();
  await server.stop();
}
