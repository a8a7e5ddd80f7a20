import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from './contract.ts';
import { openObjects, readS3Address, type ObjectsTarget } from './index.ts';
import { startS3Server, type S3Server } from './testing/s3-server.ts';

interface Place {
  target: ObjectsTarget;
  /** What is there that no reader sees. */
  unfinished(): Promise<number>;
  remove(): Promise<void>;
}

async function folderPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'margay-objects-'));
  return {
    target: { folder },
    unfinished: async () =>
      (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part')).length,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function s3Target(server: S3Server, url = server.url('of/one-installation')): ObjectsTarget {
  const address = readS3Address(url);
  if (typeof address === 'string') throw new Error(address);
  return {
    s3: { address, credentials: { ...server.credentials, sessionToken: undefined }, region: undefined },
  };
}

async function s3Place(): Promise<Place> {
  const server = await startS3Server();
  return {
    target: s3Target(server),
    unfinished: () => Promise.resolve(server.uploads.size),
    remove: () => server.close(),
  };
}

const megabyte = 1024 ** 2;

/** So many megabytes, each filled with its number. */
async function* megabytes(count: number, endsWith?: Error): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number++) yield Buffer.alloc(megabyte, number);
  if (endsWith) throw endsWith;
}
const text = (...parts: string[]) =>
  (async function* () {
    for (const part of parts) yield Buffer.from(part);
  })();
const roomy = { maxBytes: 100 * megabyte };

async function bytesOf(objects: ObjectStore, key: string, range?: { from: number; to?: number }) {
  const content = await objects.read(key, range);
  if (content === undefined) return undefined;
  const bytes = Buffer.from(await new Response(content.body).arrayBuffer());
  expect(bytes.length).toBe(content.byteCount);
  return bytes;
}
async function keysOf(objects: ObjectStore, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objects.list(folder)) keys.push(key);
  return keys.toSorted();
}

