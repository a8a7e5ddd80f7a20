import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { BatchMeta, EventBuffer, Segment } from '../buffer/event-buffer.ts';

/** A buffer's place, which outlives the buffers opened on it. */
export interface BufferPlace {
  open(limits?: { maxSegments?: number }): Promise<EventBuffer>;
  /** What was accepted there, and nothing else of it, gone. */
  remove(): Promise<void>;
}

export const batchMeta = (more: Partial<BatchMeta> = {}): BatchMeta => ({
  sourceId: 's1',
  receivedAt: new Date('2026-03-01T10:00:00.123Z'),
  format: { type: 'Auto' },
  ...more,
});

export const textOf = async (segment: Segment) => Buffer.from(await segment.readPlain()).toString();

/** The next `count` batches, which stay claimed. */
export async function claim(taker: AsyncIterator<Segment>, count: number): Promise<Segment[]> {
  const taken: Segment[] = [];
  while (taken.length < count) {
    const next = await taker.next();
    if (next.done === true) throw new Error(`the buffer ended after ${taken.length} of ${count} batches`);
    taken.push(next.value);
  }
  return taken;
}

/** What every event buffer keeps to, whatever it rests on. */
export function describeEventBuffer(name: string, newPlace: () => Promise<BufferPlace>): void {
  const places: BufferPlace[] = [];
  const buffers: EventBuffer[] = [];
  const stop = new AbortController();

  async function openNew(limits?: { maxSegments?: number }) {
    const place = await newPlace();
    places.push(place);
    return { place, buffer: await openIn(place, limits) };
  }
  async function openIn(place: BufferPlace, limits?: { maxSegments?: number }) {
    const buffer = await place.open(limits);
    buffers.push(buffer);
    return buffer;
  }
  const takerOf = (buffer: EventBuffer) => buffer.take(stop.signal)[Symbol.asyncIterator]();
  const soon = { timeout: 60_000 };

  describe(name, () => {
    afterEach(async () => {
      for (const buffer of buffers.splice(0)) await buffer.close();
      for (const place of places.splice(0)) await place.remove();
    });

    it('keeps a batch with all that is known of it until it is done', async () => {
      const { buffer } = await openNew();
      const given = batchMeta({
        format: { type: 'XML', xmlRootElement: 'Events' },
        contentType: 'text/xml',
        logTypes: ['AWS.ALB'],
        sourceFile: { key: 'ä/b.gz' },
      });
      const ref = await buffer.append(given, Buffer.from('hello\n'));
      expect(ref).toMatchObject({ plainBytes: 6, isDuplicate: false });
      expect(ref.batchId).toMatch(/^[0-9a-f]{32}$/);
      expect(await buffer.contains(ref)).toBe(true);
      const [segment] = await claim(takerOf(buffer), 1);
      expect(segment!.meta).toEqual(given);
      expect(segment!.ref).toEqual(ref);
      expect(segment!.mayBeDone).toBe(false);
      expect(await textOf(segment!)).toBe('hello\n');
      expect(await buffer.contains(ref)).toBe(true);
      await buffer.done(segment!.ref);
      await buffer.done(segment!.ref);
      expect(await buffer.contains(ref)).toBe(false);
      await expect.poll(() => buffer.stats(), soon).toMatchObject({ segments: 0, claimed: 0, appended: 1 });
    });

    it('keeps batches packed and plain, empty and large', async () => {
      const { buffer } = await openNew();
      const large = Buffer.concat(
        Array.from({ length: 40_000 }, () => `${randomBytes(24).toString('hex')}\n`).map((line) =>
          Buffer.from(line),
        ),
      );
      async function* pieces() {
        for (let i = 0; i < large.length; i += 65_536) yield large.subarray(i, i + 65_536);
      }
      const sent = [Buffer.alloc(0), Buffer.from('plain'), large, large, large];
      await buffer.append(batchMeta(), sent[0]!);
      await buffer.append(batchMeta({ contentEncoding: 'gzip' }), gzipSync(sent[1]!));
      await buffer.append(batchMeta(), large);
      await buffer.append(batchMeta(), pieces());
      await buffer.append(batchMeta({ idempotencyKey: 'large' }), gzipSync(large));
      expect(await buffer.append(batchMeta({ idempotencyKey: 'large' }), pieces())).toMatchObject({
        isDuplicate: true,
      });
      for (const segment of await claim(takerOf(buffer), sent.length)) {
        const expected = sent.shift()!;
        const streamed = createHash('sha256');
        for await (const chunk of segment.plain()) streamed.update(chunk);
        expect(streamed.digest('hex')).toBe(createHash('sha256').update(expected).digest('hex'));
        expect(Buffer.from(await segment.readPlain()).equals(expected)).toBe(true);
        await buffer.done(segment.ref);
      }
      await expect.poll(() => buffer.stats(), soon).toMatchObject({ segments: 0, storedBytes: 0 });
    });

    it('gives each batch to one of several takers, and waits for new ones', async () => {
      const { buffer } = await openNew();
      const taken: string[] = [];
      async function takeAll() {
        for await (const segment of buffer.take()) {
          await buffer.done(segment.ref);
          // Not before: the buffer is closed as soon as all are there.
          taken.push(segment.ref.batchId);
        }
      }
      const takers = [takeAll(), takeAll(), takeAll()];
      const refs = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          buffer.append(batchMeta(), randomBytes(i % 20 === 3 ? 700_000 : 10)),
        ),
      );
      await expect.poll(() => taken.length, soon).toBe(refs.length);
      await buffer.close();
      await Promise.all(takers);
      expect(taken.toSorted()).toEqual(refs.map(({ batchId }) => batchId).toSorted());
    });

    it('gives again what was given back, and nothing that is done', async () => {
      const { buffer } = await openNew();
      for (const text of ['a', 'b']) await buffer.append(batchMeta(), Buffer.from(text));
      const taker = takerOf(buffer);
      const [a, b] = await claim(taker, 2);
      await buffer.done(a!.ref);
      buffer.giveBack(a!.ref);
      buffer.giveBack(b!.ref);
      const [again] = await claim(taker, 1);
      expect(await textOf(again!)).toBe('b');
      await buffer.setAside(a!.ref, 'it is not here any more');
      expect(buffer.stats().setAside).toBe(0);
    });

    it('keeps apart what nobody can digest', async () => {
      const { buffer } = await openNew();
      await buffer.append(batchMeta(), Buffer.from('poison'));
      await buffer.append(batchMeta(), randomBytes(900_000));
      for (const segment of await claim(takerOf(buffer), 2)) {
        await buffer.setAside(segment.ref, 'the normalizer failed on it five times\nfor “ä” reasons');
        expect(await buffer.contains(segment.ref)).toBe(false);
      }
      await expect.poll(() => buffer.stats(), soon).toMatchObject({ segments: 0, setAside: 2 });
    });

    it('keeps a named delivery once: when many arrive, while it waits, and when it is done', async () => {
      const { buffer } = await openNew();
      const named = batchMeta({ idempotencyKey: 'delivery-7' });
      const refs = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          buffer.append(named, i % 2 ? Buffer.from('same') : gzipSync('same')),
        ),
      );
      expect(refs.filter((ref) => !ref.isDuplicate)).toHaveLength(1);
      expect(new Set(refs.map((ref) => ref.batchId)).size).toBe(1);
      expect(await buffer.append(named, Buffer.from('other'))).toMatchObject({ isDuplicate: false });
      const other = { ...named, sourceId: 's2' };
      expect(await buffer.append(other, Buffer.from('same'))).toMatchObject({ isDuplicate: false });
      for (const { ref } of await claim(takerOf(buffer), 3)) await buffer.done(ref);
      expect(await buffer.append(named, Buffer.from('same'))).toMatchObject({
        batchId: refs[0]!.batchId,
        isDuplicate: true,
      });
      expect(buffer.stats()).toMatchObject({ appended: 3, duplicates: 12 });
    });

    it('refuses with 429 when full, and accepts again when there is room', async () => {
      const { buffer } = await openNew({ maxSegments: 2 });
      for (const text of ['a', 'b']) await buffer.append(batchMeta(), Buffer.from(text));
      const refusal = { status: 429, code: 'BufferFull', retryAfterSeconds: 5 };
      await expect(buffer.append(batchMeta(), Buffer.from('c'))).rejects.toMatchObject(refusal);
      await expect(buffer.append(batchMeta(), randomBytes(900_000))).rejects.toMatchObject(refusal);
      const [segment] = await claim(takerOf(buffer), 1);
      await buffer.done(segment!.ref);
      await buffer.append(batchMeta(), Buffer.from('d'));
      expect(buffer.stats()).toMatchObject({ appended: 3, refused: 2 });
    });

    it('keeps nothing of a body that is broken or too large', async () => {
      const { buffer } = await openNew();
      async function* broken() {
        yield randomBytes(900_000);
        throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      }
      await expect(buffer.append(batchMeta(), broken())).rejects.toMatchObject({ status: 400 });
      const named = batchMeta({ idempotencyKey: 'large' });
      await expect(
        buffer.append(named, randomBytes(2_000_000), { maxPlainBytes: 1_500_000 }),
      ).rejects.toMatchObject({ status: 413, code: 'BodyTooLarge' });
      await expect(
        buffer.append(batchMeta({ contentEncoding: 'gzip' }), Buffer.from('text')),
      ).rejects.toMatchObject({ status: 400 });
      await buffer.append(batchMeta(), Buffer.from('a'));
      const { storedBytes } = (await claim(takerOf(buffer), 1))[0]!.ref;
      await expect.poll(() => buffer.stats(), soon).toMatchObject({ segments: 1 });
      expect(buffer.stats().storedBytes).toBeLessThan(storedBytes + 2000);
    });

    it('still has what was not done when it is opened again, under the same name', async () => {
      const { place, buffer } = await openNew();
      for (const text of ['a', 'b', 'c']) await buffer.append(batchMeta(), Buffer.from(text));
      const [a] = await claim(takerOf(buffer), 1);
      await buffer.done(a!.ref);
      await buffer.close();
      const again = await openIn(place);
      expect(again.id).toBe(buffer.id);
      expect(again.isShared).toBe(buffer.isShared);
      expect(again.stats()).toMatchObject({ segments: 2, replayed: 2 });
      const texts = await Promise.all((await claim(takerOf(again), 2)).map(textOf));
      expect(texts.toSorted()).toEqual(['b', 'c']);
    });

    it('ends taking when the signal aborts and when it closes, and accepts nothing then', async () => {
      const { buffer } = await openNew();
      const end = new AbortController();
      const aborted = buffer.take(end.signal)[Symbol.asyncIterator]().next();
      const closed = takerOf(buffer).next();
      end.abort();
      expect((await aborted).done).toBe(true);
      await buffer.close();
      expect((await closed).done).toBe(true);
      await expect(buffer.append(batchMeta(), Buffer.from('a'))).rejects.toMatchObject({
        status: 503,
        code: 'ShuttingDown',
      });
    });
  });
}
