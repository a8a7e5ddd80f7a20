import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '@margay/kit';
import { bombs } from '../testing/bombs.ts';
import { newSpoolFolder, takeSome } from '../testing/spool-folder.ts';
import type { BatchMeta, EventBuffer } from '../buffer/event-buffer.ts';
import { realFiles } from './files.ts';
import type { SpoolFiles } from './files.ts';
import { openSpool } from './spool.ts';
import type { SpoolOptions } from './spool.ts';

let dir = '';
let removeFolder = async () => {};
let open: EventBuffer[] = [];

beforeEach(async () => {
  ({ dir, remove: removeFolder } = await newSpoolFolder());
});
afterEach(async () => {
  for (const spool of open.splice(0)) await spool.close();
  await removeFolder();
});

async function openHere(options: Partial<SpoolOptions> = {}): Promise<EventBuffer> {
  const spool = await openSpool({ dir, logger: silentLogger, ...options });
  open.push(spool);
  return spool;
}

async function reopen(spool: EventBuffer, options: Partial<SpoolOptions> = {}): Promise<EventBuffer> {
  await spool.close();
  open = open.filter((one) => one !== spool);
  return openHere(options);
}

const meta = (more: Partial<BatchMeta> = {}): BatchMeta => ({
  sourceId: 's1',
  receivedAt: new Date('2026-03-01T10:00:00.123Z'),
  format: { type: 'Auto' },
  ...more,
});
const bytes = (text: string) => Buffer.from(text);
const filesIn = async (folder: string) => (await readdir(join(dir, folder))).toSorted();

async function contents(spool: EventBuffer, count: number): Promise<string[]> {
  const segments = await takeSome(spool.take(), count);
  return Promise.all(segments.map(async (segment) => Buffer.from(await segment.readPlain()).toString()));
}

describe('a batch', () => {
  it('comes back with its bytes and all that is known of it', async () => {
    const spool = await openHere();
    const given = meta({
      format: { type: 'XML', xmlRootElement: 'Events' },
      contentType: 'text/xml',
      logTypes: ['AWS.ALB'],
      sourceFile: { key: 'a/b.gz' },
    });
    const ref = await spool.append(given, bytes('hello\n'));
    expect(ref).toMatchObject({ sequence: 1, plainBytes: 6, isDuplicate: false });
    expect(ref.batchId).toMatch(/^[0-9a-f]{32}$/);
    const [segment] = await takeSome(spool.take(), 1);
    expect(segment?.meta).toEqual(given);
    expect(segment?.ref.batchId).toBe(ref.batchId);
    expect(Buffer.from((await segment?.readPlain()) ?? []).toString()).toBe('hello\n');
  });

  it.each([
    ['plain', undefined, (body: Buffer) => body],
    ['gzip, declared', 'gzip', (body: Buffer) => gzipSync(body)],
    ['gzip, found by its content', undefined, (body: Buffer) => gzipSync(body)],
    ['zstd', 'zstd', (body: Buffer) => zstdCompressSync(body)],
    [
      'gzip in two members',
      'gzip',
      (body: Buffer) => Buffer.concat([gzipSync(body.subarray(0, 9)), gzipSync(body.subarray(9))]),
    ],
    ['gzip in gzip', 'gzip', (body: Buffer) => gzipSync(gzipSync(body))],
    ['zstd in gzip', 'zstd, gzip', (body: Buffer) => gzipSync(zstdCompressSync(body))],
  ])('is kept when it arrives %s, at once or in pieces', async (_name, contentEncoding, pack) => {
    const spool = await openHere();
    const body = Buffer.concat(Array.from({ length: 3000 }, (_, i) => bytes(`line ${i} ${i * 7919}\n`)));
    const packed = pack(body);
    async function* pieces() {
      for (let i = 0; i < packed.length; i += 1013) yield packed.subarray(i, i + 1013);
    }
    await spool.append(meta({ contentEncoding }), packed);
    await spool.append(meta({ contentEncoding }), pieces());
    for (const segment of await takeSome(spool.take(), 2)) {
      expect(segment.ref.plainBytes).toBe(body.length);
      expect(Buffer.from(await segment.readPlain()).equals(body)).toBe(true);
    }
  });

  it('is acknowledged after its bytes and its name were synced, in this order', async () => {
    const steps: string[] = [];
    const noted = <Args extends unknown[], Result>(step: string, run: (...args: Args) => Promise<Result>) => {
      return async (...args: Args): Promise<Result> => {
        const result = await run(...args);
        steps.push(step);
        return result;
      };
    };
    const files: SpoolFiles = {
      create: noted('create', realFiles.create),
      write: noted('write', realFiles.write),
      sync: noted('sync', realFiles.sync),
      close: noted('close', realFiles.close),
      rename: noted('rename', realFiles.rename),
      remove: noted('remove', realFiles.remove),
      syncFolder: noted('syncFolder', realFiles.syncFolder),
    };
    const spool = await openHere({ files });
    await spool.append(meta(), bytes('a')).then(() => steps.push('acknowledged'));
    expect(steps).toEqual(['create', 'write', 'sync', 'close', 'rename', 'syncFolder', 'acknowledged']);
  });

  it('may be empty, and may be larger than what is read at once', async () => {
    const spool = await openHere();
    await spool.append(meta(), Buffer.alloc(0));
    const chunk = createHash('sha512').update('seed').digest();
    async function* large() {
      let block = chunk;
      for (let i = 0; i < 300; i++) {
        const parts: Buffer[] = [];
        for (let j = 0; j < 1024; j++) parts.push((block = createHash('sha512').update(block).digest()));
        yield Buffer.concat(parts);
      }
    }
    const sent = createHash('sha256');
    async function* hashed() {
      for await (const part of large()) {
        sent.update(part);
        yield part;
      }
    }
    await spool.append(meta(), hashed());
    const [empty, big] = await takeSome(spool.take(), 2);
    expect(await empty?.readPlain()).toHaveLength(0);
    const received = createHash('sha256');
    for await (const part of big?.plain() ?? []) received.update(part);
    expect(big?.ref.plainBytes).toBe(300 * 65_536);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
  });
});

