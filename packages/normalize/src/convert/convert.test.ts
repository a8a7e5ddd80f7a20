import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compileText, indicatorsOf, normalizeAll, normalizeOne } from '../testing/normalize-one.ts';

/** Converts one value as the given type. The result is the value, undefined for "nothing", or the text of the failure. */
function convert(type: string, value: unknown): unknown {
  const text = `{"v":${typeof value === 'bigint' ? value : JSON.stringify(value)}}`;
  const result = normalizeOne(`fields: [{ name: v, ${type} }]`, text);
  return typeof result === 'string' ? result : (result as { v?: unknown }).v; // the only field
}

const refused = expect.stringMatching(/^The field "v" is /);

describe('conversion by type', () => {
  it.each<[string, unknown, unknown]>([
    ['string', 'x', 'x'],
    ['string', '', ''],
    ['string', 5, '5'],
    ['string', 1.5, '1.5'],
    ['string', true, 'true'],
    ['string', 12345678901234567890n, '12345678901234567890'],
    ['string', {}, refused],
    ['string', ['x'], refused],
    ['int', 5, 5],
    ['int', '5', 5],
    ['int', '-2147483648', -2147483648],
    ['int', 2147483648, refused],
    ['int', '2147483648', refused],
    ['int', '', undefined],
    ['int', 1.5, refused],
    ['int', '1.5', refused],
    ['int', ' 5', refused],
    ['int', true, refused],
    ['int', '0x10', refused],
    ['smallint', 32767, 32767],
    ['smallint', 32768, refused],
    ['bigint', '9007199254740993', 9007199254740993n],
    ['bigint', 9223372036854775807n, 9223372036854775807n],
    ['bigint', 9223372036854775808n, refused],
    ['bigint', '-9223372036854775808', -9223372036854775808n],
    ['bigint', '-9223372036854775809', refused],
    ['bigint', '+7', 7],
    ['bigint', 9007199254740992n, 9007199254740992n],
    ['bigint', 42, 42],
    ['bigint', '', undefined],
    ['bigint', {}, refused],
    ['bigint', '9'.repeat(50), refused],
    ['float', 1.5, 1.5],
    ['float', '.5', 0.5],
    ['float', '', undefined],
    ['float', 'NaN', refused],
    ['float', 'Infinity', refused],
    ['float', '1e999', '1e999'],
    ['float', '0x10', refused],
    ['float', [], refused],
    ['boolean', true, true],
    ['boolean', 't', true],
    ['boolean', 'TRUE', true],
    ['boolean', 1, true],
    ['boolean', 'False', false],
    ['boolean', 0, false],
    ['boolean', '', undefined],
    ['boolean', 'yes', refused],
    ['boolean', 2, refused],
    ['json', { a: [1, null] }, { a: [1, null] }],
    ['json', 'x', 'x'],
    ['json', 0, 0],
    ['json', null, undefined],
  ])('%s of %s is %s', (type, value, expected) => expect(convert(`type: ${type}`, value)).toEqual(expected));

  it.each<[unknown, string, unknown]>([
    ['2024-01-02T03:04:05Z', 'rfc3339', '2024-01-02 03:04:05.000000000'],
    [1700000000, 'unix', '2023-11-14 22:13:20.000000000'],
    ['', 'rfc3339', undefined],
    [null, 'rfc3339', undefined],
    [true, 'unix', refused],
    [{}, 'unix', refused],
    ['soon', 'rfc3339', refused],
  ])('timestamp %j as %s is %j', (value, format, expected) => {
    expect(convert(`type: timestamp, timeFormat: ${format}`, value)).toEqual(expected);
  });

  it('tries the time formats in order', () => {
    const type = 'type: timestamp, timeFormats: [unix_ms, rfc3339, "%d.%m.%Y"]';
    expect(convert(type, 1700000000123)).toBe('2023-11-14 22:13:20.123000000');
    expect(convert(type, '2.1.2024')).toBe('2024-01-02 00:00:00.000000000');
    expect(convert(type, 'x')).toEqual(refused);
  });

  it('lists convert each element and keep its place', () => {
    expect(convert('type: array, element: { type: int }', ['1', null, '', 2])).toEqual([1, null, null, 2]);
    const ofObjects = 'type: array, element: { type: object, fields: [{ name: q, type: string }] }';
    expect(convert(ofObjects, [{}, { q: 'z' }, null])).toEqual([{}, { q: 'z' }, null]);
    expect(convert('type: array, element: { type: int }', [])).toEqual([]);
    expect(convert('type: array, element: { type: int }', 'x')).toEqual(refused);
    expect(convert('type: array, element: { type: int }', null)).toBeUndefined();
    expect(convert('type: array, element: { type: int }', [1, 'x'])).toBe(
      'The field "v[1]" is not a whole number of 32 bits.',
    );
  });

  it('objects keep what they know, and vanish when nothing is left', () => {
    const type = 'type: object, fields: [{ name: a, type: int }, { name: b, type: string }]';
    expect(convert(type, { a: 1, c: 2 })).toEqual({ a: 1 });
    expect(convert(type, { a: null, c: 2 })).toBeUndefined();
    expect(convert(type, {})).toBeUndefined();
    expect(convert(type, [])).toEqual(refused);
    expect(convert(type, { a: 'x' })).toBe('The field "v.a" is not a whole number of 32 bits.');
  });

  it('names the place of a refused value inside lists and objects', () => {
    const type =
      'type: array, element: { type: object, fields: [{ name: a, type: array, element: { type: int } }] }';
    expect(convert(type, [{ a: [1] }, { a: [1, 'x'] }])).toBe(
      'The field "v[1].a[1]" is not a whole number of 32 bits.',
    );
  });
});

