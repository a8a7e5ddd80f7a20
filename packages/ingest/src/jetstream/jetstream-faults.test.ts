import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { headers, connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '@margay/kit';
import type { Logger } from '@margay/kit';
import type { EventBuffer } from '../buffer/event-buffer.ts';
import { batchMeta, claim, textOf } from '../testing/event-buffer-contract.ts';
import { findNatsServer, startNatsServer } from '../testing/index.ts';
import type { TestNatsServer } from '../testing/index.ts';
import { createBodies } from './bodies.ts';
import {
  batchStream,
  batchSubject,
  bodyBucket,
  bodyStream,
  rejectedStream,
  rejectedSubject,
} from './layout.ts';
import { openJetStreamBuffer } from './open-jetstream-buffer.ts';
import type { JetStreamBufferOptions } from './open-jetstream-buffer.ts';
import { sweepBodies } from './sweep.ts';

const found = await findNatsServer();
const program = 'missing' in found ? '' : found.program;
const soon = { timeout: 90_000 };
const buffers: EventBuffer[] = [];

async function open(server: TestNatsServer, options: Partial<JetStreamBufferOptions> = {}) {
  const buffer = await openJetStreamBuffer({ url: server.url, logger: silentLogger, ...options });
  buffers.push(buffer);
  return buffer;
}
const takerOf = (buffer: EventBuffer) => buffer.take()[Symbol.asyncIterator]();

/** What an operator would use, beside the buffer. */
async function withManager<T>(
  server: TestNatsServer,
  use: (tools: Awaited<ReturnType<typeof toolsOf>>) => Promise<T>,
): Promise<T> {
  const tools = await toolsOf(server);
  try {
    return await use(tools);
  } finally {
    await tools.connection.close();
  }
}
async function toolsOf(server: TestNatsServer) {
  const connection = await connect({ servers: server.url });
  const manager = await jetstreamManager(connection);
  return { connection, manager };
}

afterEach(async () => {
  for (const buffer of buffers.splice(0)) await buffer.close();
});

describe.skipIf(program === '')('several processes on one stream', async () => {
  if (program === '') return;
  const server = await startNatsServer(program);
  afterAll(() => server.stop());
  afterEach(() => server.clear());

  it('share its batches, and see what is done by another', async () => {
    const a = await open(server, { limits: { maxClaimed: 3 } });
    const b = await open(server, { limits: { maxClaimed: 100 } });
    const refs = await Promise.all(
      Array.from({ length: 12 }, (_, i) => a.append(batchMeta(), Buffer.from(`${i}`))),
    );
    const ofA = await claim(takerOf(a), 3);
    const ofB = await claim(takerOf(b), 9);
    const ids = [...ofA, ...ofB].map(({ ref }) => ref.batchId);
    expect(ids.toSorted()).toEqual(refs.map(({ batchId }) => batchId).toSorted());
    await b.done(ofB[0]!.ref);
    expect(await a.contains(ofB[0]!.ref)).toBe(false);
    expect(await a.contains(ofB[1]!.ref)).toBe(true);
    // Not claimed here, so nothing happens.
    await a.done(ofB[1]!.ref);
    expect(await b.contains(ofB[1]!.ref)).toBe(true);
  });

  it('claim no more at once than they may, and go on when something is done', async () => {
    const buffer = await open(server, { limits: { maxClaimed: 2 } });
    const other = await open(server);
    for (let i = 0; i < 4; i++) await buffer.append(batchMeta(), Buffer.from(`${i}`));
    const taker = takerOf(buffer);
    const [first] = await claim(taker, 2);
    const rest = await claim(takerOf(other), 2);
    expect(await Promise.all(rest.map(textOf))).toEqual(['2', '3']);
    await buffer.append(batchMeta(), Buffer.from('4'));
    await other.close();
    await buffer.done(first!.ref);
    expect(await claim(taker, 1)).toHaveLength(1);
  });

  it('take over what another claimed, which may be done', async () => {
    const a = await open(server);
    const b = await open(server);
    const small = await a.append(batchMeta(), Buffer.from('small'));
    const large = await a.append(batchMeta(), randomBytes(1_500_000));
    await claim(takerOf(a), 2);
    for (const ref of [small, large]) {
      const segment = await b.takeOver(ref.batchId);
      expect(segment).toMatchObject({ mayBeDone: true, ref });
      expect(await segment!.readPlain()).toHaveLength(ref.plainBytes);
      await b.done(segment!.ref);
      expect(await b.contains(ref)).toBe(false);
      expect(await b.takeOver(ref.batchId)).toBeUndefined();
    }
    // The one that had them before finds nothing to do, and nothing to complain of.
    await a.done(small);
    await a.done(large);
    await expect.poll(() => b.stats(), soon).toMatchObject({ segments: 0, storedBytes: 0, claimed: 0 });
  });

  it('get what a killed process had claimed', async () => {
    const claimSeconds = 2;
    const buffer = await open(server, { claimSeconds });
    const ref = await buffer.append(batchMeta(), Buffer.from('left behind'));
    const script = fileURLToPath(new URL('../testing/claim-and-wait.ts', import.meta.url));
    const child = spawn(process.execPath, [script, server.url, `${claimSeconds}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await once(child.stdout, 'data');
    expect(String(printed).trim()).toBe(ref.batchId);
    const taken = claim(takerOf(buffer), 1);
    child.kill('SIGKILL');
    const [segment] = await taken;
    expect(segment).toMatchObject({ mayBeDone: true, ref });
    expect(await textOf(segment!)).toBe('left behind');
  });

  it('keep what they work on for longer than a claim lasts', async () => {
    const claimSeconds = 4;
    const a = await open(server, { claimSeconds, limits: { maxClaimed: 1 } });
    const b = await open(server, { claimSeconds });
    const ref = await a.append(batchMeta(), Buffer.from('slow'));
    await claim(takerOf(a), 1);
    const taker = takerOf(b);
    const others: string[] = [];
    const started = Date.now();
    // By its own clock the server would have given it to the other one twice by then.
    for (let isLast = false; !isLast;) {
      isLast = Date.now() - started > claimSeconds * 2000 + 1000;
      await b.append(batchMeta(), Buffer.from('next'));
      const [segment] = await claim(taker, 1);
      others.push(segment!.ref.batchId);
      await b.done(segment!.ref);
    }
    expect(others).not.toContain(ref.batchId);
    await a.done(ref);
    expect(await b.contains(ref)).toBe(false);
  });

  it('set aside a message that is damaged, and go on', async () => {
    const buffer = await open(server);
    const batchId = 'f'.repeat(32);
    const lost = 'e'.repeat(32);
    const kept = await buffer.append(batchMeta(), Buffer.from('whole'));
    await withManager(server, async ({ manager }) => {
      const { data } = (await manager.streams.getMessage(batchStream, { seq: kept.sequence }))!;
      const js = manager.jetstream();
      await js.publish(batchSubject(batchId), 'no segment at all');
      // Whole in itself, and of another batch.
      await js.publish(batchSubject(lost), data);
      const bodiless = headers();
      bodiless.set('Margay-Body', 'nowhere');
      await js.publish(batchSubject('odd'), data, { headers: bodiless });
    });
    const large = await buffer.append(batchMeta(), randomBytes(1_500_000));
    await withManager(server, async ({ manager }) => {
      const pieces = await manager.streams.info(bodyStream, { subjects_filter: '$O.*.C.>' });
      expect(Object.keys(pieces.state.subjects ?? {})).toHaveLength(1);
      await manager.streams.deleteMessage(bodyStream, pieces.state.first_seq);
    });
    await buffer.append(batchMeta(), Buffer.from('last'));
    const taken = await claim(takerOf(buffer), 2);
    expect(await Promise.all(taken.map(textOf))).toEqual(['whole', 'last']);
    expect(await buffer.contains(large)).toBe(false);
    await expect.poll(() => buffer.stats(), soon).toMatchObject({ segments: 2, setAside: 4 });
    await withManager(server, async ({ manager }) => {
      const rejected = await manager.streams.getMessage(rejectedStream, {
        last_by_subj: rejectedSubject(batchId),
      });
      expect(rejected!.header.get('Margay-Reason')).toContain('damaged');
      expect(Buffer.from(rejected!.data).toString()).toBe('no segment at all');
    });
  });

  it('keep what is set aside with its body, for a person to look at', async () => {
    const buffer = await open(server);
    await buffer.append(batchMeta(), randomBytes(1_500_000));
    const [segment] = await claim(takerOf(buffer), 1);
    await buffer.setAside(segment!.ref, 'undigestible');
    await withManager(server, async ({ connection, manager }) => {
      const store = await new Objm(connection).open(bodyBucket);
      const bodies = createBodies(manager, store, 65_536);
      const sweep = () =>
        sweepBodies({ manager, bodies, logger: silentLogger, minAgeMs: 0, now: () => Date.now() + 60_000 });
      expect(await sweep()).toBe(0);
      const [body] = await store.list();
      expect(body!.size).toBeGreaterThan(1_000_000);
      await manager.streams.purge(rejectedStream);
      expect(await sweep()).toBe(1);
      expect(await store.list()).toEqual([]);
    });
  });

  it('remove bodies whose message never came, when they are old', async () => {
    const buffer = await open(server);
    const ref = await buffer.append(batchMeta(), randomBytes(1_500_000));
    await withManager(server, async ({ connection, manager }) => {
      const store = await new Objm(connection).open(bodyBucket);
      const bodies = createBodies(manager, store, 65_536);
      await store.putBlob({ name: `${'a'.repeat(32)}.1` }, randomBytes(300_000));
      // What a process that died in the middle leaves.
      await manager.jetstream().publish(`$O.${bodyBucket}.C.UNFINISHED`, randomBytes(1000));
      const sweep = (minAgeMs: number) => sweepBodies({ manager, bodies, logger: silentLogger, minAgeMs });
      expect(await sweep(3_600_000)).toBe(0);
      expect(await sweep(-60_000)).toBe(2);
    });
    const [segment] = await claim(takerOf(buffer), 1);
    expect(await segment!.readPlain()).toHaveLength(1_500_000);
    await buffer.done(ref);
    await expect.poll(() => buffer.stats(), soon).toMatchObject({ storedBytes: 0 });
  });

  it('open a stream that has other limits with their own', async () => {
    const small = await open(server, { limits: { maxSegments: 1 } });
    await small.append(batchMeta(), Buffer.from('a'));
    await expect(small.append(batchMeta(), Buffer.from('b'))).rejects.toMatchObject({ code: 'BufferFull' });
    const wider = await open(server, { limits: { maxSegments: 10 } });
    await wider.append(batchMeta(), Buffer.from('b'));
    // What was there when it was opened may have been with somebody; what came since was not.
    const [a, b] = await claim(takerOf(wider), 2);
    expect([a!.mayBeDone, b!.mayBeDone]).toEqual([true, false]);
  });

  it('say how such a buffer is backed up', async () => {
    const buffer = await open(server);
    await expect(buffer.snapshot('anywhere')).rejects.toThrow('nats stream backup MARGAY_BATCHES');
  });
});

describe.skipIf(program === '')('a server that dies', () => {
  it('with kill -9 loses nothing acknowledged, refuses meanwhile, and is found again', async () => {
    const server = await startNatsServer(program);
    try {
      const buffer = await open(server);
      const taker = takerOf(buffer);
      await buffer.append(batchMeta(), Buffer.from('claimed before'));
      const [before] = await claim(taker, 1);
      const acknowledged = new Set<string>();
      const refusals: unknown[] = [];
      let isOver = false;
      async function appendForever(): Promise<void> {
        while (!isOver) {
          await buffer
            .append(batchMeta(), randomBytes(Math.floor(Math.random() * 20_000)))
            .then(({ batchId }) => acknowledged.add(batchId))
            .catch((error: unknown) => {
              refusals.push(error);
              return new Promise((resolve) => setTimeout(resolve, 20));
            });
        }
      }
      const large = await buffer.append(batchMeta(), randomBytes(1_500_000));
      acknowledged.add(large.batchId);
      const appenders = Array.from({ length: 16 }, appendForever);
      await expect.poll(() => acknowledged.size, soon).toBeGreaterThan(100);
      await server.kill();
      await expect.poll(() => refusals.length, soon).toBeGreaterThan(0);
      const atKill = acknowledged.size;
      await server.restart();
      await expect.poll(() => acknowledged.size, soon).toBeGreaterThan(atKill + 16);
      isOver = true;
      await Promise.all(appenders);
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ status: 503, code: 'BufferUnavailable', retryAfterSeconds: 5 });
      await buffer.done(before!.ref);
      expect(await buffer.contains(before!.ref)).toBe(false);
      const missing = new Set(acknowledged);
      while (missing.size > 0) {
        const [segment] = await claim(taker, 1);
        if (segment!.ref.batchId === large.batchId) expect(segment!.mayBeDone).toBe(true);
        await segment!.readPlain();
        await buffer.done(segment!.ref);
        missing.delete(segment!.ref.batchId);
      }
      expect(buffer.stats().setAside).toBe(0);
    } finally {
      for (const buffer of buffers.splice(0)) await buffer.close();
      await server.stop();
    }
  });

  it('and stays away lets the buffer close', async () => {
    const server = await startNatsServer(program);
    try {
      const buffer = await open(server);
      const waiting = takerOf(buffer).next();
      await server.kill();
      await expect
        .poll(() => buffer.append(batchMeta(), Buffer.from('a')).catch((error: unknown) => error), soon)
        .toMatchObject({ code: 'BufferUnavailable' });
      await buffer.close();
      expect((await waiting).done).toBe(true);
    } finally {
      await server.stop();
    }
  });
});

describe.skipIf(program === '')('a server that cannot hold the buffer', () => {
  it('is named with the reason when it is not there, without the password', async () => {
    const url = 'nats://margay:very-secret@127.0.0.1:9';
    const failure: Error = await openJetStreamBuffer({ url, logger: silentLogger }).then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    expect(failure).toMatchObject({ code: 'BufferUnavailable', status: 503 });
    expect(failure.message).toMatch(/127\.0\.0\.1:9 \(NATS_URL\).*Start the server/);
    expect(failure.message).not.toContain('very-secret');
  });

  it('is told to switch JetStream on', async () => {
    const server = await startNatsServer(program, { withoutJetStream: true });
    try {
      await expect(open(server)).rejects.toThrow('Switch JetStream on');
    } finally {
      await server.stop();
    }
  });

  it('is asked for room where it has too little, and a body it has no room for is a 507', async () => {
    const server = await startNatsServer(program, { jetstream: 'max_file_store: 8MB' });
    try {
      await expect(open(server)).rejects.toThrow(/Give the server room for 21474836480 bytes/);
      const buffer = await open(server, { limits: { maxBytes: 6 * 1024 ** 2 } });
      const warnings: unknown[] = [];
      const logger: Logger = { ...silentLogger, warn: (fields) => void warnings.push(fields) };
      const noting = await open(server, { limits: { maxBytes: 6 * 1024 ** 2 }, logger });
      await expect(noting.append(batchMeta(), randomBytes(12_000_000))).rejects.toMatchObject({
        status: 507,
        code: 'StorageFull',
        retryAfterSeconds: 30,
      });
      expect(warnings).toContainEqual(expect.objectContaining({ code: 'StorageFull' }));
      // The pieces of the one that was refused are removed in a moment; until then there is no room, and senders are told so.
      const append = () => buffer.append(batchMeta(), Buffer.from('small'));
      const ref = await vi.waitFor(append, { timeout: 60_000, interval: 100 });
      expect(await buffer.contains(ref)).toBe(true);
    } finally {
      for (const buffer of buffers.splice(0)) await buffer.close();
      await server.stop();
    }
  });

  it.each([
    ['user and password', 'authorization { user: margay, password: "s:e/cret" }', 'margay:s%3Ae%2Fcret'],
    ['a token', 'authorization { token: "tok en" }', 'tok%20en'],
  ])('lets in with %s from the address, and nobody without', async (_name, more, credentials) => {
    const server = await startNatsServer(program, { more });
    try {
      await expect(open(server)).rejects.toMatchObject({ code: 'BufferUnavailable' });
      const url = server.url.replace('nats://', `nats://${credentials}@`);
      const buffer = await open(server, { url: `${url}, nats://127.0.0.1:9` });
      await buffer.append(batchMeta(), Buffer.from('a'));
      expect(buffer.stats().appended).toBe(1);
    } finally {
      for (const buffer of buffers.splice(0)) await buffer.close();
      await server.stop();
    }
  });
});