describe('taking', () => {
  it('gives oldest first and waits for new ones', async () => {
    const spool = await openHere();
    const taker = spool.take()[Symbol.asyncIterator]();
    const early = taker.next();
    for (const text of ['a', 'b', 'c']) await spool.append(meta(), bytes(text));
    const texts: string[] = [];
    for (const { value } of [await early, await taker.next(), await taker.next()]) {
      texts.push(Buffer.from(await value.readPlain()).toString());
    }
    expect(texts).toEqual(['a', 'b', 'c']);
    expect(spool.stats()).toMatchObject({ segments: 3, claimed: 3 });
  });

  it('gives each segment to one of several takers, whatever its size', async () => {
    const spool = await openHere();
    const sizes = Array.from({ length: 60 }, (_, i) => (i % 7 === 3 ? 300_000 : 10));
    const taken: number[] = [];
    async function takeAll() {
      for await (const segment of spool.take()) {
        taken.push(segment.ref.sequence);
        await spool.done(segment.ref);
      }
    }
    const takers = [takeAll(), takeAll(), takeAll()];
    for (const size of sizes) await spool.append(meta(), randomBytes(size));
    await expect.poll(() => spool.stats().segments).toBe(0);
    await spool.close();
    await Promise.all(takers);
    expect(taken.toSorted((a, b) => a - b)).toEqual(sizes.map((_, i) => i + 1));
  });

  it('ends when the signal aborts and when the buffer closes', async () => {
    const spool = await openHere();
    const stop = new AbortController();
    const aborted = spool.take(stop.signal)[Symbol.asyncIterator]().next();
    const closed = spool.take()[Symbol.asyncIterator]().next();
    stop.abort();
    expect((await aborted).done).toBe(true);
    await spool.close();
    expect((await closed).done).toBe(true);
  });

  it('forgets what is done, and gives again what was given back, in its old place', async () => {
    const spool = await openHere();
    for (const text of ['a', 'b', 'c']) await spool.append(meta(), bytes(text));
    const [a, b] = await takeSome(spool.take(), 2);
    if (!a || !b) throw new Error('two segments were expected');
    spool.giveBack(b.ref);
    spool.giveBack(a.ref);
    expect(await contents(spool, 3)).toEqual(['a', 'b', 'c']);
    await spool.done(a.ref);
    await spool.done(a.ref);
    expect(await filesIn('pending')).toHaveLength(2);
    expect(spool.stats()).toMatchObject({ segments: 2, claimed: 2 });
  });
});