describe('required', () => {
  const yaml =
    'fields: [{ name: v, type: string, required: true }, { name: o, type: object, fields: [{ name: a, type: int, required: true }] }]';

  it.each([[{}], [{ v: null }]])('refuses %j', (entry) => {
    expect(normalizeOne(yaml, entry)).toBe('The field "v" is required.');
  });

  it.each([
    ['string', ''],
    ['int', 0],
    ['boolean', false],
    ['array, element: { type: int }', []],
    ['object, fields: [{ name: a, type: int }]', {}],
    ['json', {}],
  ])('is satisfied by %s %j', (type, value) =>
    expect(normalizeOne(`fields: [{ name: v, type: ${type}, required: true }]`, { v: value })).toBeTypeOf(
      'object',
    ),
  );

  it('counts inside an object only when the object is there', () => {
    expect(normalizeOne(yaml, { v: 'x' })).toEqual({ v: 'x' });
    expect(normalizeOne(yaml, { v: 'x', o: {} })).toBe('The field "o.a" is required.');
  });

  it('an empty number is no value', () => {
    expect(normalizeOne('fields: [{ name: v, type: int, required: true }]', { v: '' })).toBe(
      'The field "v" is required.',
    );
  });
});

describe('validate', () => {
  it.each([
    ['allow: [a, b]', 'a', true],
    ['allow: [a, b]', 'A', false],
    ['allow: [a], deny: [a]', 'a', true],
    ['deny: [a]', 'a', false],
    ['deny: [a]', 'b', true],
    ['ip: any', '::1', true],
    ['ip: ipv4', '::1', false],
    ['ip: ipv6', '::1', true],
    ['ip: any', '10.0.0.0/8', false],
    ['cidr: any', '10.0.0.0/8', true],
    ['cidr: ipv6', '10.0.0.0/8', false],
    ['cidr: ipv4', '10.0.0.1', false],
    ['ip: any, deny: ["::1"]', '::1', false],
    ['allow: [a]', '', false],
  ])('{ %s } of %j: %s', (rules, value, isValid) => {
    const result = normalizeOne(`fields: [{ name: v, type: string, validate: { ${rules} } }]`, { v: value });
    expect(typeof result === 'object').toBe(isValid);
  });

  it('lets null and missing values pass', () => {
    const yaml = 'fields: [{ name: v, type: string, validate: { allow: [a] } }]';
    expect(normalizeOne(yaml, {})).toEqual({});
    expect(normalizeOne(yaml, { v: null })).toEqual({});
  });
});

