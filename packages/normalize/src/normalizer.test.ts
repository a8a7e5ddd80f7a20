import { Worker } from 'node:worker_threads';
import { stringifyJson } from '@margay/kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNormalizer } from './normalizer.ts';
import { compileText, normalizeAll, testParseTime, testSource } from './testing/normalize-one.ts';

const alpha = compileText(
  'schema: Test.Alpha\nfields: [{ name: a, type: int, required: true }, { name: t, type: timestamp, timeFormat: rfc3339, isEventTime: true }]',
);
const beta = compileText(
  'schema: Test.Beta\nfields: [{ name: b, type: string, required: true }, { name: n, type: int }]',
);
const lines = compileText(
  'schema: Test.Lines\nparser: { fastmatch: { match: ["%{who}: %{what}"], skipPrefix: "#" } }\nfields: [{ name: who, type: string, required: true }, { name: what, type: string }]',
);
const header = compileText(
  'schema: Test.Csv\nparser: { csv: { hasHeader: true } }\nfields: [{ name: x, type: int, required: true }]',
);

describe('standard fields', () => {
  it('are all there', () => {
    const source = { id: 'source-1', label: 'My source', logTypes: ['Test.Alpha'] };
    const entry = {
      text: '{"a":1,"t":"2025-01-01T00:00:00+01:00","extra":{"x":1},"p_log_type":"forged"}',
      header: { logGroup: 'g' },
      sourceFile: { aws_s3_bucket: 'bucket', aws_s3_key: 'key' },
    };
    const batch = createNormalizer({ schemas: [{ ...alpha, version: 7 }], source }).normalize([entry], {
      batchId: '0198c0de000070008000000000000001',
      parseTime: testParseTime,
    });
    expect(batch.events).toEqual([
      {
        logType: 'Test.Alpha',
        raw: entry.text,
        event: {
          a: 1,
          t: '2024-12-31 23:00:00.000000000',
          p_log_type: 'Test.Alpha',
          p_row_id: '0198c0de000070008000000000000000',
          p_event_time: '2024-12-31 23:00:00.000000000',
          p_parse_time: '2026-01-02 03:04:05.678000000',
          p_schema_version: 7,
          p_source_id: 'source-1',
          p_source_label: 'My source',
          p_header: { logGroup: 'g' },
          p_source_file: { aws_s3_bucket: 'bucket', aws_s3_key: 'key' },
        },
      },
    ]);
    expect(batch.perLogType).toEqual({ 'Test.Alpha': { events: 1, characters: entry.text.length } });
  });

  it('event time is the first one in the order of the document, else the time of arrival', () => {
    const schema = compileText(`fields:
      - { name: o, type: object, fields: [{ name: t1, type: timestamp, timeFormat: unix, isEventTime: true }] }
      - { name: t2, type: timestamp, timeFormat: unix, isEventTime: true }
      - { name: t3, type: timestamp, timeFormat: unix }`);
    const times = normalizeAll([schema], [{ t2: 2, o: { t1: 1 } }, { t2: 2, o: {} }, { t3: 3 }]).events.map(
      ({ event }) => event['p_event_time'],
    );
    expect(times).toEqual([
      '1970-01-01 00:00:01.000000000',
      '1970-01-01 00:00:02.000000000',
      '2026-01-02 03:04:05.678000000',
    ]);
  });

  it('row ids depend on the batch and the position only', () => {
    const ids = (batchId: string, firstOrdinal?: number) =>
      createNormalizer({ schemas: [alpha], source: testSource })
        .normalize([{ text: '{"a":1}' }, { text: 'bad' }, { text: '{"a":2}' }], {
          batchId,
          parseTime: testParseTime,
          firstOrdinal,
        })
        .events.map(({ event }) => event['p_row_id']);
    expect(ids('b')).toEqual(ids('b'));
    expect(new Set([...ids('b'), ...ids('c'), ...ids('b', 3)]).size).toBe(6);
    for (const id of ids('b')) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(ids('0198c0de-0000-7000-8000-000000000001')[1]).toBe('0198c0de000070008000000000000002');
  });
});