describe('after a restart', () => {
  it('everything not done is taken again, in order, and numbering goes on', async () => {
    let spool = await openHere();
    for (const text of ['a', 'b', 'c']) await spool.append(meta(), bytes(text));
    const [a] = await takeSome(spool.take(), 1);
    if (a) await spool.done(a.ref);
    spool = await reopen(spool);
    expect(spool.stats()).toMatchObject({ segments: 2, replayed: 2, oldestReceivedAt: meta().receivedAt });
    expect((await spool.append(meta(), bytes('d'))).sequence).toBe(4);
    expect(await contents(spool, 3)).toEqual(['b', 'c', 'd']);
  });

  it('half-written files are cleared', async () => {
    let spool = await openHere();
    await writeFile(join(dir, 'incoming', '1-abcd.part'), 'MARGAY-1 and then the power went');
    spool = await reopen(spool);
    expect(await filesIn('incoming')).toEqual([]);
    expect(spool.stats().segments).toBe(0);
  });

  it('a second process on the same folder is refused', async () => {
    await openHere();
    await expect(openHere()).rejects.toMatchObject({ code: 'InUse' });
  });

  it('kill -9 loses nothing that was acknowledged', async () => {
    const script = fileURLToPath(new URL('../testing/append-until-killed.ts', import.meta.url));
    const child = spawn(process.execPath, [script, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    await new Promise<void>((resolve) => {
      child.on('exit', () => resolve());
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.split('\n').length > 400) child.kill('SIGKILL');
      });
    });
    const acknowledged = output.split('\n').slice(0, -1).map(Number);
    expect(acknowledged.length).toBeGreaterThanOrEqual(400);

    const spool = await openHere();
    const { segments } = spool.stats();
    const found = new Set((await contents(spool, segments)).map((text) => Number(text.split(' ')[1])));
    expect(acknowledged.filter((number) => !found.has(number))).toEqual([]);
    expect(spool.stats().setAside).toBe(0);
  });
});

describe('damage', () => {
  const faults: [string, (path: string) => Promise<void>][] = [
    ['is torn', async (path) => truncate(path, (await readFile(path)).length - 30)],
    ['is empty', (path) => truncate(path, 0)],
    [
      'has a flipped bit in its body',
      async (path) => {
        const content = await readFile(path);
        content[12]! ^= 1;
        await writeFile(path, content);
      },
    ],
    [
      'has a flipped bit in its label',
      async (path) => {
        const content = await readFile(path);
        content[content.length - 40]! ^= 1;
        await writeFile(path, content);
      },
    ],
    ['is something else', (path) => writeFile(path, 'x'.repeat(500))],
  ];

  it.each(faults)(
    'a segment that %s is set aside with the reason, and the rest goes on',
    async (_name, damage) => {
      let spool = await openHere();
      for (const text of ['a', 'b', 'c']) await spool.append(meta(), bytes(text.repeat(100)));
      const [, second = ''] = await filesIn('pending');
      await damage(join(dir, 'pending', second));
      expect(await contents(spool, 2)).toEqual(['a'.repeat(100), 'c'.repeat(100)]);
      expect(spool.stats()).toMatchObject({ setAside: 1, segments: 2 });
      const rejected = await filesIn('rejected');
      expect(rejected).toEqual([second, `${second}.reason`]);
      expect(await readFile(join(dir, 'rejected', `${second}.reason`), 'utf8')).toContain('damaged');
      spool = await reopen(spool);
      expect(spool.stats().setAside).toBe(1);
    },
  );

  it('a segment nobody can digest can be set aside', async () => {
    const spool = await openHere();
    await spool.append(meta(), bytes('poison'));
    const [segment] = await takeSome(spool.take(), 1);
    if (segment) await spool.setAside(segment.ref, 'the normalizer failed on it five times');
    expect(spool.stats()).toMatchObject({ setAside: 1, segments: 0 });
    expect(await filesIn('pending')).toEqual([]);
  });
});