describe('embedded JSON', () => {
  const object = 'type: object, isEmbeddedJSON: true, fields: [{ name: a, type: int }]';

  it.each<[string, unknown, unknown]>([
    [object, '{"a":"1"}', { a: 1 }],
    [object, { a: 1 }, { a: 1 }],
    [object, '', undefined],
    [object, 'null', undefined],
    [object, '{', refused],
    [object, '[1]', refused],
    [
      'type: array, isEmbeddedJSON: true, element: { type: bigint }',
      '[9223372036854775807]',
      [9223372036854775807n],
    ],
    ['type: json, isEmbeddedJSON: true', '{"a":[1]}', { a: [1] }],
    ['type: json, isEmbeddedJSON: true', 'plain', 'plain'],
    ['type: json, isEmbeddedJSON: true', '', undefined],
    [
      'type: json, isEmbeddedJSON: true',
      `${'['.repeat(300)}${']'.repeat(300)}`,
      `${'['.repeat(300)}${']'.repeat(300)}`,
    ],
  ])('%s of %s', (type, value, expected) => expect(convert(type, value)).toEqual(expected));
});

describe('transformations', () => {
  it('rename moves a sibling, and wins over the name itself', () => {
    const yaml =
      'fields: [{ name: userId, type: string, rename: { from: PIN } }, { name: PIN, type: string }]';
    expect(normalizeOne(yaml, { PIN: '1', userId: '2' })).toEqual({ userId: '1' });
    expect(normalizeOne(yaml, { userId: '2' })).toEqual({ userId: '2' });
  });

  it('two fields can trade names', () => {
    const yaml =
      'fields: [{ name: a, type: string, rename: { from: b } }, { name: b, type: string, rename: { from: a } }]';
    expect(normalizeOne(yaml, { a: '1', b: '2' })).toEqual({ a: '2', b: '1' });
  });

  it('copy leaves the original', () => {
    const yaml =
      'fields: [{ name: ip, type: string, copy: { from: client.ip } }, { name: client, type: object, fields: [{ name: ip, type: string }] }]';
    expect(normalizeOne(yaml, { client: { ip: '1.2.3.4' } })).toEqual({
      ip: '1.2.3.4',
      client: { ip: '1.2.3.4' },
    });
    expect(normalizeOne(yaml, {})).toEqual({});
  });

  it('concat joins what is there', () => {
    const yaml =
      'fields: [{ name: when, type: timestamp, timeFormat: "%Y-%m-%d %H:%M:%S", concat: { paths: [date, time], separator: " " } }]';
    expect(normalizeOne(yaml, { date: '2024-01-02', time: '03:04:05' })).toEqual({
      when: '2024-01-02 03:04:05.000000000',
    });
    expect(
      normalizeOne('fields: [{ name: v, type: string, concat: { paths: [a, b, c], separator: "-" } }]', {
        a: 1,
        c: true,
      }),
    ).toEqual({ v: '1-true' });
    expect(normalizeOne(yaml, {})).toEqual({});
  });

  it('split takes one part', () => {
    const yaml =
      'fields: [{ name: ip, type: string, split: { from: peer, separator: ":", index: 0 } }, { name: port, type: int, split: { from: peer, separator: ":", index: 1 } }]';
    expect(normalizeOne(yaml, { peer: '10.0.0.1:443' })).toEqual({ ip: '10.0.0.1', port: 443 });
    expect(normalizeOne(yaml, { peer: '10.0.0.1' })).toEqual({ ip: '10.0.0.1' });
  });

  it('run in the order rename, copy, concat, split, whatever the order of the fields', () => {
    const yaml = `fields:
      - { name: d, type: string, split: { from: c, separator: "/", index: 1 } }
      - { name: c, type: string, concat: { paths: [b, b], separator: "/" } }
      - { name: b, type: string, copy: { from: a } }
      - { name: a, type: string, rename: { from: z } }`;
    expect(normalizeOne(yaml, { z: 'x' })).toEqual({ a: 'x', b: 'x', c: 'x/x', d: 'x' });
  });

  it('work inside objects and lists, and leave the shared entry alone', () => {
    const yaml =
      'fields: [{ name: l, type: array, element: { type: object, fields: [{ name: n, type: string, rename: { from: N } }, { name: r, type: string, copy: { from: root } }] } }]';
    expect(normalizeOne(yaml, { root: 'R', l: [{ N: '1' }, { n: '2' }] })).toEqual({
      l: [
        { n: '1', r: 'R' },
        { n: '2', r: 'R' },
      ],
    });
  });

  it('mask replaces text after validation and before indicators', () => {
    const hash = createHash('sha256').update('salty').update('1.2.3.4').digest('hex');
    const yaml =
      'fields: [{ name: v, type: string, indicators: [ip], validate: { ip: any }, mask: { type: sha256, salt: salty } }]';
    expect(normalizeOne(yaml, { v: '1.2.3.4' })).toEqual({ v: hash });
    expect(indicatorsOf(yaml, { v: '1.2.3.4' })).toEqual({});
    expect(normalizeOne(yaml, { v: 'x' })).toContain('is not an IP address');
    expect(
      normalizeOne(
        'fields: [{ name: userId, type: string, rename: { from: PIN }, mask: { type: redact, to: "****" } }]',
        { PIN: '1234' },
      ),
    ).toEqual({ userId: '****' });
    expect(normalizeOne('fields: [{ name: v, type: string, mask: { type: redact } }]', {})).toEqual({});
  });
});

