import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusPath } from '@margay/kit/testing';
import type { StreamFormat, StreamType } from '@margay/model';
import { addFramed } from './collect.ts';
import { defaultFramingLimits } from './framing.ts';
import type { Framed, FramingLimits } from './framing.ts';
import { frameBuffer, frameStream } from './index.ts';

const bytes = (text: string) => Buffer.from(text);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is still in use, in bytes, whatever the process has taken from the system. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function frame(
  text: string | Buffer,
  format: StreamType | StreamFormat,
  limits?: Partial<FramingLimits>,
): Framed {
  const chosen = typeof format === 'string' ? { type: format } : format;
  return frameBuffer(typeof text === 'string' ? bytes(text) : text, chosen, {
    ...defaultFramingLimits,
    ...limits,
  });
}
const texts = (framed: Framed) => framed.entries.map(({ text }) => text);
const reasons = (framed: Framed) => framed.failures.map(({ reason }) => reason);

async function inPieces(
  pieces: Uint8Array[],
  format: StreamFormat,
  limits = defaultFramingLimits,
): Promise<Framed> {
  let all = frameBuffer(Buffer.alloc(0), { type: 'Lines' });
  for await (const part of frameStream(pieces, format, limits)) all = addFramed(all, part);
  return all;
}

describe('Lines', () => {
  it('cuts at line feeds, drops the carriage return of CRLF, and counts blank lines', () => {
    const framed = frame('a\r\nb\n\n  \t\n\r\n c \nlast', 'Lines');
    expect(texts(framed)).toEqual(['a', 'b', ' c ', 'last']);
    expect(framed.counts).toMatchObject({ entries: 4, blank: 3, failures: 0 });
  });

  it('replaces and counts bytes that are not UTF-8, and keeps NUL', () => {
    const framed = frame(
      Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x00, 0x63, 0x0a, 0xc3, 0xa9, 0x0a, 0, 0, 0x0a]),
      'Lines',
    );
    expect(texts(framed)).toEqual(['a\ufffd', 'b\u0000c', 'é']);
    expect(framed.counts).toMatchObject({ replacedUtf8: 1, blank: 1 });
  });

  it('fails a line that is too long, keeps its beginning, and goes on', () => {
    const framed = frame(`short\n${'x'.repeat(5000)}\nnext`, 'Lines', {
      maxEntryBytes: 1000,
      sampleBytes: 10,
    });
    expect(texts(framed)).toEqual(['short', 'next']);
    expect(framed.failures).toEqual([
      { reason: 'the entry is longer than 1000 bytes', sample: 'xxxxxxxxxx', bytes: 5000 },
    ]);
  });

  it('takes off a byte order mark and reads UTF-16', () => {
    expect(texts(frame(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes('a\nb')]), 'Lines'))).toEqual([
      'a',
      'b',
    ]);
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é1\r\nb\n', 'utf16le')]);
    expect(texts(frame(little, 'Lines'))).toEqual(['é1', 'b']);
    expect(texts(frame(Buffer.from(little).swap16(), 'Lines'))).toEqual(['é1', 'b']);
  });
});