describe('a delivery with a name', () => {
  const named = meta({ idempotencyKey: 'delivery-7' });

  it('is kept once: while waiting, while claimed, when done, and after a restart', async () => {
    let spool = await openHere();
    const first = await spool.append(named, bytes('a'));
    const again = async () => {
      const ref = await spool.append(named, bytes('a'));
      expect(ref).toMatchObject({ batchId: first.batchId, isDuplicate: true });
    };
    await again();
    spool = await reopen(spool);
    await again();
    const [segment] = await takeSome(spool.take(), 1);
    await again();
    if (segment) await spool.done(segment.ref);
    await again();
    spool = await reopen(spool);
    await again();
    expect(spool.stats()).toMatchObject({ segments: 0, duplicates: 1 });
  });

  it('is kept once when many arrive at the same time, however each is packed', async () => {
    const spool = await openHere();
    const refs = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        spool.append(named, i % 2 ? bytes('same') : gzipSync(bytes('same'))),
      ),
    );
    expect(refs.filter((ref) => !ref.isDuplicate)).toHaveLength(1);
    expect(new Set(refs.map((ref) => ref.batchId)).size).toBe(1);
    expect(spool.stats()).toMatchObject({ segments: 1, appended: 1, duplicates: 19 });
    expect(await filesIn('incoming')).toEqual([]);
  });

  it('is another one with other content, from another source, or under another name', async () => {
    const spool = await openHere();
    const refs = [
      await spool.append(named, bytes('a')),
      await spool.append(named, bytes('b')),
      await spool.append({ ...named, sourceId: 's2' }, bytes('a')),
      await spool.append({ ...named, idempotencyKey: 'delivery-8' }, bytes('a')),
      await spool.append(meta(), bytes('a')),
      await spool.append(meta(), bytes('a')),
    ];
    expect(new Set(refs.map((ref) => ref.batchId)).size).toBe(6);
    expect(spool.stats().duplicates).toBe(0);
  });

  it('is accepted on repetition when its first try failed', async () => {
    let isBroken = true;
    const files: SpoolFiles = {
      ...realFiles,
      sync: (file) => (isBroken ? Promise.reject(new Error('EIO')) : realFiles.sync(file)),
    };
    const spool = await openHere({ files });
    const tries = await Promise.allSettled([
      spool.append(named, bytes('a')),
      spool.append(named, bytes('a')),
    ]);
    expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await spool.append(named, bytes('a'))).toMatchObject({ isDuplicate: false });
  });
});

describe('limits', () => {
  it('refuses with 429 when full, and accepts again when there is room', async () => {
    const spool = await openHere({ limits: { maxSegments: 2 } });
    await spool.append(meta(), bytes('a'));
    await spool.append(meta(), bytes('b'));
    const refusal = { status: 429, code: 'BufferFull', retryAfterSeconds: 5 };
    await expect(spool.append(meta(), bytes('c'))).rejects.toMatchObject(refusal);
    const [segment] = await takeSome(spool.take(), 1);
    if (segment) await spool.done(segment.ref);
    await spool.append(meta(), bytes('d'));
    expect(spool.stats()).toMatchObject({ segments: 2, refused: 1 });
  });

  it('counts bytes too', async () => {
    const spool = await openHere({ limits: { maxBytes: 10 } });
    await spool.append(meta(), bytes('a'));
    await expect(spool.append(meta(), bytes('b'))).rejects.toMatchObject({ status: 429 });
  });

  it('refuses with 507 while the disk is full, keeps nothing of the batch, and recovers by itself', async () => {
    let isFull = true;
    const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    const files: SpoolFiles = {
      ...realFiles,
      write: (file, parts) => (isFull ? full() : realFiles.write(file, parts)),
    };
    const spool = await openHere({ files });
    const refusal = { status: 507, code: 'StorageFull', retryAfterSeconds: 30 };
    await expect(spool.append(meta(), bytes('a'))).rejects.toMatchObject(refusal);
    expect(await filesIn('incoming')).toEqual([]);
    isFull = false;
    await spool.append(meta(), bytes('b'));
    expect(await contents(spool, 1)).toEqual(['b']);
  });

  it('leaves room on the disk for everything else', async () => {
    let free = 1000;
    const spool = await openHere({ limits: { minFreeBytes: 2000 }, freeBytes: async () => free });
    await expect(spool.append(meta(), bytes('a'))).rejects.toMatchObject({ status: 507 });
    free = 3000;
    await spool.append(meta(), bytes('b'));
    expect(spool.stats()).toMatchObject({ segments: 1, refused: 1 });
  });

  it.each(['write', 'sync', 'rename', 'syncFolder'] as const)(
    'acknowledges nothing when %s fails',
    async (step) => {
      const files: SpoolFiles = {
        ...realFiles,
        [step]: () => Promise.reject(Object.assign(new Error('x'), { code: 'EIO' })),
      };
      const spool = await openHere({ files });
      await expect(spool.append(meta(), bytes('a'))).rejects.toMatchObject({
        status: 503,
        code: 'StorageUnavailable',
      });
      expect(spool.stats()).toMatchObject({ segments: 0, appended: 0, refused: 1 });
      expect([...(await filesIn('incoming')), ...(await filesIn('pending'))]).toEqual([]);
    },
  );
});

