import { describe, expect, it } from 'vitest';
import { pageLimits, readRecords, type ReplyPlan } from './read-records.ts';

const read = (text: string, plan: Partial<ReplyPlan> = {}, limits = pageLimits) =>
  readRecords(Buffer.from(text), { host: 'api.example', ...plan }, limits);
const linesOf = (text: string, plan: Partial<ReplyPlan> = {}) =>
  Buffer.from(read(text, plan).body).toString();

describe('the records of a reply', () => {
  it('are found along the path, each on a line, with the next page, whatever stands around them', () => {
    const text =
      '\uFEFF { "m": {"x": [["]"], "}\\""]}, "d": {"n\\u0065xt": 1.50, "i": [ {"a": \n 57.0}, [], null ] } } ';
    const found = read(text, { recordsPath: 'd.i', nextPath: 'd.next' });
    expect(Buffer.from(found.body).toString()).toBe('{"a":57.0}\n[]\nnull\n');
    expect(found).toMatchObject({ recordCount: 3, next: '1.50' });
    expect(linesOf('[{"i": [1]}, {"i": [2]}]', { recordsPath: '1.i' })).toBe('2\n');
    expect(read('{"i": null, "next": null}', { recordsPath: 'i', nextPath: 'next' })).toMatchObject({
      recordCount: 0,
      next: undefined,
    });
    expect(linesOf('[]')).toBe('');
    expect(linesOf('{"__proto__": [7]}', { recordsPath: '__proto__' })).toBe('7\n');
  });

  it.each([
    '',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1]]',
    '[1] x',
    '{"a"}',
    '{"a":}',
    '[nope]',
    '[{]}',
    '{"a": nope, "i": []}',
  ])('are not in %j, which is no JSON', (text) =>
    expect(() => read(text, { recordsPath: text.startsWith('{') ? 'i' : undefined })).toThrow('no JSON'),
  );

  it('are refused beyond a limit, with its name and a remedy', () => {
    expect(() => read(`[1${',1'.repeat(14_000_000)}]`)).toThrow(
      /api\.example.*100,000 records\. Ask for smaller pages/,
    );
    expect(() => read('['.repeat(4_000_000))).toThrow('deeper than 200 levels');
    expect(() => read(`{"x": ${'['.repeat(4_000_000)}`, { recordsPath: 'i' })).toThrow(
      'deeper than 200 levels',
    );
    expect(() => read(`[1,{"a": "${'x'.repeat(30_000_000)}"}]`)).toThrow(
      /Record 2 .* larger than 1,048,576 bytes\. Ask for fewer/,
    );
    expect(() => read('[]', { contentEncoding: 'gzip' })).toThrow('compressed body (gzip)');
    expect(() => read('{"i": [], "next": {"a": 1}}', { recordsPath: 'i', nextPath: 'next' })).toThrow(
      'is no text',
    );
  });
});