describe('JSON', () => {
  it('reads values with or without anything between them, on one line or many', () => {
    const framed = frame(
      '{"a":1}{"b":"}{\\"\\\\"}\n[1,\n2] "x" 12 true,null\u001e{"c":\n{"d":[]}\n}',
      'JSON',
    );
    expect(texts(framed)).toEqual([
      '{"a":1}',
      '{"b":"}{\\"\\\\"}',
      '[1,\n2]',
      '"x"',
      '12',
      'true',
      'null',
      '{"c":\n{"d":[]}\n}',
    ]);
    expect(framed.failures).toEqual([]);
  });

  it('fails a line that is not JSON and goes on with the next', () => {
    const framed = frame('{"a":1}\nERROR at 12:00 {"x":1}\n2026-01-01 text\n{"b":2}\n}', 'JSON');
    expect(texts(framed)).toEqual(['{"a":1}', '{"b":2}']);
    expect(framed.failures.map(({ sample }) => sample)).toEqual([
      'ERROR at 12:00 {"x":1}',
      '2026-01-01 text',
      '}',
    ]);
  });

  it('keeps whole lines behind a value without an end', () => {
    const framed = frame('{"a":1}\n{"b": {\n{"c":3}\n{"d":4}\n{"e":', 'JSON');
    expect(texts(framed)).toEqual(['{"a":1}', '{"c":3}', '{"d":4}']);
    expect(framed.failures).toMatchObject([
      { reason: 'the JSON value has no end', sample: '{"b": {\n' },
      { reason: 'the JSON value has no end', sample: '{"e":' },
    ]);
  });

  it('fails values that are too deep or too long and goes on', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const framed = frame(`${deep}\n{"a":"${'x'.repeat(2000)}"}\n{"b":1}`, 'JSON', { maxEntryBytes: 1000 });
    expect(texts(framed)).toEqual(['{"b":1}']);
    expect(reasons(framed)).toEqual([
      'the entry is longer than 1000 bytes',
      'the entry is longer than 1000 bytes',
    ]);
    expect(reasons(frame(deep, 'JSON'))).toEqual(['the entry is nested deeper than 200 levels']);
  });

  it('finds its way back from a value that is too long and has no end', () => {
    const framed = frame(`{"a":"${'x'.repeat(2000)}\n{"b":1}\n{"c":2}\n`, 'JSON', { maxEntryBytes: 1000 });
    expect(texts(framed)).toEqual(['{"b":1}', '{"c":2}']);
    expect(framed.counts.failures).toBe(1);
  });
});

describe('JsonArray', () => {
  const records: StreamFormat = { type: 'JsonArray', envelopeField: 'Records' };

  it('reads the elements of an array, scalars too, and of several arrays', () => {
    const framed = frame('[{"a":[1,2]}, 7 ,"x,]",null]\n[]\n[\n  {"b":\n1}\n]', 'JsonArray');
    expect(texts(framed)).toEqual(['{"a":[1,2]}', '7', '"x,]"', 'null', '{"b":\n1}']);
    expect(framed.failures).toEqual([]);
  });

  it('[002-4.2] reads an array enclosed in a root field and skips the other fields', () => {
    const document = '{"x":{"Records":[9]},"Records":[{"a":1},{"a":2}],"y":"]}","n":1}';
    expect(texts(frame(`${document}${document}`, records))).toEqual([
      '{"a":1}',
      '{"a":2}',
      '{"a":1}',
      '{"a":2}',
    ]);
    expect(texts(frame('{"Rec\\u006frds":[1]}', records))).toEqual(['1']);
  });

  it('gives nothing for an envelope that is null or empty', () => {
    const framed = frame('{"Records":null}{"Records":[]}', records);
    expect(framed.counts).toMatchObject({ entries: 0, failures: 0 });
  });

  it.each([
    ['{"Other":[1]}', records, 'the object has no field "Records"'],
    ['{"Records":{"a":1}}', records, 'the field "Records" is not an array'],
    ['{"Records":"[1]"}', records, 'the field "Records" is not an array'],
    ['[1,2]', records, 'the document is an array, not an object with the field "Records"'],
    ['{"a":1}', { type: 'JsonArray' }, 'the document is an object, not an array'],
    ['plain text', { type: 'JsonArray' }, 'the document is not a JSON array'],
    ['{"Records" [1]}', records, 'the object is not JSON'],
    ['{"Records":[1', records, 'the array has no end'],
    ['{"Other":', records, 'the object has no end'],
  ] as [string, StreamFormat, string][])('fails %s', (text, format, reason) => {
    const framed = frame(text, format);
    expect(reasons(framed)).toEqual([reason]);
    expect(framed.failures[0]?.bytes).toBeGreaterThan(0);
  });

  it('keeps the elements before a fault, and goes on with the next document', () => {
    const framed = frame('[1, 2 3]\n[4]', 'JsonArray');
    expect(texts(framed)).toEqual(['1', '2', '4']);
    expect(reasons(framed)).toEqual(['the array is not JSON']);
  });

  it('fails one element that is too long or too deep', () => {
    const framed = frame(`[1,"${'x'.repeat(2000)}",${'['.repeat(300)}${']'.repeat(300)},2]`, 'JsonArray', {
      maxEntryBytes: 1000,
    });
    expect(texts(framed)).toEqual(['1', '2']);
    expect(reasons(framed)).toEqual([
      'the entry is longer than 1000 bytes',
      'the entry is nested deeper than 200 levels',
    ]);
  });
});