describe('what a mask hides', () => {
  const yaml = (attributes: string, more = '') =>
    `fieldDiscoveryEnabled: true\nfields: [{ name: hidden, type: string, mask: { type: redact }, ${attributes} }${more}]`;

  it.each<[string, string, string, unknown, unknown]>([
    ['a copied field', 'copy: { from: pin }', '', { pin: '1234', x: 1 }, { hidden: 'REDACTED', x: 1 }],
    [
      'a field inside',
      'copy: { from: a.b.pin }',
      '',
      { a: { b: { pin: '1234', y: 1 } } },
      { hidden: 'REDACTED', a: { b: { y: 1 } } },
    ],
    ['an element', 'copy: { from: l.1 }', '', { l: ['a', '1234'] }, { hidden: 'REDACTED', l: ['a', null] }],
    ['a dotted name', 'copy: { from: a.b }', '', { 'a.b': '1234' }, { hidden: 'REDACTED' }],
    [
      'joined fields',
      'concat: { paths: [p, q] }',
      '',
      { p: '12', q: '34', r: 1 },
      { hidden: 'REDACTED', r: 1 },
    ],
    ['a part', 'split: { from: p, separator: ":", index: 1 }', '', { p: 'a:1234' }, { hidden: 'REDACTED' }],
    [
      'a part of free form',
      'copy: { from: j.pin }',
      ', { name: j, type: json }',
      { j: { pin: '1234', z: 1 } },
      { hidden: 'REDACTED', j: { z: 1 } },
    ],
    [
      'a declared field stays: somebody asked for it',
      'copy: { from: pin }',
      ', { name: pin, type: string }',
      { pin: '1234' },
      { hidden: 'REDACTED', pin: '1234' },
    ],
  ])('%s', (_, attributes, more, entry, expected) => {
    const before = structuredClone(entry);
    expect(normalizeOne(yaml(attributes, more), entry)).toEqual(expected);
    expect(entry).toEqual(before);
  });

  it('the event rests in the place of the line, and nothing undeclared does', () => {
    const schema = compileText('fields: [{ name: pin, type: string, mask: { type: redact } }]');
    const [event] = normalizeAll([schema], [{ pin: '1234', other: 'x' }]).events;
    expect(event?.raw).toBe('{"pin":"REDACTED"}');
    const inside = compileText(
      'fields: [{ name: l, type: array, element: { type: object, fields: [{ name: pin, type: string, mask: { type: redact } }] } }]',
    );
    expect(normalizeAll([inside], [{ l: [{ pin: '1' }] }]).events[0]?.raw).toBe('{"l":[{"pin":"REDACTED"}]}');
  });
});