describe.each([
  ['a local folder', folderPlace],
  ['S3-compatible storage', s3Place],
])('files in %s', (_name, make) => {
  let place: Place;
  let objects: ObjectStore;
  beforeAll(async () => {
    place = await make();
    objects = await openObjects(place.target);
  });
  afterAll(async () => {
    objects.close();
    await place.remove();
  });

  it('are read as they were written, also without a byte', async () => {
    expect(await objects.put('exports/a.csv', text('one,', 'two\r\n'), roomy)).toEqual({ byteCount: 9 });
    expect(String(await bytesOf(objects, 'exports/a.csv'))).toBe('one,two\r\n');
    const facts = await objects.find('exports/a.csv');
    expect(facts).toMatchObject({ key: 'exports/a.csv', byteCount: 9 });
    expect(Math.abs(Date.now() - (facts?.writtenAt.getTime() ?? 0))).toBeLessThan(600_000);
    await objects.put('exports/a.csv', text(), roomy);
    expect(await bytesOf(objects, 'exports/a.csv')).toHaveLength(0);
  });

  it('may be larger than what is in memory at once, and are read in parts', async () => {
    expect(await objects.put('exports/large', megabytes(21), roomy)).toEqual({ byteCount: 21 * megabyte });
    const whole = await bytesOf(objects, 'exports/large');
    expect(whole?.length).toBe(21 * megabyte);
    for (let number = 0; number < 21; number++) {
      const from = number * megabyte;
      expect(
        whole?.subarray(from, from + megabyte).every((byte) => byte === number),
        `megabyte ${number}`,
      ).toBe(true);
    }
    const middle = await bytesOf(objects, 'exports/large', { from: 9 * megabyte - 1, to: 9 * megabyte + 2 });
    expect([...(middle ?? [])]).toEqual([8, 9, 9]);
    expect(await bytesOf(objects, 'exports/large', { from: 21 * megabyte - 2 })).toHaveLength(2);
    expect(
      await bytesOf(objects, 'exports/large', { from: 21 * megabyte - 2, to: 99 * megabyte }),
    ).toHaveLength(2);
    await expect(objects.read('exports/large', { from: 21 * megabyte })).rejects.toMatchObject({
      code: 'RangeBehindEnd',
    });
  });

  it.each([2, 20])('are there whole or not at all: %i megabytes that end with an error', async (count) => {
    const failure = new Error('the lake went away');
    await expect(objects.put('exports/half', megabytes(count, failure), roomy)).rejects.toBe(failure);
    await expect(
      objects.put('exports/half', megabytes(count), { maxBytes: (count - 1) * megabyte }),
    ).rejects.toMatchObject({ code: 'ObjectTooLarge' });
    expect(await objects.find('exports/half')).toBeUndefined();
    expect(await objects.read('exports/half')).toBeUndefined();
    expect(await place.unfinished()).toBe(0);
  });

  it('keep the older content where a newer one fails', async () => {
    await objects.put('exports/kept', text('older'), roomy);
    await expect(objects.put('exports/kept', megabytes(20, new Error('stop')), roomy)).rejects.toThrow(
      'stop',
    );
    expect(String(await bytesOf(objects, 'exports/kept'))).toBe('older');
    const both = await Promise.all([
      objects.put('exports/kept', text('first'), roomy),
      objects.put('exports/kept', text('other'), roomy),
    ]);
    expect(both).toEqual([{ byteCount: 5 }, { byteCount: 5 }]);
    expect(String(await bytesOf(objects, 'exports/kept'))).toMatch(/^(first|other)$/);
  });

  it('are listed by folder, removed, and go with age', async () => {
    expect(await keysOf(objects, 'none')).toEqual([]);
    const names = Array.from({ length: 7 }, (_, number) => `listed/file-${number}`);
    for (const name of names) await objects.put(name, text(name), roomy);
    await objects.put('listed-too/other', text('x'), roomy);
    expect(await keysOf(objects, 'listed')).toEqual(names);
    await objects.remove('listed/file-3');
    await objects.remove('listed/file-3');
    expect(await keysOf(objects, 'listed')).toEqual(names.filter((name) => name !== 'listed/file-3'));
    expect(await objects.removeWrittenBefore('listed', new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await objects.removeWrittenBefore('listed', new Date(Date.now() + 3_600_000))).toBe(6);
    expect(await keysOf(objects, 'listed')).toEqual([]);
    expect(await keysOf(objects, 'listed-too')).toEqual(['listed-too/other']);
  });

  it('leave nothing behind when their writer dies', async () => {
    let reached = 0;
    const gate = Promise.withResolvers<void>();
    const held = async function* () {
      yield* megabytes(20);
      reached += 1;
      await gate.promise;
    };
    const writers = [0, 1, 2].map((number) => objects.put(`dying/${number}`, held(), roomy));
    const ended = Promise.allSettled(writers);
    await expect.poll(() => reached, { timeout: 60_000 }).toBe(3);
    await expect.poll(() => place.unfinished(), { timeout: 60_000 }).toBe(3);
    await objects.removeUnfinished('dying', new Date(Date.now() - 3_600_000));
    expect(await place.unfinished()).toBe(3);
    await objects.removeUnfinished('dying', new Date(Date.now() + 3_600_000));
    expect(await place.unfinished()).toBe(0);
    gate.reject(new Error('dead'));
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await keysOf(objects, 'dying')).toEqual([]);
  });

  it.each([
    '../secret.key',
    'exports/../../x',
    'exports',
    'a/b/c',
    '/etc/passwd',
    'exports/',
    'exports/x.part',
    '',
  ])('have no key "%s"', async (key) => {
    await expect(async () => objects.read(key)).rejects.toThrow(/of the form/);
    await expect(async () => objects.put(key, text('x'), roomy)).rejects.toThrow(/of the form/);
  });
});

