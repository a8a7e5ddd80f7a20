import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFrameReader, encodeFrame, type Frame } from './frames.ts';

it('gives back what was sent, however the bytes are cut', () => {
  const frame = fc.record({
    header: fc.dictionary(fc.string(), fc.jsonValue()),
    body: fc.uint8Array({ maxLength: 300 }),
  });
  fc.assert(
    fc.property(
      fc.array(frame),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (frames, cuts) => {
        const received: Frame[] = [];
        const read = createFrameReader((one) => received.push(one));
        const all = Buffer.concat(frames.flatMap(({ header, body }) => encodeFrame(header, body)));
        for (let at = 0, turn = 0; at < all.length; turn++) {
          const end = at + cuts[turn % cuts.length]!;
          read(all.subarray(at, end));
          at = end;
        }
        expect(received.map((one) => JSON.stringify(one.header))).toEqual(
          frames.map((one) => JSON.stringify(one.header)),
        );
        expect(received.map((one) => [...one.body])).toEqual(frames.map((one) => [...one.body]));
      },
    ),
  );
});

it('refuses a length no honest peer sends', () => {
  const read = createFrameReader(() => undefined);
  expect(() => read(new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0]))).toThrow('frame too large');
});