describe('names', () => {
  it('keys match with their case, and come out column-safe', () => {
    const yaml = "fields: [{ name: '@timestamp', type: string }, { name: 'a.b', type: string }]";
    expect(normalizeOne(yaml, { '@timestamp': 'x', 'a.b': 'y', 'A.b': 'z' })).toEqual({
      at_sign_timestamp: 'x',
      a_b: 'y',
    });
  });

  it('what every object inherits is no field', () => {
    const yaml =
      'fields: [{ name: constructor, type: string }, { name: toString, type: string }, { name: a, type: json }]';
    expect(normalizeOne(yaml, { a: 1 })).toEqual({ a: 1 });
    expect(normalizeOne(yaml, { constructor: 'x' })).toEqual({ constructor: 'x' });
  });
});

describe('field discovery', () => {
  it('keeps unknown fields with safe names, and drops standard names', () => {
    const yaml =
      'fieldDiscoveryEnabled: true\nfields: [{ name: a, type: int }, { name: o, type: object, fields: [{ name: k, type: int }] }]';
    const entry = {
      a: '1',
      'b.c': { 'd e': 1, n: null },
      o: { k: 1, u: 'x' },
      p_log_type: 'forged',
      A: 2,
      n: null,
    };
    expect(normalizeOne(yaml, entry)).toEqual({ a: 1, A: 2, b_c: { d_e: 1 }, o: { k: 1, u: 'x' } });
    expect(normalizeOne('fieldDiscoveryEnabled: true', { 'b.c': 1, b_c: 2 })).toEqual({ b_c: 1, b_c_: 2 });
  });

  it('a discovered field never refuses an event, nor loses what does not fit its type', () => {
    const yaml =
      'fieldDiscoveryEnabled: true\nfields: [{ name: a, type: int, isDiscovered: true }, { name: o, type: object, isDiscovered: true, fields: [{ name: b, type: array, element: { type: int } }] }]';
    expect(normalizeOne(yaml, { a: 'x', o: { b: [1, 'x'] }, c: 1 })).toEqual({
      a: 'x',
      o: { b: [1, 'x'] },
      c: 1,
    });
  });

  it('tells what it found, with the objects around it', () => {
    const schema = compileText(
      'fieldDiscoveryEnabled: true\nfields: [{ name: o, type: object, fields: [{ name: k, type: int }] }, { name: l, type: array, element: { type: object, fields: [{ name: k, type: int }] } }, { name: n, type: int }]',
    );
    const entries = [{ o: { k: 1, u: 'x' }, l: [{ k: 1, w: 2 }], t: 5 }, { t: 1.5 }, { refused: 1, n: 'x' }];
    const batch = normalizeAll([schema], entries);
    expect(batch.events[0]?.event).toMatchObject({ l: [{ k: 1, w: 2 }] });
    expect(batch.discovered).toEqual({
      'Test.Log': [
        { parents: ['o'], key: 'u', value: { kind: 'string', indicators: [] } },
        { parents: [], key: 't', value: { kind: 'float' } },
      ],
    });
  });

  it('works without any field', () => {
    expect(normalizeOne('fieldDiscoveryEnabled: true', '{"x":1,"__proto__":{"y":2}}')).toEqual({ x: 1 });
  });
});