describe('a hostile body', () => {
  it('that unpacks to gigabytes is refused early, with flat memory', async () => {
    const spool = await openHere();
    for (const bomb of bombs()) {
      const before = process.memoryUsage().rss;
      await expect(spool.append(meta(), bomb.body, { maxPlainBytes: 100 * 1024 ** 2 })).rejects.toMatchObject(
        {
          status: 413,
          code: 'BodyTooLarge',
        },
      );
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
    }
    expect([...(await filesIn('incoming')), ...(await filesIn('pending'))]).toEqual([]);
  });

  it.each([
    ['not the gzip it claims to be', 'gzip', bytes('plain text'), 400],
    ['zstd that claims to be gzip', 'gzip', zstdCompressSync(bytes('x')), 400],
    ['cut gzip', 'gzip', gzipSync(bytes('hello '.repeat(1000))).subarray(0, 40), 400],
    ['cut zstd', undefined, zstdCompressSync(bytes('hello '.repeat(1000))).subarray(0, 18), 400],
    ['gzip with something behind it', undefined, Buffer.concat([gzipSync(bytes('a')), bytes('behind')]), 400],
    [
      'zstd with something behind it',
      undefined,
      Buffer.concat([zstdCompressSync(bytes('a')), bytes('behind')]),
      400,
    ],
    ['gzip with a wrong checksum', undefined, gzipSync(bytes('a')).fill(7, 13, 17), 400],
    ['zip', undefined, bytes('PK\u0003\u0004 and so on'), 415],
    ['br', 'br', bytes('x'), 415],
    ['packed too often', undefined, gzipSync(gzipSync(gzipSync(gzipSync(bytes('a'))))), 413],
  ])('that is %s is refused and nothing is kept', async (_name, contentEncoding, body, status) => {
    const spool = await openHere();
    await expect(spool.append(meta({ contentEncoding }), body)).rejects.toMatchObject({ status });
    expect([...(await filesIn('incoming')), ...(await filesIn('pending'))]).toEqual([]);
  });

  it('that breaks off is a 400 and nothing is kept', async () => {
    const spool = await openHere();
    async function* broken() {
      yield bytes('first half of a line');
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    }
    await expect(spool.append(meta(), broken())).rejects.toMatchObject({
      status: 400,
      code: 'BodyInterrupted',
    });
    expect([...(await filesIn('incoming')), ...(await filesIn('pending'))]).toEqual([]);
  });
});

describe('its name', () => {
  it('is kept over restarts and in a copy, and is for its owner alone', async () => {
    let spool = await openHere();
    const { id } = spool;
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await stat(join(dir, 'id'))).mode & 0o777).toBe(0o600);
    const copy = await newSpoolFolder();
    try {
      await spool.snapshot(copy.dir);
      expect((await openHere({ dir: copy.dir })).id).toBe(id);
      spool = await reopen(spool);
      expect(spool.id).toBe(id);
    } finally {
      for (const one of open.splice(0)) await one.close();
      await copy.remove();
    }
  });

  it('is asked for again when its file is damaged', async () => {
    const spool = await openHere();
    await spool.close();
    await writeFile(join(dir, 'id'), 'x');
    await expect(openHere()).rejects.toMatchObject({ code: 'SpoolIdDamaged' });
  });
});

describe('what one process has for itself', () => {
  it('is not taken over, was never with another, and is contained until it is done', async () => {
    const spool = await openHere();
    const ref = await spool.append(meta(), bytes('a'));
    expect(spool.isShared).toBe(false);
    expect(await spool.contains(ref)).toBe(true);
    const [segment] = await takeSome(spool.take(), 1);
    expect(segment?.mayBeDone).toBe(false);
    expect(await spool.takeOver(ref.batchId)).toBeUndefined();
    spool.giveBack(ref);
    expect(await spool.contains(ref)).toBe(true);
    const [again] = await takeSome(spool.take(), 1);
    if (again) await spool.done(again.ref);
    expect(await spool.contains(ref)).toBe(false);
  });
});