describe('CloudWatchLogs', () => {
  const data = {
    messageType: 'DATA_MESSAGE',
    owner: '123456789012',
    logGroup: '/aws/x',
    logStream: 's',
    subscriptionFilters: ['f'],
    logEvents: [
      { id: '1', timestamp: 1, message: 'first\n' },
      { id: '2', timestamp: 2, message: '{"a":\n1}' },
      { id: '3', timestamp: 3, message: ' ' },
    ],
  };
  const control = {
    ...data,
    messageType: 'CONTROL_MESSAGE',
    logEvents: [{ id: '', timestamp: 0, message: 'x' }],
  };
  const stream = JSON.stringify(control) + JSON.stringify(data) + JSON.stringify(data);

  it('gives each message, drops control messages', () => {
    const framed = frame(stream, 'CloudWatchLogs');
    expect(framed.entries).toEqual([
      { text: 'first' },
      { text: '{"a":\n1}' },
      { text: 'first' },
      { text: '{"a":\n1}' },
    ]);
    expect(framed.counts).toMatchObject({ control: 1, blank: 2 });
  });

  it('keeps the envelope as header where asked', () => {
    const [entry] = frame(stream, { type: 'CloudWatchLogs', keepEnvelope: true }).entries;
    const { owner, logGroup, logStream, subscriptionFilters } = data;
    expect(entry?.header).toEqual({ owner, logGroup, logStream, subscriptionFilters });
  });

  it('fails what is something else', () => {
    expect(reasons(frame('{"a":1}', 'CloudWatchLogs'))).toEqual(['it is not a CloudWatch Logs record']);
  });
});

