import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Lake, QueryLane } from './front-door.ts';
import { openLake } from './lake.ts';
import { startClickhouseFront, type ClickhouseFront } from './testing/index.ts';

/** Two seats, and one owner may have both. */
const lane: QueryLane = { pool: 'internal', owner: 'test' };
const slow = 'SELECT max(sipHash64(number)) FROM numbers(300000000000)';

let front: ClickhouseFront;
let between: Server;
let lake: Lake;
/** By the text of the request they carry. */
const carried: { socket: Socket; text: string }[] = [];

beforeAll(async () => {
  front = await startClickhouseFront();
  between = createServer((socket) => {
    const onward = connect(Number(new URL(front.url).port), '127.0.0.1');
    const one = { socket, text: '' };
    carried.push(one);
    socket.on('data', (bytes) => (one.text += bytes.toString('latin1')));
    // The server does not notice that its client is gone, as it does not until it has an answer to write.
    socket.on('error', () => undefined).on('close', () => undefined);
    socket.pipe(onward, { end: false });
    onward.on('error', () => undefined).pipe(socket);
  });
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
  const { port } = between.address() as AddressInfo;
  lake = await openLake({ url: `http://127.0.0.1:${port}` }, { logger: silentLogger });
}, 60_000);
afterAll(async () => {
  await lake.close();
  between.close();
  await front.close();
});

const runs = (tag: string) => vi.waitFor(async () => expect(await lake.progress(tag)).toBeDefined(), 30_000);

it('keeps the seat of a query whose connection broke until the server has ended it', async () => {
  const kept = lake.query({ lane, sql: slow, tag: 'kept' });
  const broken = lake.query({ lane, sql: slow, tag: 'broken' });
  const outcomes = Promise.allSettled([kept, broken]);
  await runs('kept');
  await runs('broken');
  const next = lake.query({ lane, sql: 'SELECT 1' });
  for (const { socket, text } of carried) if (text.includes('log_comment=broken')) socket.destroy();
  await expect(broken).rejects.toMatchObject({ code: 'DataLakeUnavailable' });
  await next;
  expect(await lake.progress('broken')).toBeUndefined();
  expect(await lake.progress('kept')).toBeDefined();
  await lake.cancel('kept');
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
}, 120_000);