describe('classification', () => {
  it('the first schema that fits takes the entry', () => {
    const batch = normalizeAll([alpha, beta], [{ a: 1, b: 'x' }, { b: 'x' }, { b: 'y', a: 1 }, { a: 5 }]);
    // After the second entry Beta is ahead, so it takes the third, which fits both.
    expect(batch.events.map((event) => event.logType)).toEqual([
      'Test.Alpha',
      'Test.Beta',
      'Test.Beta',
      'Test.Alpha',
    ]);
  });

  it('follows the order of the source on equal terms', () => {
    const source = { ...testSource, logTypes: ['test.beta', 'Test.Alpha'] };
    const batch = createNormalizer({ schemas: [alpha, beta], source }).normalize(
      [{ text: '{"a":1,"b":"x"}' }],
      { batchId: 'b', parseTime: testParseTime },
    );
    expect(batch.events[0]?.logType).toBe('Test.Beta');
  });

  it('mixes JSON and text', () => {
    const batch = normalizeAll([alpha, lines], ['bob: hello', '{"a":1}', '# comment', '   ', '']);
    expect(batch.events.map((event) => event.logType)).toEqual(['Test.Lines', 'Test.Alpha']);
    expect([batch.skipped, batch.failures.length]).toEqual([3, 0]);
  });

  it('a header belongs to its stream and is no event', () => {
    const normalizer = createNormalizer({ schemas: [header], source: testSource });
    const run = (text: string) =>
      normalizer.normalize([{ text }], { batchId: text, parseTime: testParseTime });
    expect(run('x,y')).toMatchObject({ events: [], skipped: 1, failures: [] });
    expect(run('1,2').events[0]?.event['x']).toBe(1);
  });

  it('a failure names the closest schema and every candidate', () => {
    const batch = normalizeAll([alpha, beta, lines], [{ b: 'x', n: 'many' }]);
    expect(batch.failures).toEqual([
      {
        rowId: expect.stringMatching(/^[0-9a-f]{32}$/),
        sourceId: 'source-1',
        sourceLabel: 'Test source',
        parseTime: '2026-01-02 03:04:05.678000000',
        payload: '{"b":"x","n":"many"}',
        logType: 'Test.Beta',
        error: 'The field "n" is not a whole number of 32 bits.',
        candidates: [
          { logType: 'Test.Alpha', error: 'The field "a" is required.' },
          { logType: 'Test.Beta', error: 'The field "n" is not a whole number of 32 bits.' },
          { logType: 'Test.Lines', error: 'The line matches none of the patterns.' },
        ],
      },
    ]);
  });

  it('without any schema nothing is a failure', () => {
    expect(normalizeAll([], ['x', ''])).toMatchObject({
      events: [],
      failures: [],
      unclassified: 1,
      skipped: 1,
    });
  });
});