it('files of a folder are for their owner only', async () => {
  const place = await folderPlace();
  if (!('folder' in place.target)) throw new Error('no folder');
  const { folder } = place.target;
  const objects = await openObjects(place.target);
  await objects.put('exports/mine', text('x'), roomy);
  expect((await stat(join(folder, 'exports'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'exports', 'mine'))).mode & 0o777).toBe(0o600);
  await place.remove();
});

describe('a storage', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.close());

  const s3Of = (target: ObjectsTarget) => {
    if (!('s3' in target)) throw new Error('no storage');
    return target.s3;
  };

  it('is tried again where it is busy for a moment, and gets parts of more than 5 MiB', async () => {
    const objects = await openObjects(s3Target(server));
    server.failNext(2);
    await objects.put('exports/again', megabytes(20), roomy);
    expect(await bytesOf(objects, 'exports/again')).toHaveLength(20 * megabyte);
    expect(server.requests).toContain('PUT object uploadId');
    expect([...server.objects.keys()]).toContain('of/one-installation/exports/again');
    objects.close();
  });

  it.each([
    ['an unknown key', { accessKeyId: 'AKIAOTHER' }, /access key is not known there\. Set AWS_ACCESS_KEY_ID/],
    ['a wrong secret', { secretAccessKey: 'other' }, /secret key does not fit.*AWS_SECRET_ACCESS_KEY/],
  ])('says at once what to change: %s', async (_name, wrong, message) => {
    const { address } = s3Of(s3Target(server));
    const credentials = { ...server.credentials, sessionToken: undefined, ...wrong };
    const opened = openObjects({ s3: { address, credentials, region: undefined } });
    await expect(opened).rejects.toMatchObject({
      kind: 'invalid-input',
      message: expect.stringMatching(message),
    });
    await expect(opened).rejects.toThrow(
      /s3:\/\/margay-files\/of\/one-installation\/ at http:.*MARGAY_OBJECTS_URL/,
    );
  });

  it('says at once what to change: the bucket', async () => {
    await expect(openObjects(s3Target(server, server.url('', 'not-there')))).rejects.toThrow(
      'there is no bucket "not-there". Create it, or name another one in MARGAY_OBJECTS_URL.',
    );
  });

  it('says that it cannot be reached', async () => {
    const gone = await startS3Server();
    await gone.close();
    await expect(openObjects(s3Target(gone))).rejects.toMatchObject({
      kind: 'upstream',
      message: expect.stringMatching(
        /cannot be reached \(ECONNREFUSED\)\. Check the endpoint in MARGAY_OBJECTS_URL/,
      ),
    });
  });
});

it.each([
  ['s3://bucket', { bucket: 'bucket', prefix: '', endpoint: undefined, region: undefined }],
  [
    's3://my.bucket/a/b/?endpoint=https://s3.example.com:9000&region=eu-west-1',
    { bucket: 'my.bucket', prefix: 'a/b/', endpoint: 'https://s3.example.com:9000', region: 'eu-west-1' },
  ],
])('reads %s', (url, address) => {
  expect(readS3Address(url)).toEqual(address);
});

it.each([
  ['https://bucket.s3.amazonaws.com', /must look like s3:/],
  ['s3://key:secret@bucket', /must not hold credentials/],
  ['s3://localhost:9000/bucket', /no name of a bucket.*\?endpoint=/],
  ['s3://B/x', /no name of a bucket/],
  ['s3://bucket/a%20b', /prefix/],
  ['s3://bucket?endpont=https://x', /the option "endpont"/],
  ['s3://bucket?endpoint=minio:9000', /endpoint that is not like/],
  ['s3://bucket?endpoint=https://u:p@minio', /endpoint that is not like/],
  ['s3://bucket?region=EU West', /region "EU West"/],
])('refuses %s', (url, message) => {
  expect(readS3Address(url)).toMatch(message);
});