describe('XML', () => {
  const values = (framed: Framed) => framed.entries.map(({ value }) => value);

  it('turns each child of the root into an entry', () => {
    const document = `<?xml version="1.0"?><!DOCTYPE e [<!ENTITY x "boom"><!ELEMENT e (a>b)>]>
      <!-- <Event/> --><Events xmlns="urn:x"><Event id='1'><n:A xmlns:n="u">x &amp; &#65;&#x42; &x;</n:A><B/><B>2</B></Event>
      <Event><![CDATA[<raw> & text]]></Event><Event a="&lt;1&gt;">text<C/></Event></Events>`;
    const framed = frame(document, { type: 'XML', xmlRootElement: 'Events' });
    expect(values(framed)).toEqual([
      { id: '1', 'n:A': 'x & AB &x;', B: [null, '2'] },
      '<raw> & text',
      { a: '<1>', C: null, '#text': 'text' },
    ]);
    expect(texts(framed)[1]).toBe('<Event><![CDATA[<raw> & text]]></Event>');
    expect(framed.failures).toEqual([]);
  });

  it('turns elements that stand by themselves into entries', () => {
    expect(values(frame('<e><a>1</a></e>\n<e><a>2</a></e><f/>', 'XML'))).toEqual([
      { a: '1' },
      { a: '2' },
      null,
    ]);
  });

  it('never follows entities, however they are nested', () => {
    const lol = `<!DOCTYPE l [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    expect(values(frame(`${lol}<e><a>&b;</a><c>&c;</c></e>`, 'XML'))).toEqual([{ a: '&b;', c: '&c;' }]);
  });

  it('makes plain fields of hostile names', () => {
    const [entry] = frame('<e><__proto__><polluted>1</polluted></__proto__></e>', 'XML').entries;
    expect(Object.keys(entry?.value ?? {})).toEqual(['__proto__']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('fails what is broken and keeps the rest', () => {
    const framed = frame('<e><a>1</b></e><e>2</e> stray <e>3', 'XML');
    expect(values(framed)).toEqual(['2']);
    expect(reasons(framed)).toEqual([
      'the end tag of "b" has no start tag',
      'it is text outside any element',
      'the XML is broken off',
    ]);
    expect(reasons(frame('<a/>', { type: 'XML', xmlRootElement: 'Events' }))).toEqual([
      'the document has no element "Events"',
    ]);
    expect(reasons(frame(`<e>${'<d>'.repeat(500)}${'</d>'.repeat(500)}</e>`, 'XML'))).toEqual([
      'the element is nested deeper than 200 levels',
    ]);
    expect(reasons(frame(`<e>${'x'.repeat(2000)}</e>`, 'XML', { maxEntryBytes: 1000 }))).toEqual([
      'the entry is longer than 1000 bytes',
    ]);
  });
});

describe('Auto', () => {
  it.each([
    ['lines of text', 'a b\nc d\n', ['a b', 'c d']],
    ['JSON lines', '{"a":1}\n{"a":2}\nnot json\n{"a":3}', ['{"a":1}', '{"a":2}', 'not json', '{"a":3}']],
    ['JSON lines behind blank ones', '\n \n{"a":1}\n{"a":2}', ['{"a":1}', '{"a":2}']],
    ['one object', '{"a":1}', ['{"a":1}']],
    ['objects spread over lines', '{\n"a":1\n}\n{\n"a":2}', ['{\n"a":1\n}', '{\n"a":2}']],
    ['objects without anything between', '{"a":1}{"a":2}', ['{"a":1}', '{"a":2}']],
    ['an array', '[{"a":1},\n{"a":2}]', ['{"a":1}', '{"a":2}']],
    ['an array of text', '["a","b"]', ['"a"', '"b"']],
    ['an empty array', '[]', []],
    ['CloudTrail', '{"Records":[{"a":1},{"a":2}]}', ['{"a":1}', '{"a":2}']],
    [
      'an event with a field called records',
      '{"records":[{"a":1}],"id":7}',
      ['{"records":[{"a":1}],"id":7}'],
    ],
    ['an event with one list of scalars', '{"items":[1,2]}', ['{"items":[1,2]}']],
    ['CloudWatch', '{"messageType":"DATA_MESSAGE","logEvents":[{"message":"m"}]}', ['m']],
    ['syslog', '<34>Oct 11 22:14:15 host su: x\n<13>y', ['<34>Oct 11 22:14:15 host su: x', '<13>y']],
    [
      'Apache errors',
      '[Wed Oct 11 14:32:52 2000] [error] x\ny',
      ['[Wed Oct 11 14:32:52 2000] [error] x', 'y'],
    ],
    [
      'kernel messages',
      '[    0.000000] Linux version\n[ 1.5] x',
      ['[    0.000000] Linux version', '[ 1.5] x'],
    ],
    ['text in braces', '{severity} text\n{x} y', ['{severity} text', '{x} y']],
    ['an object followed by text', '{"a":1} trailing text\n{"b":2}', ['{"a":1} trailing text', '{"b":2}']],
    ['XML with an enclosing element', '<Events><Event>1</Event></Events>', ['<Event>1</Event>']],
    ['XML with equal children', '<log><e>1</e><e>2</e></log>', ['<e>1</e>', '<e>2</e>']],
    ['one XML event', '<Event><A>1</A><B>2</B></Event>', ['<Event><A>1</A><B>2</B></Event>']],
    ['nothing', ' \n ', []],
  ])('reads %s', (_name, text, expected) => {
    const framed = frame(text, 'Auto');
    expect(texts(framed)).toEqual(expected);
    expect(framed.failures).toEqual([]);
  });

  it('reads an envelope too large to wait for', () => {
    const events = Array.from({ length: 200 }, (_, i) => `{"n":${i},"pad":"${'x'.repeat(50)}"}`);
    const framed = frame(`{"Records":[${events.join(',')}]}`, 'Auto', { maxEntryBytes: 1000 });
    expect(texts(framed)).toEqual(events);
  });

  it('says what it cannot read', () => {
    expect(reasons(frame('PAR1\u0000\u0000', 'Auto'))).toEqual([
      'Parquet and Avro files are not read; send JSON or lines',
    ]);
  });
});

describe('every stream type', () => {
  const formats: StreamFormat[] = [
    { type: 'Auto' },
    { type: 'Lines' },
    { type: 'JSON' },
    { type: 'JsonArray' },
    { type: 'JsonArray', envelopeField: 'Records' },
    { type: 'CloudWatchLogs', keepEnvelope: true },
    { type: 'XML' },
    { type: 'XML', xmlRootElement: 'Events' },
  ];
  const jsonText = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
  const piece = fc.oneof(
    jsonText,
    jsonText.map((text) => `{"Records":[${text},{"a":1}]}`),
    fc.array(jsonText, { maxLength: 4 }).map((elements) => `[${elements.join(' , ')}]`),
    fc
      .array(fc.string(), { maxLength: 3 })
      .map((messages) =>
        JSON.stringify({ messageType: 'DATA_MESSAGE', logEvents: messages.map((message) => ({ message })) }),
      ),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\n',
      '\r\n',
      ' ',
      ',',
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      '<',
      '>',
      '&',
      '\u0000',
      'x'.repeat(300),
    ),
    fc.constantFrom(
      '<e>',
      '</e>',
      '<Events>',
      '</Events>',
      '<a b="c>">',
      '<!-- > -->',
      '<![CDATA[ ]] ]]>',
      '<?x?>',
    ),
  );
  const stream = fc
    .array(
      fc.oneof(
        piece.map(bytes),
        fc.uint8Array({ maxLength: 4 }).map((array) => Buffer.from(array)),
      ),
      {
        maxLength: 12,
      },
    )
    .map((parts) => Buffer.concat(parts));

  function cut(whole: Buffer, sizes: number[]): Buffer[] {
    const pieces: Buffer[] = [];
    for (let from = 0, i = 0; from < whole.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      pieces.push(whole.subarray(from, from + size));
      from += size;
    }
    return pieces;
  }

  it.each(formats)('gives the same however the stream is cut: %o', async (format) => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(stream, sizes, fc.boolean(), async (whole, pieceSizes, isTight) => {
        const limits = isTight ? { maxEntryBytes: 200, maxDepth: 3, sampleBytes: 20 } : defaultFramingLimits;
        expect(await inPieces(cut(whole, pieceSizes), format, limits)).toEqual(
          frameBuffer(whole, format, limits),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('cuts JSON values out again that were put in, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom('', '\n', '  ', '\r\n'), (all, between) => {
        const values = all.filter((value) => typeof value === 'object' && value !== null);
        const parsed = (framed: Framed) => framed.entries.map(({ text }) => JSON.parse(text) as unknown);
        const whole = JSON.parse(JSON.stringify(values)) as unknown;
        expect(parsed(frame(values.map((value) => JSON.stringify(value)).join(between), 'JSON'))).toEqual(
          whole,
        );
        const array = JSON.parse(JSON.stringify(all)) as unknown;
        expect(parsed(frame(JSON.stringify(all, undefined, between.length), 'JsonArray'))).toEqual(array);
        const enveloped = JSON.stringify({ a: all, Records: all, b: {} });
        expect(parsed(frame(enveloped, { type: 'JsonArray', envelopeField: 'Records' }))).toEqual(array);
      }),
    );
  });

  it('stays linear on what invites going back and forth', () => {
    const long = 'a'.repeat(1_000_000);
    const hostile: [string, StreamType][] = [
      [`<e ${long} b="1"/>`, 'XML'],
      [`<e>${'&'.repeat(300_000)}${long}</e>`, 'XML'],
      ['<'.repeat(1_000_000), 'XML'],
      ['<!--'.repeat(300_000), 'XML'],
      [`<e ${'"'.repeat(300_001)}`, 'XML'],
      ['{"a":'.repeat(300_000), 'JSON'],
      ['{"a":\n'.repeat(300_000), 'JSON'],
      ['{"a":\n'.repeat(300_000), 'Auto'],
      ['['.repeat(1_000_000), 'JsonArray'],
      ['[\n'.repeat(500_000), 'Auto'],
      ['\\'.repeat(1_000_000), 'JSON'],
    ];
    for (const [text, type] of hostile) {
      const { counts } = frame(text, type);
      expect(counts.entries + counts.failures, `${type} ${text.slice(0, 8)}`).toBeGreaterThan(0);
    }
  });

  it.each([
    ['text', '<e>'],
    ['tag', '<e><f a="'],
    ['comment', '<e><!--'],
  ])('tells an endless XML entry by its size, in an unfinished %s too', (_what, opening) => {
    const piece = 'x'.repeat(1000);
    const framed = frame(`${opening}${piece.repeat(50)}`, 'XML', { maxEntryBytes: 2000 });
    expect(framed.failures.map(({ reason, bytes: length }) => ({ reason, length }))).toEqual([
      { reason: 'the entry is longer than 2000 bytes', length: opening.length + 50_000 },
    ]);
  });

  it.each(formats)('holds little of an endless entry: %o', async (format) => {
    const openings: Record<StreamType, string> = {
      Auto: 'text ',
      Lines: '',
      JSON: '{"a":"',
      JsonArray: format.envelopeField === undefined ? '["' : '{"Records":["',
      CloudWatchLogs: '{"messageType":"',
      XML: format.xmlRootElement === undefined ? '<e>' : '<Events><e>',
    };
    const more = Buffer.alloc(65_536, 'x');
    const before = heldBytes();
    const held: number[] = [];
    function* endless() {
      yield bytes(openings[format.type]);
      for (let i = 1; i <= 1600; i++) {
        yield more;
        if (i % 200 === 0) held.push(heldBytes() - before);
      }
    }
    let failures = 0;
    for await (const part of frameStream(endless(), format)) failures += part.failures.length;
    expect(failures).toBeGreaterThanOrEqual(1);
    expect(Math.max(...held)).toBeLessThan(64 * 1024 ** 2);
  });
});

describe('real logs', () => {
  const objectPath = corpusPath(
    'logs/cloudtrail-s3-objects/218007301253_CloudTrail_us-east-1_20230710T1145Z_7xgocspSowgK0Gto.json.gz',
  );
  it.skipIf(!objectPath)('an object as CloudTrail delivers it gives its records (no corpus)', async () => {
    const plain = gunzipSync(await readFile(objectPath ?? ''));
    const document = JSON.parse(plain.toString()) as { Records: unknown[] };
    const framed = frame(plain, 'Auto');
    expect(framed.entries.map(({ text }) => JSON.parse(text) as unknown)).toEqual(document.Records);
    const streamed = await inPieces([plain], { type: 'JsonArray', envelopeField: 'Records' });
    expect(streamed.entries).toEqual(framed.entries);
  });

  const linesPath = corpusPath('logs/cloudtrail-invictus.ndjson.gz');
  it.skipIf(!linesPath)('lines and JSON agree on real events (no corpus)', async () => {
    const plain = gunzipSync(await readFile(linesPath ?? ''));
    const asLines = frame(plain, 'Lines');
    expect(asLines.entries).toHaveLength(1666);
    expect(frame(plain, 'JSON').entries).toEqual(asLines.entries);
    expect(frame(plain, 'Auto').entries).toEqual(asLines.entries);
  });
});