describe('hostile entries', () => {
  const open = compileText('schema: Test.Open\nfieldDiscoveryEnabled: true');

  it.each([
    ['depth', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'nested more than 200 levels'],
    ['broken JSON', '{"a":', 'not JSON'],
    ['a list', '[{"a":1}]', 'not a list'],
    ['a scalar', '5', 'not a number'],
  ])('%s is a failure with a reason', (_, text, reason) => {
    const batch = normalizeAll([open], [text, '{"fine":1}']);
    expect(batch.failures[0]?.error).toContain(reason);
    expect(batch.events).toHaveLength(1);
  });

  it('an entry beyond 10 MB is a failure with a cut payload', () => {
    const batch = normalizeAll([open], [`{"a":"${'é'.repeat(11 * 1024 * 1024)}"}`]);
    expect(batch.failures[0]?.error).toContain('at most');
    expect(batch.failures[0]?.payload.length).toBe(64 * 1024);
  });

  it('__proto__ changes nothing', () => {
    const batch = normalizeAll(
      [open, alpha],
      ['{"__proto__":{"isAdmin":true},"x":{"__proto__":{"y":1}},"a":1}'],
    );
    expect(batch.events).toHaveLength(1);
    expect(batch.events[0]!.event['isAdmin']).toBeUndefined();
    expect(Object.getPrototypeOf(batch.events[0]!.event)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it('the value counts where the text is no JSON, and a failure keeps it, so that it can be processed again', () => {
    const schema = compileText('fields: [{ name: n, type: bigint, required: true }]');
    const source = { ...testSource, logTypes: [schema.logType] };
    const entries = [
      { text: '<e> 1234567890123456 </e>', value: { n: 1 } },
      { text: 'x\t1234567890123456', value: { m: 12345678901234567890n } },
      { text: '1379288667.706265\tx' },
    ];
    const { events, failures } = createNormalizer({ schemas: [schema], source }).normalize(entries, {
      batchId: 'b',
      parseTime: testParseTime,
    });
    expect(events.map(({ event, raw }) => [event['n'], raw])).toEqual([[1, entries[0]?.text]]);
    expect(failures.map(({ payload }) => payload)).toEqual(['{"m":12345678901234567890}', entries[2]?.text]);
    expect(failures[1]?.error).toContain('row of a Zeek log without its header');
  });

  it('a parsed value is not trusted where plain JSON parsing loses something', () => {
    const text = '{"a":1,"id":12345678901234567890}';
    const schema = compileText('fields: [{ name: id, type: json }]');
    const batch = createNormalizer({ schemas: [schema], source: testSource }).normalize(
      [{ text, value: JSON.parse(text) as unknown }],
      { batchId: 'b', parseTime: testParseTime },
    );
    expect(batch.events[0]?.event['id']).toBe(12345678901234567890n);
  });

  it('whatever comes in, every entry is accounted for and every event can be written', () => {
    const schemas = [open, alpha, lines];
    const entry = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{"a":"\\ud800"}', '\u0000', '#', '{}', 'a: b'),
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(fc.array(entry), (texts) => {
        const batch = normalizeAll(schemas, texts.map(String));
        expect(batch.events.length + batch.failures.length + batch.skipped).toBe(texts.length);
        for (const { event } of batch.events) {
          expect(stringifyJson(event).isWellFormed()).toBe(true);
          expect(event['p_event_time']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9}$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('at work', () => {
  it('hands each event on before the next is made, the same ones in the same order, and keeps none', () => {
    const schemas = [alpha, beta];
    const source = { ...testSource, logTypes: ['Test.Alpha', 'Test.Beta'] };
    const entries = ['{"a":1}', '', 'no json', '{"b":"x"}', '{"a":"y"}', '{"a":2,"b":"x"}'].map((text) => ({
      text,
    }));
    const context = { batchId: '0198c0de000070008000000000000001', parseTime: testParseTime };
    const { events, ...rest } = createNormalizer({ schemas, source }).normalize(entries, context);
    const taken: unknown[] = [];
    const batch = createNormalizer({ schemas, source }).normalize(entries, context, (event) => {
      taken.push(structuredClone(event));
      // What is done to an event that was handed on reaches no other.
      event.event = {};
    });
    expect(events).toHaveLength(3);
    expect(taken).toEqual(events);
    expect(batch).toEqual({ events: [], ...rest });
  });

  it('runs in a worker thread, with plain data in and out', async () => {
    const program = `
      import { parentPort } from 'node:worker_threads';
      import { readSchema } from '@margay/schema';
      import { compileSchema, createNormalizer } from '@margay/normalize';
      const { schema } = readSchema('schema: Test.A\\nfields: [{ name: a, type: bigint }]', { owner: 'managed' });
      const source = { id: 's', label: 'l', logTypes: ['Test.A'] };
      const normalizer = createNormalizer({ schemas: [compileSchema(schema)], source });
      parentPort.postMessage(normalizer.normalize([{ text: '{"a":9223372036854775807}' }], { batchId: 'b', parseTime: new Date(0) }));`;
    const url = new URL(
      `data:text/javascript,${encodeURIComponent(program.replaceAll(/from '@margay\/([a-z]+)'/g, (_, name: string) => `from '${import.meta.resolve(`@margay/${name}`)}'`))}`,
    );
    const worker = new Worker(url);
    const batch = await new Promise<{ events: { event: Record<string, unknown> }[] }>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(batch.events[0]?.event['a']).toBe(9223372036854775807n);
  });
});
